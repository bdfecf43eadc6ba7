// The text editor (CodeMirror) for a record, within a shadow root: the console's policy for styles forbids <style>
// elements, and only there the editor adopts a style sheet instead.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, Transaction } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { completeRecord, type Known, pointerAt } from "./completion";
import { COLOURS, STYLE, WORDS } from "./editor-style";

export type PlacedFault = { from: number; to: number; detail: string; isWarning: boolean };

export type TextEditor = {
  /** The text as it is now. */
  read: () => string;
  /** Shows another text. Only what differs is replaced, so that the cursor and folded parts stay where they are. */
  show: (text: string, isUndoable: boolean) => void;
  /** Selects a part of the text, scrolls to it and takes the focus. */
  select: (from: number, to: number) => void;
  openFind: () => void;
  setFaults: (faults: readonly PlacedFault[]) => void;
  setReadOnly: (isReadOnly: boolean) => void;
  close: () => void;
};

export type EditorOptions = {
  text: string;
  label: string;
  isReadOnly: boolean;
  known: () => Known;
  /** Called after each change that somebody types. */
  onChange: () => void;
  /** Called with the pointer of the member at the cursor. */
  onPointer: (pointer: string) => void;
  onBlur: () => void;
};

/** Opens an editor in an element, which is empty. */
export function openEditor(host: HTMLElement, options: EditorOptions): TextEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const access = new Compartment();
  const state = EditorState.create({ doc: options.text, extensions: extensionsFor(options, access) });
  const view = new EditorView({ state, root, parent: root });
  const keepKeys = (event: KeyboardEvent) => {
    // Outside of the shadow root nobody sees that these keys were typed into a text.
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey || event.altKey)) event.stopPropagation();
  };
  host.addEventListener("keydown", keepKeys);
  return {
    read: () => view.state.doc.toString(),
    show: (text, isUndoable) => show(view, text, isUndoable),
    select: (from, to) => {
      const length = view.state.doc.length;
      const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
      view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }) });
      view.focus();
    },
    openFind: () => openSearchPanel(view),
    setFaults: (faults) => view.dispatch(setDiagnostics(view.state, diagnosticsOf(faults, view.state.doc.length))),
    setReadOnly: (isReadOnly) => view.dispatch({ effects: access.reconfigure(accessOf(isReadOnly)) }),
    close: () => {
      host.removeEventListener("keydown", keepKeys);
      view.destroy();
    },
  };
}

function extensionsFor(options: EditorOptions, access: Compartment): Extension[] {
  return [
    lineNumbers(),
    foldGutter({ markerDOM: foldMarker }),
    codeFolding(),
    lintGutter(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    bracketMatching(),
    closeBrackets(),
    search({ top: true }),
    json(),
    syntaxHighlighting(COLOURS),
    autocompletion({ override: [(context) => completeRecord(context, options.known())], icons: false }),
    EditorState.phrases.of(WORDS),
    EditorState.tabSize.of(2),
    STYLE,
    access.of(accessOf(options.isReadOnly)),
    EditorView.contentAttributes.of({
      "aria-label": options.label,
      tabindex: "0",
      spellcheck: "false",
      autocapitalize: "off",
    }),
    EditorView.domEventHandlers({ blur: () => options.onBlur() }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.some((each) => each.annotation(Transaction.remote) === true)) {
        options.onChange();
      }
      if (update.selectionSet || update.docChanged) {
        options.onPointer(pointerAt(update.state, update.state.selection.main.head));
      }
    }),
    // Tab is left to the page, so that the keyboard can leave the editor. Ctrl+] and Ctrl+[ indent.
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
    ]),
  ];
}

function accessOf(isReadOnly: boolean): Extension {
  return [
    EditorState.readOnly.of(isReadOnly),
    EditorView.contentAttributes.of({ "aria-readonly": String(isReadOnly) }),
  ];
}

function show(view: EditorView, text: string, isUndoable: boolean): void {
  const before = view.state.doc.toString();
  if (before === text) return;
  const most = Math.min(before.length, text.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === text.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === text.charCodeAt(text.length - 1 - end)) {
    end += 1;
  }
  view.dispatch({
    changes: { from: start, to: before.length - end, insert: text.slice(start, text.length - end) },
    annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(isUndoable)],
  });
}

function diagnosticsOf(faults: readonly PlacedFault[], length: number): Diagnostic[] {
  return faults.map(({ from, to, detail, isWarning }) => ({
    from: Math.min(from, length),
    to: Math.min(to, length),
    message: detail,
    severity: isWarning ? "warning" : "error",
  }));
}

function foldMarker(isOpen: boolean): HTMLElement {
  const marker = document.createElement("span");
  marker.textContent = isOpen ? "▾" : "▸";
  marker.title = isOpen ? "Fold this part" : "Unfold this part";
  return marker;
}

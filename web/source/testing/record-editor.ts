// The text editor of a record, as a test reads and writes it.
import { EditorView } from "@codemirror/view";
import { act } from "preact/test-utils";
import { waitFor } from "./page";

const host = () => document.querySelector(".text-editor");

/** Whether the editor has the focus. */
export function isEditorFocused(): boolean {
  return document.activeElement === host();
}

/** Returns the editor, once it is there. */
export async function findEditor(): Promise<EditorView> {
  return await waitFor(() => {
    const element = host()?.shadowRoot?.querySelector<HTMLElement>(".cm-editor") ?? null;
    const view = element === null ? null : EditorView.findFromDOM(element);
    if (view === null) throw new Error("The editor is not there.");
    return view;
  });
}

export async function editorText(): Promise<string> {
  return (await findEditor()).state.doc.toString();
}

/** Returns what is selected. */
export async function selectedText(): Promise<string> {
  const { state } = await findEditor();
  return state.sliceDoc(state.selection.main.from, state.selection.main.to);
}

/** Replaces a part of the text, and leaves the editor, so that the text is read. */
export async function rewrite(from: string, to: string): Promise<void> {
  const view = await findEditor();
  const at = view.state.doc.toString().indexOf(from);
  if (at < 0) throw new Error(`The text does not have ${from}.`);
  act(() => {
    view.dispatch({ changes: { from: at, to: at + from.length, insert: to } });
    view.contentDOM.dispatchEvent(new FocusEvent("blur"));
  });
}

// The keys of the designer. They mean something only while the focus is in it, and not in a field of text.
import { useEffect } from "preact/hooks";
import type { Designer } from "../designer";
import { noteCopied } from "./clipboard";
import { copiedText, deleteSelected, duplicateSelected, paste } from "./designer-actions";

/** All keys, as the help shows them. */
export const KEYS: readonly { keys: string; does: string }[] = [
  { keys: "Tab, Shift+Tab", does: "Select the next or the previous part of the plan" },
  { keys: "Enter", does: "Go from the plan to the fields of what is selected" },
  { keys: "Ctrl+A", does: "Select all blocks" },
  { keys: "Escape", does: "Select nothing; give up what you are dragging" },
  { keys: "Arrow keys", does: "Move by 10 centimetres, with Shift by a metre" },
  { keys: "R", does: "Turn, with Shift by more" },
  { keys: "+ and −", does: "Zoom" },
  { keys: "0", does: "Show everything" },
  { keys: "1", does: "Show what is selected" },
  { keys: "Ctrl+Z", does: "Undo" },
  { keys: "Ctrl+Shift+Z, Ctrl+Y", does: "Redo" },
  { keys: "Ctrl+C, Ctrl+X, Ctrl+V", does: "Copy, cut and paste, also between venues" },
  { keys: "Ctrl+D", does: "Duplicate" },
  { keys: "Delete", does: "Delete" },
  { keys: "?", does: "Show these keys" },
];

export function useDesignerKeys(designer: Designer, onHelp: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isForDesigner(event)) return;
      const action = actionOf(event, designer, onHelp);
      if (action === null) return;
      event.preventDefault();
      action();
    };
    const copy = (event: ClipboardEvent) => {
      if (!isForDesigner(event) || !putOnClipboard(event, designer)) return;
      if (event.type === "cut") deleteSelected(designer);
    };
    const put = (event: ClipboardEvent) => {
      if (isForDesigner(event) && paste(designer, event.clipboardData?.getData("text/plain") ?? ""))
        event.preventDefault();
    };
    document.addEventListener("keydown", press);
    document.addEventListener("copy", copy);
    document.addEventListener("cut", copy);
    document.addEventListener("paste", put);
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("copy", copy);
      document.removeEventListener("cut", copy);
      document.removeEventListener("paste", put);
    };
  }, [designer]);
}

function putOnClipboard(event: ClipboardEvent, designer: Designer): boolean {
  const text = copiedText(designer);
  if (text === null || (window.getSelection()?.toString() ?? "") !== "") return false;
  event.clipboardData?.setData("text/plain", text);
  noteCopied(text);
  event.preventDefault();
  return true;
}

function actionOf(event: KeyboardEvent, designer: Designer, onHelp: () => void): (() => void) | null {
  const key = event.key.toLowerCase();
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") return event.shiftKey ? () => designer.redo() : () => designer.undo();
    if (key === "y") return () => designer.redo();
    return key === "d" ? () => duplicateSelected(designer) : null;
  }
  if (key === "enter") return fieldsAction(event);
  if (key === "delete" || key === "backspace") return () => deleteSelected(designer);
  return key === "?" ? onHelp : null;
}

/** Goes from the plan to the first field of the panel beside it; null anywhere else, and where there is no such panel. */
function fieldsAction({ target }: Event): (() => void) | null {
  const plan = target instanceof Element ? target.closest("[role=application]") : null;
  const field = plan?.closest(".designer")?.querySelector<HTMLElement>(".draw-panel :is(input, select)");
  return field == null ? null : () => field.focus();
}

function isForDesigner({ target }: Event): boolean {
  if (!(target instanceof Element) || target.closest(".designer") === null) return false;
  return target.closest("input, textarea, select, dialog, [contenteditable=true], [role=menu]") === null;
}

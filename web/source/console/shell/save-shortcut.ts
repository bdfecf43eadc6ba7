// Ctrl+S, on a Mac Cmd+S: presses the button on the screen that declares these keys as its shortcut.
import { useEffect } from "preact/hooks";

/** The value of `aria-keyshortcuts` on a button that saves. */
export const SAVE_KEYS = "Control+S Meta+S";

type Keys = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

function isSaveShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): boolean {
  return key.toLowerCase() === "s" && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Listens for the shortcut. On a screen without anything to save, the browser keeps its own meaning of the keys. */
export function useSaveShortcut(): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!isSaveShortcut(event)) return;
      const button = saveButton();
      if (button === null) return;
      event.preventDefault();
      if (!event.repeat) button.click();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}

/** The button that saves what is on the screen: in an open dialog only one of the dialog's own. */
function saveButton(): HTMLButtonElement | null {
  const dialogs = document.querySelectorAll("dialog[open]");
  const inside = dialogs[dialogs.length - 1] ?? document;
  const buttons = inside.querySelectorAll<HTMLButtonElement>(`button[aria-keyshortcuts="${SAVE_KEYS}"]`);
  return [...buttons].find((button) => button.checkVisibility()) ?? null;
}

// The keyboard shortcuts of the viewer.
import { useEffect, useRef } from "preact/hooks";
import type { Messages } from "./messages";
import type { Side } from "./types";

export type Action = Side | "find" | "map" | "compare" | "other" | "kind" | "fullScreen" | "back" | "help";

const ACTIONS: Record<string, Action> = {
  a: "left",
  d: "right",
  w: "inFront",
  s: "behind",
  g: "find",
  m: "map",
  c: "compare",
  x: "other",
  p: "kind",
  f: "fullScreen",
  b: "back",
  "?": "help",
};

/** The lines of the help, in their order. */
export const SHORTCUTS: readonly (keyof Messages["shortcuts"])[] = [
  "← → ↑ ↓",
  "+ −",
  "A D",
  "W S",
  "B",
  "G",
  "M",
  "C",
  "X",
  "P",
  "F",
  "?",
];

/** Returns the action of a key; null while somebody types, and with a modifier that belongs to the browser. */
export function actionOf(event: KeyboardEvent): Action | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  if (isField(event.target)) return null;
  return ACTIONS[event.key.toLowerCase()] ?? null;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
}

export type Actions = Partial<Record<Action, () => void>>;

/** Whether the keys of a line of the help do something. Keys without an action, such as the arrows, always do. */
export function hasAction(keys: string, actions: Actions): boolean {
  const action = ACTIONS[keys.charAt(0).toLowerCase()];
  return action === undefined || actions[action] !== undefined;
}

/** Runs the action of a key, wherever the focus is. */
export function useKeyboardShortcuts(isOn: boolean, does: Actions): void {
  const latest = useRef(does);
  latest.current = isOn ? does : {};
  useEffect(() => {
    let held = "";
    const hear = (event: KeyboardEvent) => {
      // A shortcut that leads to a field is not typed into it, however long its key is held.
      if (event.repeat && event.key === held && isField(event.target)) {
        event.preventDefault();
        return;
      }
      held = event.key;
      const action = actionOf(event);
      const act = action === null ? undefined : latest.current[action];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
}

// Which key does what, wherever the focus is.
import { useEffect, useRef } from "preact/hooks";
import type { Side } from "./types";

export type Action = Side | "find" | "map" | "compare" | "other" | "kind" | "fullScreen" | "help";

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
  "?": "help",
};

/** Nothing while somebody types, or holds a key that makes it the browser's own. */
export function actionOf(event: KeyboardEvent): Action | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return null;
  return ACTIONS[event.key.toLowerCase()] ?? null;
}

/** Does what a key means, wherever it is pressed. */
export function useKeyboardShortcuts(isOn: boolean, does: Partial<Record<Action, () => void>>): void {
  const latest = useRef(does);
  latest.current = isOn ? does : {};
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
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

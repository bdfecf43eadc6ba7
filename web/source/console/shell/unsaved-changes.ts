// Forms with unsaved changes, and the question before one leaves them.
import { useEffect } from "preact/hooks";

type Question = { leave: () => void };

const unsaved = new Set<object>();
let ask: (question: Question | null) => void = () => undefined;

/** Marks the form as one to ask about, for as long as it has unsaved changes. */
export function useUnsaved(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return;
    const form = {};
    unsaved.add(form);
    return () => {
      unsaved.delete(form);
    };
  }, [hasChanges]);
}

export function mayLeave(): boolean {
  return unsaved.size === 0;
}

/** For who leaves on purpose, with what was entered saved or given up. */
export function forgetUnsaved(): void {
  unsaved.clear();
}

export function askBeforeLeaving(leave: () => void): void {
  ask({
    leave: () => {
      forgetUnsaved();
      leave();
    },
  });
}

/** The shell shows the question. */
export function onQuestion(show: (question: Question | null) => void): () => void {
  ask = show;
  const warn = (event: BeforeUnloadEvent) => {
    if (!mayLeave()) event.preventDefault();
  };
  addEventListener("beforeunload", warn);
  return () => {
    ask = () => undefined;
    removeEventListener("beforeunload", warn);
  };
}

export type { Question };

// Forms with unsaved changes, and the question before one leaves them.
import { useEffect } from "preact/hooks";

type LeaveRequest = { leave: () => void };

const unsaved = new Set<object>();
let ask: (question: LeaveRequest | null) => void = () => undefined;

/** Marks the form as one to ask about, for as long as it has unsaved changes. */
export function useUnsavedChanges(hasChanges: boolean): void {
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
export function forgetUnsavedChanges(): void {
  unsaved.clear();
}

export function confirmLeaving(leave: () => void): void {
  ask({
    leave: () => {
      forgetUnsavedChanges();
      leave();
    },
  });
}

/** The shell shows the question. */
export function onLeaveRequest(show: (question: LeaveRequest | null) => void): () => void {
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

export type { LeaveRequest };

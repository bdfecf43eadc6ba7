// The registry of forms with unsaved changes, and the confirmation before they are left.
import { useEffect } from "preact/hooks";

type LeaveRequest = { leave: () => void };

const unsaved = new Set<object>();
let ask: (question: LeaveRequest | null) => void = () => undefined;

/** Registers the form for as long as it has unsaved changes. */
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

/** Forgets all unsaved changes, because they have been saved or given up on purpose. */
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

/** Registers the function that shows the confirmation dialog. Returns a function that removes it. */
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

// Whether the sheet is open.
import { useState } from "preact/hooks";

export type SheetState = {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** Opens the sheet and moves the focus to a part of it. */
  openAt: (focus: () => void) => void;
};

export function useSheetState(): SheetState {
  const [isOpen, setOpen] = useState(false);
  const openAt = (focus: () => void) => {
    focus();
    if (isOpen) return;
    setOpen(true);
    // Elements of a closed sheet cannot take the focus yet.
    requestAnimationFrame(focus);
  };
  return { isOpen, setOpen, openAt };
}

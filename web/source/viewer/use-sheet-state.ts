// Whether the sheet is open.
import { useEffect, useState } from "preact/hooks";
import type { SeatPane } from "./use-seat-pane";

export type SheetState = {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** Opens the sheet and moves the focus to a part of it. */
  openAt: (focus: () => void) => void;
};

/** Without a view, the buyer needs the map or the text field, so the sheet opens by itself. */
export function useSheetState(startsOpen: boolean, { preview, problem }: SeatPane): SheetState {
  const [isOpen, setOpen] = useState(startsOpen);
  const isLost = preview === null && problem !== null;
  useEffect(() => {
    if (isLost) setOpen(true);
  }, [isLost]);
  const openAt = (focus: () => void) => {
    focus();
    if (isOpen) return;
    setOpen(true);
    // Elements of a closed sheet cannot take the focus yet.
    requestAnimationFrame(focus);
  };
  return { isOpen, setOpen, openAt };
}

// Two views side by side: what the second one starts with, and which of them moves and map change.
import { useCallback, useState } from "preact/hooks";
import type { SeatPane } from "./use-seat-pane";

export type Comparison = {
  isOn: boolean;
  /** Whether it is the second view that is changed. */
  isSecond: boolean;
  toggle: () => void;
  activate: (isSecond: boolean) => void;
  /** To the other view. */
  swap: () => void;
};

/** The second view starts with another of the session's seats, the row behind, or the seat beside. */
export function useComparison(first: SeatPane, second: SeatPane, own: readonly string[]): Comparison {
  const [isOn, setOn] = useState(false);
  const [isSecond, activate] = useState(false);
  const { preview } = first;

  const toggle = useCallback(() => {
    if (isOn || preview === null) {
      setOn(false);
      activate(false);
      second.clear();
      return;
    }
    const { behind, inFront, right, left } = preview.neighbours;
    const other = own.find((key) => key !== preview.seat.key);
    second.show(other ?? behind ?? inFront ?? right ?? left ?? preview.seat.key);
    setOn(true);
    activate(true);
  }, [isOn, preview, second.show, own]);

  const swap = useCallback(() => isOn && activate((before) => !before), [isOn]);
  return { isOn, isSecond, toggle, activate, swap };
}

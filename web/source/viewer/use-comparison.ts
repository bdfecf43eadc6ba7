// The comparison of two views side by side, and which of them is being changed.
import { useCallback, useState } from "preact/hooks";
import type { SeatPane } from "./use-seat-pane";

export type Comparison = {
  isOn: boolean;
  /** Whether moves and the map change the second view. */
  isSecond: boolean;
  toggle: () => void;
  activate: (isSecond: boolean) => void;
  /** Makes the other view the one that is changed. */
  swap: () => void;
};

/** Compares two views. The second one starts with another seat of the session, the row behind, or a seat beside. */
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

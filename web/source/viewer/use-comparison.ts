// The comparison of two views side by side, and which of them is being changed.
import { useCallback, useState } from "preact/hooks";
import type { Side } from "./types";
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
    second.show(comparedSeat(preview, own));
    setOn(true);
    activate(true);
  }, [isOn, preview, second.show, own]);

  const swap = useCallback(() => isOn && activate((before) => !before), [isOn]);
  return { isOn, isSecond, toggle, activate, swap };
}

/** The seat that a comparison starts with: another one of the session, the row behind or in front, or a seat beside. */
export function comparedSeat(
  { seat, neighbours }: { seat: { key: string }; neighbours: Record<Side, string | null> },
  own: readonly string[],
): string {
  const { behind, inFront, right, left } = neighbours;
  return own.find((key) => key !== seat.key) ?? behind ?? inFront ?? right ?? left ?? seat.key;
}

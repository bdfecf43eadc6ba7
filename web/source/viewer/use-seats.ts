// The seats that are shown: one view or two, which of them moves change, and the way back.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { AddressHistory } from "./address-history";
import { type Comparison, useComparison } from "./use-comparison";
import { type PanesOptions, useSeatPanes } from "./use-panes";
import type { SeatPane } from "./use-seat-pane";

export type Seats = {
  first: SeatPane;
  second: SeatPane;
  /** The first view, and the second one while both are compared. */
  shown: readonly SeatPane[];
  /** The view that moves, the map and the text field change. */
  active: SeatPane;
  comparison: Comparison;
  /** Goes back to the seat that the active view showed before. */
  goBack: () => void;
};

type SeatsOptions = Omit<PanesOptions, "onSeat"> & {
  addressHistory: AddressHistory;
  /** The seat to start with; null if the buyer has to choose one. */
  start: string | null;
};

export function useSeats({ addressHistory, start, ...options }: SeatsOptions): Seats {
  const { session, hostChannel, texts, configuration } = options;
  const onSeat = (seat: string) => addressHistory.show(seat, configuration);
  const [first, second] = useSeatPanes({ ...options, onSeat });
  const comparison = useComparison(first, second, session.claims.seats);
  const active = comparison.isOn && comparison.isSecond ? second : first;
  // A layout effect, so that no frame asks for a seat while one is already being loaded.
  useLayoutEffect(() => {
    if (start !== null) first.show(start);
    hostChannel.listen({ show: first.show });
    addressHistory.onReturn = first.show;
  }, []);
  useReload([texts.locale, configuration], [first, second]);
  const goBack = () => {
    const last = active.past.at(-1);
    if (last === undefined) return;
    // The address keeps the first view, so there Back is the browser's, and the two cannot disagree.
    if (active === first && addressHistory.hasEntries) addressHistory.back();
    else active.show(last.name, true);
  };
  return { first, second, shown: comparison.isOn ? [first, second] : [first], active, comparison, goBack };
}

/** Shows the seats anew when the language or the configuration changes. */
function useReload(chosen: readonly [locale: string, configuration: string | null], panes: readonly SeatPane[]): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const isStart = isFirst.current;
    isFirst.current = false;
    if (isStart) return;
    for (const { shown, show } of panes) if (shown !== null) show(shown);
  }, chosen);
}

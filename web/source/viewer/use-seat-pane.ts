// The state of one view: the requested seat, its preview or problem, and the seats that were shown before.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { askUntilKnown } from "../plan/pending-view";
import { previewName } from "../plan/previewed-seats";
import { ViewDirection } from "../view/view-direction";
import type { SeatProblem } from "./seat-problem";
import type { Preview } from "./types";

/** A preview, and the name by which it can be requested again: the seat's key, or the label of several seats. */
export type ShownSeat = { preview: Preview; name: string };

type State = {
  /** It is replaced once more where it was not known yet how much is in view. */
  preview: Preview | null;
  /** Whether a preview is being loaded. */
  isBusy: boolean;
  /** Why the preview could not be loaded. */
  problem: SeatProblem | null;
  /** The seat that was requested last. */
  asked: string | null;
  /** The name of the preview: the seat's key, or the label of several seats. */
  shown: string | null;
  /** Number of previews shown so far. It also grows when the same seat is shown again. */
  shownCount: number;
  /** The seats that were shown before, the last one at the end. */
  past: readonly ShownSeat[];
};

export type SeatPane = State & {
  /** Where the view looks at the moment, for the map. */
  direction: ViewDirection;
  /** Shows a seat. `isBack` says that it is one of those shown before, which are then forgotten up to it. */
  show: (seat: string, isBack?: boolean) => void;
  clear: () => void;
  /** Asks again for the preview that is shown, whose image addresses expire. */
  renew: () => Promise<Preview | null>;
};

const EMPTY: State = {
  preview: null,
  isBusy: false,
  problem: null,
  asked: null,
  shown: null,
  shownCount: 0,
  past: [],
};
const PAST_MAX = 50;

export type SeatPaneCallbacks = {
  ask: (seat: string) => Promise<Preview>;
  explain: (failure: unknown, seat: string) => SeatProblem;
  onShown: (preview: Preview, shown: string) => void;
  onProblem: (problem: SeatProblem) => void;
};

export function useSeatPane(callbacks: SeatPaneCallbacks): SeatPane {
  const [state, setState] = useState(EMPTY);
  const direction = useMemo(() => new ViewDirection(), []);
  const newest = useRef(0);
  const latest = useRef(callbacks);
  latest.current = callbacks;
  const shown = useRef(state.shown);
  shown.current = state.shown;

  const show = useCallback(async (seat: string, isBack = false) => {
    const turn = ++newest.current;
    setState((before) => ({ ...before, isBusy: true, problem: null, asked: seat }));
    try {
      const preview = await latest.current.ask(seat);
      if (turn !== newest.current) return;
      const shown = previewName(preview, seat);
      setState((before) => ({
        preview,
        isBusy: false,
        problem: null,
        asked: seat,
        shown,
        shownCount: before.shownCount + 1,
        past: pastAfter(before, shown, isBack),
      }));
      latest.current.onShown(preview, shown);
    } catch (failure) {
      const problem = latest.current.explain(failure, seat);
      if (turn !== newest.current) return;
      setState((before) => ({ ...before, isBusy: false, problem }));
      latest.current.onProblem(problem);
    }
  }, []);

  useEffect(() => {
    const { preview, shown } = state;
    if (preview === null || shown === null) return;
    const ask = () => latest.current.ask(shown);
    return askUntilKnown(preview, ask, (known) => setState((before) => ({ ...before, preview: known })));
  }, [state.shownCount]);

  const clear = useCallback(() => {
    newest.current++;
    setState(EMPTY);
  }, []);

  const renew = useCallback(async () => (shown.current === null ? null : latest.current.ask(shown.current)), []);

  return useMemo(() => ({ ...state, direction, show, clear, renew }), [state, show, clear]);
}

/** Returns the seats that were shown before, once another one is shown. */
export function pastAfter(
  { past, preview, shown: before }: Pick<State, "past" | "preview" | "shown">,
  shown: string,
  isBack: boolean,
): readonly ShownSeat[] {
  if (preview === null || before === null || before === shown) return past;
  const index = isBack ? past.findLastIndex(({ name }) => name === shown) : -1;
  if (index >= 0) return past.slice(0, index);
  return [...past, { preview, name: before }].slice(-PAST_MAX);
}

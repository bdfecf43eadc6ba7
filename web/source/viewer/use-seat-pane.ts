// The state of one view: the requested seat, and its preview or problem.
import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import { previewName } from "../plan/previewed-seats";
import { ViewDirection } from "../plan/view-direction";
import type { Preview } from "./types";

export type SeatPane = {
  preview: Preview | null;
  /** Whether a preview is being loaded. */
  isBusy: boolean;
  /** The code of the problem if the preview could not be loaded. */
  problem: string | null;
  /** The seat that was requested last. */
  asked: string | null;
  /** The name by which the preview can be requested again: the seat's key, or the label of several seats. */
  shown: string | null;
  /** Whether to show the drawing instead of the picture: as the buyer chose, or if the picture is from too far away. */
  wantsDrawing: boolean;
  /** Where the view looks at the moment, for the map. */
  direction: ViewDirection;
  show: (seat: string) => void;
  setDrawing: (wants: boolean) => void;
  clear: () => void;
};

/** A picture from farther away shows another seat's view. The drawing is then better. */
const FAR_M = 6;

export function isFarAway(preview: Preview | null): boolean {
  return (preview?.provenance.distanceM ?? 0) > FAR_M;
}

type State = Pick<SeatPane, "preview" | "isBusy" | "problem" | "asked" | "shown">;

const EMPTY: State = { preview: null, isBusy: false, problem: null, asked: null, shown: null };

export type SeatPaneCallbacks = {
  ask: (seat: string) => Promise<Preview>;
  codeOf: (failure: unknown) => string;
  onShown: (preview: Preview, shown: string) => void;
  onProblem: (code: string) => void;
};

export function useSeatPane(callbacks: SeatPaneCallbacks): SeatPane {
  const [state, setState] = useState(EMPTY);
  const [chosen, setDrawing] = useState<boolean | null>(null);
  const wantsDrawing = chosen ?? isFarAway(state.preview);
  const direction = useMemo(() => new ViewDirection(), []);
  const newest = useRef(0);
  const latest = useRef(callbacks);
  latest.current = callbacks;

  const show = useCallback((seat: string) => {
    const turn = ++newest.current;
    const isNewest = () => turn === newest.current;
    setState((before) => ({ ...before, isBusy: true, problem: null, asked: seat }));
    latest.current.ask(seat).then(
      (preview) => {
        if (!isNewest()) return;
        const shown = previewName(preview, seat);
        setState({ preview, isBusy: false, problem: null, asked: seat, shown });
        latest.current.onShown(preview, shown);
      },
      (failure: unknown) => {
        if (!isNewest()) return;
        const problem = latest.current.codeOf(failure);
        setState((before) => ({ ...before, isBusy: false, problem }));
        latest.current.onProblem(problem);
      },
    );
  }, []);

  const clear = useCallback(() => {
    newest.current++;
    setState(EMPTY);
  }, []);

  return useMemo(
    () => ({ ...state, wantsDrawing, direction, show, setDrawing, clear }),
    [state, wantsDrawing, show, clear],
  );
}

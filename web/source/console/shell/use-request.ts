// Asking the API from a screen: what came, what went wrong, and whether an answer is awaited.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { ApiProblem, sentenceOf } from "../../api/client";

export type Asked<T> = {
  /** The last answer. It stays while the next is awaited, so that nothing jumps. */
  data: T | undefined;
  problem: ApiProblem | undefined;
  isAsking: boolean;
  again: () => void;
  /** Puts an answer in place that came by another way, such as that of a PATCH. */
  put: (data: T) => void;
};

/** Asks now, and again whenever `parameters` change. */
export function useAsked<T>(ask: (signal: AbortSignal) => Promise<T>, parameters: unknown[]): Asked<T> {
  const [state, setState] = useState<{ data: T | undefined; problem: ApiProblem | undefined; isAsking: boolean }>({
    data: undefined,
    problem: undefined,
    isAsking: true,
  });
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    const control = new AbortController();
    setState((before) => ({ ...before, isAsking: true }));
    ask(control.signal).then(
      (data) => {
        if (!control.signal.aborted) setState({ data, problem: undefined, isAsking: false });
      },
      (failure: unknown) => {
        if (control.signal.aborted) return;
        setState((before) => ({ ...before, problem: problemOf(failure), isAsking: false }));
      },
    );
    return () => control.abort();
  }, [turn, ...parameters]);

  const again = useCallback(() => setTurn((before) => before + 1), []);
  const put = useCallback((data: T) => setState({ data, problem: undefined, isAsking: false }), []);
  return { ...state, again, put };
}

export type Doing<A extends unknown[]> = {
  problem: ApiProblem | undefined;
  isBusy: boolean;
  run: (...given: A) => Promise<void>;
  forget: () => void;
};

/** Something that a button does: one at a time, and its problem is kept for the screen to show. */
export function useDoing<A extends unknown[]>(act: (...given: A) => Promise<void>): Doing<A> {
  const [problem, setProblem] = useState<ApiProblem>();
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);

  const run = async (...given: A) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await act(...given);
    } catch (failure) {
      setProblem(problemOf(failure));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { problem, isBusy, run, forget: () => setProblem(undefined) };
}

export function problemOf(failure: unknown): ApiProblem {
  return failure instanceof ApiProblem ? failure : new ApiProblem(0, "unexpected", sentenceOf(failure));
}

// Hooks for requests to the API: `useRequest` reads data for a screen, `useAction` does what a button asks for.

import { Problem } from "@seatpreview/client";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { messageOf } from "./error-message";

export type RequestState<T> = {
  /** The data of the last response. It stays while the next one is loading, so that the layout does not jump. */
  data: T | undefined;
  problem: Problem | undefined;
  isLoading: boolean;
  reload: () => void;
  /** Replaces the data with a response that came from another request, such as a PATCH. */
  setData: (data: T) => void;
};

/** Sends the request now, and again whenever one of `parameters` changes. */
export function useRequest<T>(send: (signal: AbortSignal) => Promise<T>, parameters: unknown[]): RequestState<T> {
  const [state, setState] = useState<{ data: T | undefined; problem: Problem | undefined; isLoading: boolean }>({
    data: undefined,
    problem: undefined,
    isLoading: true,
  });
  const [reloadCount, setReloadCount] = useState(0);

  useEffect(() => {
    const control = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    send(control.signal).then(
      (data) => {
        if (!control.signal.aborted) setState({ data, problem: undefined, isLoading: false });
      },
      (failure: unknown) => {
        if (control.signal.aborted) return;
        setState((before) => ({ ...before, problem: toApiProblem(failure), isLoading: false }));
      },
    );
    return () => control.abort();
  }, [reloadCount, ...parameters]);

  const reload = useCallback(() => setReloadCount((before) => before + 1), []);
  const setData = useCallback((data: T) => setState({ data, problem: undefined, isLoading: false }), []);
  return { ...state, reload, setData };
}

export type Action<A extends unknown[]> = {
  problem: Problem | undefined;
  isBusy: boolean;
  run: (...given: A) => Promise<void>;
  clearProblem: () => void;
};

/** An asynchronous action of a button. It runs once at a time, and its problem is kept for the screen to show. */
export function useAction<A extends unknown[]>(act: (...given: A) => Promise<void>): Action<A> {
  const [problem, setProblem] = useState<Problem>();
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
      setProblem(toApiProblem(failure));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { problem, isBusy, run, clearProblem: () => setProblem(undefined) };
}

export function toApiProblem(failure: unknown): Problem {
  return failure instanceof Problem ? failure : new Problem(0, "unexpected", messageOf(failure));
}

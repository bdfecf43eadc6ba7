// The plan of an edited record: the last one that could be read, and the fault in the current text.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { LayoutFault, planFromRecord } from "../../layouts/layout-reader";
import type { Plan } from "../../plan/plan";
import { EMPTY } from "../designer/designer";

export type LivePlan = {
  plan: Plan;
  /** Why the current text cannot be drawn; null if the plan is up to date. */
  fault: { pointer: string; detail: string } | null;
  /** The configuration that is shown; null for the bare hall. */
  configuration: string | null;
  setConfiguration: (id: string | null) => void;
};

const PAUSE_MS = 250;

export function useLivePlan(text: string): LivePlan {
  const debounced = useDebounced(text, PAUSE_MS);
  const [configuration, setConfiguration] = useState<string | null>(() => defaultConfiguration(text));
  const last = useRef<Plan>(EMPTY);
  return useMemo(() => {
    const read = readPlan(debounced, configuration);
    if (read instanceof LayoutFault) {
      return {
        plan: last.current,
        fault: { pointer: read.pointer, detail: read.message },
        configuration,
        setConfiguration,
      };
    }
    last.current = read;
    return { plan: read, fault: null, configuration, setConfiguration };
  }, [debounced, configuration]);
}

/** Returns the value once it has not changed for `pauseMs`. */
export function useDebounced<T>(value: T, pauseMs: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return debounced;
}

function readPlan(text: string, configuration: string | null): Plan | LayoutFault {
  try {
    return planFromRecord(JSON.parse(text), configuration);
  } catch (failure) {
    if (failure instanceof LayoutFault) return failure;
    return new LayoutFault("", "The text is not JSON at the moment.");
  }
}

function defaultConfiguration(text: string): string | null {
  const read = readPlan(text, null);
  return read instanceof LayoutFault ? null : read.defaultConfiguration;
}

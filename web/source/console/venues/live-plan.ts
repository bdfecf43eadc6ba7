// The plan of a record that is being written: the last one that could be read, and why the text differs from it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import type { Plan } from "../../plan/plan";
import { planOf, Unreadable } from "./layout-reader";

export type Followed = {
  plan: Plan;
  /** Why the map does not show what is written now; null where it does. */
  behind: { pointer: string; detail: string } | null;
  configuration: string | null;
  setConfiguration: (id: string | null) => void;
};

const PAUSE_MS = 250;

export function useFollowedPlan(text: string): Followed {
  const settled = useSettled(text, PAUSE_MS);
  const [configuration, setConfiguration] = useState<string | null>(() => firstConfiguration(text));
  const last = useRef<Plan>(EMPTY);
  return useMemo(() => {
    const read = tried(settled, configuration);
    if (read instanceof Unreadable) {
      return {
        plan: last.current,
        behind: { pointer: read.pointer, detail: read.message },
        configuration,
        setConfiguration,
      };
    }
    last.current = read;
    return { plan: read, behind: null, configuration, setConfiguration };
  }, [settled, configuration]);
}

/** The value once it has not changed for a moment. */
export function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}

function tried(text: string, configuration: string | null): Plan | Unreadable {
  try {
    return planOf(JSON.parse(text), configuration);
  } catch (failure) {
    if (failure instanceof Unreadable) return failure;
    return new Unreadable("", "The text is not JSON at the moment.");
  }
}

function firstConfiguration(text: string): string | null {
  const read = tried(text, null);
  return read instanceof Unreadable ? null : (read.configurations[0]?.id ?? null);
}

const EMPTY: Plan = {
  venueId: "",
  version: 0,
  name: "",
  configuration: null,
  configurations: [],
  origin: { x: 0, y: 0, z: 0 },
  focus: { name: null, x: 0, y: 0, z: 0 },
  sections: [],
  seatings: [],
  obstructions: [],
};

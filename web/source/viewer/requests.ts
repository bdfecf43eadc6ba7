// What the viewer asks the API for beside the preview itself: the plan, and the neighbours ahead of time.
import { useEffect, useState } from "preact/hooks";
import { ApiProblem } from "../api/client";
import type { Plan } from "../plan/plan";
import type { EventReporter } from "./event-reporter";
import { preloadImage } from "./image-urls";
import type { Session } from "./session";
import { type Locale, type Preview, SIDES } from "./types";

/** Undefined until it has come; null where it does not come. */
export function usePlan(session: Session, reporter: EventReporter): Plan | null | undefined {
  const [plan, setPlan] = useState<Plan | null | undefined>(undefined);
  useEffect(() => {
    session.plan().then(setPlan, (failure: unknown) => {
      reporter.error(failure);
      setPlan(null);
    });
  }, [session]);
  return plan;
}

/** A step to the next seat then finds its preview and its small picture here. */
export function preloadNeighbours(session: Session, { neighbours }: Preview, locale: Locale): void {
  for (const side of SIDES) {
    const key = neighbours[side];
    // One that cannot be had is asked for again when the buyer goes there, and then told.
    if (key)
      session.preview(key, locale).then(
        ({ imagery }) => preloadImage(imagery),
        () => {},
      );
  }
}

/** By which code the viewer has words for a failure. What is not the API's is reported. */
export function problemCode(failure: unknown, reporter: EventReporter): string {
  if (failure instanceof ApiProblem) return failure.code;
  reporter.error(failure);
  return "other";
}

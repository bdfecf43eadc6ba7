// Requests beside the preview itself: the plan, and the previews of neighbouring seats.
import { useEffect, useState } from "preact/hooks";
import { ApiProblem } from "../api/client";
import type { Plan } from "../plan/plan";
import type { EventReporter } from "./event-reporter";
import { preloadImage } from "./image-urls";
import type { Locale } from "./locales";
import type { Session } from "./session";
import { type Preview, SIDES } from "./types";

/** Returns the plan: undefined while it is loading, null if it could not be loaded. */
export function usePlan(
  session: Session,
  reporter: EventReporter,
  configuration: string | null,
): Plan | null | undefined {
  const [plan, setPlan] = useState<Plan | null | undefined>(undefined);
  useEffect(() => {
    let isLatest = true;
    session.plan(configuration).then(
      (loaded) => isLatest && setPlan(loaded),
      () => {
        reporter.error("request_failed");
        if (isLatest) setPlan(null);
      },
    );
    return () => {
      isLatest = false;
    };
  }, [session, configuration]);
  return plan;
}

/** Preloads the previews and small images of the neighbouring seats. */
export function preloadNeighbours(
  session: Session,
  { neighbours }: Preview,
  locale: Locale,
  configuration: string | null,
): void {
  for (const side of SIDES) {
    const key = neighbours[side];
    // A failure is ignored: the preview is requested again, and the problem shown, when the buyer goes there.
    if (key)
      session.preview(key, locale, configuration).then(
        ({ imagery }) => preloadImage(imagery),
        () => {},
      );
  }
}

/** Returns the problem code that the viewer has a message for. Failures that are not the API's are reported. */
export function problemCode(failure: unknown, reporter: EventReporter): string {
  if (failure instanceof ApiProblem) return failure.code;
  reporter.error("request_failed");
  return "other";
}

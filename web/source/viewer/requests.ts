// Requests beside the preview itself: the plan, and the previews of neighbouring seats.

import { Problem } from "@seatpreview/client";
import { useCallback, useEffect, useState } from "preact/hooks";
import type { Plan } from "../plan/plan";
import type { EventReporter } from "./event-reporter";
import { preloadImage } from "./image-urls";
import type { Locale } from "./locales";
import type { Session } from "./session";
import type { Preview } from "./types";

/**
 * Returns the plan: undefined until it is loaded, null if it could not be loaded. The plan is large, so it is loaded only
 * once the second function was called: after the first picture, or for the drawing.
 */
export function usePlan(
  session: Session,
  reporter: EventReporter,
  locale: Locale,
  configuration: string | null,
  isNeededAtOnce: boolean,
): [plan: Plan | null | undefined, needPlan: () => void] {
  const [isNeeded, setNeeded] = useState(isNeededAtOnce);
  const [plan, setPlan] = useState<Plan | null | undefined>(undefined);
  useEffect(() => {
    if (!isNeeded) return;
    let isLatest = true;
    session.plan(locale, configuration).then(
      (loaded) => isLatest && setPlan(loaded),
      () => {
        reporter.error("request_failed");
        if (isLatest) setPlan(null);
      },
    );
    return () => {
      isLatest = false;
    };
  }, [session, locale, configuration, isNeeded]);
  return [plan, useCallback(() => setNeeded(true), [])];
}

/** Preloads the previews and small images of the neighbouring seats, after what is needed for the first view. */
export function usePreloadedNeighbours(
  session: Session,
  previews: readonly (Preview | null)[],
  locale: Locale,
  configuration: string | null,
  mayLoad: boolean,
): void {
  useEffect(() => {
    if (!mayLoad) return;
    for (const preview of previews) {
      if (preview === null) continue;
      // A failure is ignored: the preview is requested again, and the problem shown, when the buyer goes there.
      session.neighbours(preview, locale, configuration).then(
        (near) => near.map(({ imagery }) => preloadImage(imagery)),
        () => {},
      );
    }
  }, [...previews, mayLoad]);
}

/** Returns the problem code that the viewer has a message for. Failures that are not the API's are reported. */
export function problemCode(failure: unknown, reporter: EventReporter): string {
  if (failure instanceof Problem) return failure.code;
  reporter.error("request_failed");
  return "other";
}

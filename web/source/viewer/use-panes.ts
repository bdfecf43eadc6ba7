// Both views of the viewer: how they load seats, and what the buyer, the host page and the service hear of them.

import { Problem } from "@seatpreview/client";
import { useLayoutEffect, useRef } from "preact/hooks";
import { isPending } from "../plan/pending-view";
import type { EventReporter } from "./event-reporter";
import type { HostChannel } from "./host-channel";
import type { Medium } from "./media";
import { problemCode } from "./requests";
import { plainProblem, problemOfRefusal, problemText, type SeatProblem } from "./seat-problem";
import type { Session } from "./session";
import { shownAnnouncement, shownMessage } from "./shown-message";
import type { Preview } from "./types";
import { type SeatPane, useSeatPane } from "./use-seat-pane";
import type { Texts } from "./use-texts";

export type PanesOptions = {
  session: Session;
  hostChannel: HostChannel;
  reporter: EventReporter;
  texts: Texts;
  configuration: string | null;
  /** Called with each new seat, or label of several seats, of the first view, which the address keeps. */
  onSeat: (seat: string) => void;
};

/** Both views use the same session. */
export function useSeatPanes(options: PanesOptions): [SeatPane, SeatPane] {
  const { session, hostChannel, reporter, texts, configuration, onSeat } = options;
  const { locale, messages } = texts;
  const onShown = (preview: Preview) => {
    // Several seats that are viewed together are one view, reported under the first of them.
    reporter.report({ kind: "seat_viewed", seat: preview.seat.key });
  };
  const callbacks = {
    ask: (seat: string) => session.preview(seat, locale, configuration),
    explain: (failure: unknown, seat: string) => explain(failure, seat, reporter),
    onShown,
    onProblem: (problem: SeatProblem) => {
      const detail = problemText(problem, messages);
      hostChannel.send({ event: "problem", code: problem.code, detail });
    },
  };
  const first = useSeatPane({
    ...callbacks,
    onShown: (preview, shown) => {
      onSeat(shown);
      onShown(preview);
    },
  });
  return [first, useSeatPane(callbacks)];
}

/** Returns why a seat could not be shown, as the API says. */
function explain(failure: unknown, asked: string, reporter: EventReporter): SeatProblem {
  if (failure instanceof Problem && failure.seat !== null) return problemOfRefusal(failure.code, failure.seat);
  return plainProblem(problemCode(failure, reporter), asked);
}

/** Tells the buyer's screen reader and the host page what a view shows: each seat, and each change of its medium. The host
 * page also gets the description again that says how much is in view, if that was still being computed. */
export function useTellShown(
  pane: SeatPane,
  medium: Medium | undefined,
  texts: Texts,
  hostChannel: HostChannel,
  announce: (text: string) => void,
): void {
  const { preview, shown, shownCount } = pane;
  const isComplete = preview !== null && !isPending(preview);
  const told = useRef({ count: 0, medium, isComplete });
  // A layout effect, so that the page hears of a view before anybody sees it.
  useLayoutEffect(() => {
    if (preview === null || shown === null || medium === undefined) {
      told.current = { count: 0, medium, isComplete };
      return;
    }
    const before = told.current;
    const isNewSeat = before.count !== shownCount;
    const isNewView = isNewSeat || before.medium !== medium;
    if (!isNewView && before.isComplete === isComplete) return;
    told.current = { count: shownCount, medium, isComplete };
    if (isNewView) announce(shownAnnouncement(preview, isNewSeat, medium, texts));
    hostChannel.send(shownMessage(preview, shown, medium));
  }, [shownCount, medium, isComplete]);
}

// Why a requested seat cannot be shown, and the sentence about that for the buyer.
import type { SeatRefusal } from "@seatpreview/client";
import { type Messages, problemSentence } from "./messages";

/** A place that the buyer may have meant. */
export type Alternative = { key: string; name: string };

export type SeatProblem = {
  code: string;
  /** What was asked for, as it was written. */
  asked: string;
  /** Why the seat was refused: `closed` in the configuration, `ambiguous`, `uncertain`, or `unknown`. */
  reason: "closed" | "ambiguous" | "uncertain" | "unknown" | null;
  /** The place that is closed, and the configuration that closes it, in words. */
  place: string | null;
  configuration: string | null;
  alternatives: readonly Alternative[];
};

/** A longer list would not help the buyer. */
const ALTERNATIVES_MAX = 6;

/** Returns a problem that has a code and nothing else. */
export function plainProblem(code: string, asked: string): SeatProblem {
  return { code, asked, reason: null, place: null, configuration: null, alternatives: [] };
}

/** Returns the problem with the reason that the API gave. */
export function problemOfRefusal(code: string, refusal: SeatRefusal): SeatProblem {
  const { reason, asked, place, configuration, alternatives } = refusal;
  return {
    code,
    reason,
    asked,
    place: place?.name ?? null,
    configuration: configuration?.name ?? null,
    alternatives: alternatives.slice(0, ALTERNATIVES_MAX),
  };
}

/** The sentence that the buyer reads. */
export function problemText(problem: SeatProblem, messages: Messages): string {
  const { code, reason, asked, place, configuration } = problem;
  if (reason === "closed" && place !== null && configuration !== null) return messages.closedSeat(place, configuration);
  if (reason === "ambiguous") return messages.ambiguousSeat(asked);
  if (reason === "uncertain") return messages.uncertainSeat(asked);
  if (reason === "unknown") return messages.unknownSeat(asked);
  return problemSentence(messages, code);
}

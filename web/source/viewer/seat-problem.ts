// What went wrong when a seat was asked for, and what the buyer is told about it.
import { ApiProblem, type SeatRefusal } from "../api/client";
import type { components } from "../api/schema";
import type { Plan } from "../plan/plan";
import type { SeatIds } from "../plan/previewed-seats";
import { type Messages, problemSentence } from "./messages/load";

export type ResolvedLabel = components["schemas"]["ResolvedLabel"];

/** A place that the buyer may have meant. */
export type Alternative = { key: string; name: string };

export type SeatProblem = {
  code: string;
  /** What was asked for, as it was written. */
  asked: string;
  /** Why there is no such seat: `closed` in the configuration, `ambiguous`, `uncertain`, or `unknown`. */
  reason: "closed" | "ambiguous" | "uncertain" | "unknown" | null;
  /** The place that is closed, and the configuration that closes it, in words. */
  place: string | null;
  configuration: string | null;
  alternatives: readonly Alternative[];
};

/** More alternatives would be no help. */
const ALTERNATIVES_MAX = 6;

/** Returns the problem of a failure that says all by its code. */
export function plainProblem(code: string, asked: string): SeatProblem {
  return { code, asked, reason: null, place: null, configuration: null, alternatives: [] };
}

/** Returns whether the reason for a failure has to be found out by resolving the label. */
export function needsReason(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.code === "not_found" && failure.seat === null;
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

/** Returns the problem of a label, by what the API resolves it to. */
export function problemOfLabel(
  { label, status, seat, alternatives }: ResolvedLabel,
  asked: string,
  plan: Plan | null,
  messages: Messages,
): SeatProblem {
  const problem = plainProblem("not_found", asked);
  const nameOf = (place: SeatIds) => placeText(place, plan, messages);
  if (seat !== null && plan?.sections.find(({ id }) => id === seat.section)?.isClosed) {
    return { ...problem, reason: "closed", place: nameOf(seat), configuration: configurationName(plan) };
  }
  const offered = alternatives.slice(0, ALTERNATIVES_MAX).map((each) => ({ key: each.key, name: nameOf(each) }));
  if (offered.length > 0 && label !== "") {
    return { ...problem, reason: status === "ambiguous" ? "ambiguous" : "uncertain", alternatives: offered };
  }
  return { ...problem, reason: "unknown" };
}

/** Names a place: "Section 104, Row C, Seat 7". */
export function placeText({ section, row, seat }: SeatIds, plan: Plan | null, messages: Messages): string {
  const name = plan?.sections.find(({ id }) => id === section)?.name ?? section;
  const rest = [row === null ? null : `${messages.row} ${row}`, seat === null ? null : `${messages.seat} ${seat}`];
  return [name, ...rest].filter((part) => part !== null).join(", ");
}

/** The name of the configuration that is shown; null for the bare hall. */
function configurationName(plan: Plan | null | undefined): string | null {
  return plan?.configuration == null ? null : (plan.configuration.name ?? plan.configuration.id);
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

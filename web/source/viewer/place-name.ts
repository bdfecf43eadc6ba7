// The name of seats by their keys and the plan, where there is no preview of them.
import { idsOfKey, type Plan, PlanIndex } from "../plan/plan";
import type { Messages } from "./messages";
import { listOfSeats } from "./preview-text";

/** Names seats of one row: "Stalls Centre, Row K, Seats 9 and 10". The section that the buyer looks at has no need to be named. */
export function nameOfSeats(keys: readonly string[], plan: Plan, messages: Messages, ownSection = ""): string {
  const places = keys.map(idsOfKey);
  const { section = "", row = null } = places[0] ?? {};
  const seats = places.flatMap(({ seat }) => seat ?? []);
  const parts = [
    section === ownSection ? "" : (new PlanIndex(plan).section(section)?.name ?? section),
    row === null ? "" : messages.row(row),
    seats.length === 0 ? "" : messages[seats.length > 1 ? "seats" : "seat"](listOfSeats(seats, messages)),
  ];
  return parts.filter((part) => part !== "").join(messages.comma);
}

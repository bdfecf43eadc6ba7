// An example of what a buyer may enter to find a seat of this venue.
import { type Plan, type PlanSection, seatingOf } from "../plan/plan";
import type { Messages } from "./messages";

/**
 * Names a seat in the middle of an open section, with the words for row and seat: the service understands this at every
 * venue. The section is the one with the shortest name that no other has; null if there is none with seats.
 */
export function exampleSeat(plan: Plan, messages: Pick<Messages, "row" | "seat">): string | null {
  const named = new Map<string, number>();
  for (const { name } of plan.sections) named.set(name, (named.get(name) ?? 0) + 1);
  const examples = plan.sections
    .filter(({ isClosed, name }) => !isClosed && named.get(name) === 1)
    .flatMap((section) => seatIn(plan, section, messages));
  return examples.sort((one, other) => one.length - other.length)[0] ?? null;
}

/** A seat in the middle of a section, "Stalls Row C Seat 7"; none if no seats are described. */
function seatIn(plan: Plan, section: PlanSection, messages: Pick<Messages, "row" | "seat">): string[] {
  const rowIndex = section.rows.length >> 1;
  const row = section.rows[rowIndex]?.id ?? null;
  const seats = seatingOf(plan, section, rowIndex).filter((seat) => seat !== null);
  const seat = seats[seats.length >> 1];
  if (seat === undefined) return [];
  return [[section.name, ...(row === null ? [] : [messages.row(row)]), messages.seat(seat)].join(" ")];
}

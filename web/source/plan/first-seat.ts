// The seat whose view is shown before anybody has chosen one.
import { type Plan, type PlanSection, type SeatIds, seatingOf } from "./plan";

/** Returns the seat in the middle of the first section that has a position; null if no seat has one. */
export function firstSeat(plan: Plan | null): SeatIds | null {
  for (const section of plan?.sections ?? []) {
    const seat = middleSeat(plan!, section);
    if (seat !== null) return seat;
  }
  return null;
}

/** Returns the seat in the middle of a section; null if it has no seats or no position. */
export function middleSeat(plan: Plan, section: PlanSection): SeatIds | null {
  if (section.geometry === null || section.rows.length === 0) return null;
  const rowIndex = section.rows.length >> 1;
  const seats = seatingOf(plan, section, rowIndex).filter((seat) => seat !== null);
  const seat = seats[seats.length >> 1];
  return seat === undefined ? null : { section: section.id, row: section.rows[rowIndex]?.id ?? null, seat };
}

// The seat whose view is shown before anybody has chosen one.
import { type Plan, type SeatIds, seatingOf } from "./plan";

/** Returns the seat in the middle of the first section that has a position; null if no seat has one. */
export function firstSeat(plan: Plan | null): SeatIds | null {
  for (const section of plan?.sections ?? []) {
    if (section.geometry === null || section.rows.length === 0) continue;
    const rowIndex = section.rows.length >> 1;
    const seats = seatingOf(plan!, section, rowIndex).filter((seat) => seat !== null);
    const seat = seats[seats.length >> 1];
    if (seat !== undefined) return { section: section.id, row: section.rows[rowIndex]?.id ?? null, seat };
  }
  return null;
}

// An example of what a buyer may enter to find a seat of this venue.
import { type Plan, type PlanSection, seatingOf } from "../plan/plan";

/** Names a seat in the middle of an open section, the one with the shortest name; null if no seat is described. */
export function exampleSeat(plan: Plan): string | null {
  const seated = plan.sections.filter((section) => !section.isClosed && seatIn(plan, section) !== null);
  const examples = seated.map((section) => `${shortName(section)} ${seatIn(plan, section)}`);
  return examples.sort((one, other) => one.length - other.length)[0] ?? null;
}

/** "104" for "Section 104", where that is the id of the section as well. */
function shortName({ id, name }: PlanSection): string {
  return name.split(" ").at(-1) === id ? id : name;
}

/** The row and number of a seat in the middle of a section: "C 7", or "7" in a section without rows. */
function seatIn(plan: Plan, section: PlanSection): string | null {
  const rowIndex = section.rows.length >> 1;
  const seats = seatingOf(plan, section, rowIndex).filter((seat) => seat !== null);
  const seat = seats[seats.length >> 1];
  if (seat === undefined) return null;
  return [section.rows[rowIndex]?.id ?? null, seat].filter((part) => part !== null).join(" ");
}

// Which of the best groups of seats are offered, and the label that shows one of them.
import type { ChoiceRules } from "@seatpreview/client";
import { idsOfKey } from "../plan/plan";
import type { BestGroup } from "./session";

export const OFFERED_MAX = 3;
const COUNTS_MAX = 4;
/** The service finds no larger groups. */
const SEATS_OF_A_GROUP_MAX = 20;

/** For how many people the best seats can be asked for: as many as the rules allow. */
export function countsBy({ atLeast = 1, atMost = Infinity }: ChoiceRules = {}): number[] {
  const most = Math.min(atMost, SEATS_OF_A_GROUP_MAX, atLeast + COUNTS_MAX - 1);
  return Array.from({ length: Math.max(0, most - atLeast + 1) }, (_, index) => atLeast + index);
}

/** Returns the best group of each section first, then of other rows: three groups of one row would look alike. */
export function bestChoice(groups: readonly BestGroup[]): BestGroup[] {
  const bySection = firstOfEach(groups, ({ section }) => section);
  const byRow = firstOfEach(groups, ({ section, row }) => `${section}/${row ?? ""}`);
  const few = [...new Set([...bySection, ...byRow, ...groups])].slice(0, OFFERED_MAX);
  return few.sort((one, other) => other.score - one.score);
}

/** The seat in the middle, whose view stands for that of the group. */
export function middleSeat(seats: readonly string[]): string {
  return seats[Math.floor((seats.length - 1) / 2)] ?? "";
}

/** The label of seats side by side: `SC/K/10-11`. Where the numbers do not follow each other, the seat in the middle. */
export function labelOfSeats(seats: readonly string[]): string {
  const numbers = seats.map((key) => Number(idsOfKey(key).seat)).sort((one, other) => one - other);
  const [first = Number.NaN] = numbers;
  const isRange = numbers.every((number, index) => number === first + index);
  if (seats.length === 1 || !isRange) return middleSeat(seats);
  const { section, row } = idsOfKey(seats[0] ?? "");
  return `${section}/${row ?? ""}/${first}-${numbers.at(-1)}`;
}

function firstOfEach(groups: readonly BestGroup[], nameOf: (ids: ReturnType<typeof idsOfKey>) => string): BestGroup[] {
  const first = new Map<string, BestGroup>();
  for (const group of groups) {
    const name = nameOf(idsOfKey(group.seats[0] ?? ""));
    if (!first.has(name)) first.set(name, group);
  }
  return [...first.values()];
}

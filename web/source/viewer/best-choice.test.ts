// Tests of which of the best groups are offered.
import { expect, test } from "vitest";
import { bestChoice, countsBy, labelOfSeats, middleSeat } from "./best-choice";
import type { BestGroup } from "./session";

const group = (score: number, ...seats: string[]) => ({ score, seats }) as unknown as BestGroup;

test("the best seats are looked for as many people as the rules of the shop allow", () => {
  expect(countsBy()).toEqual([1, 2, 3, 4]);
  expect(countsBy({ atMost: 2 })).toEqual([1, 2]);
  expect(countsBy({ atLeast: 3, atMost: 8 })).toEqual([3, 4, 5, 6]);
  expect(countsBy({ atLeast: 30 })).toEqual([]);
});

test("groups of other sections come before others of the same row, and the best of all comes first", () => {
  const found = [group(0.9, "A/1/1"), group(0.8, "A/1/3"), group(0.7, "A/2/1"), group(0.6, "B/1/1")];
  expect(bestChoice(found).map(({ seats }) => seats[0])).toEqual(["A/1/1", "A/2/1", "B/1/1"]);
  expect(bestChoice(found.slice(0, 2))).toHaveLength(2);
  expect(bestChoice([])).toEqual([]);
});

test.each([
  [["A/1/7"], "A/1/7", "A/1/7"],
  [["A/1/8", "A/1/7"], "A/1/7-8", "A/1/8"],
  [["BOX//1", "BOX//2", "BOX//3"], "BOX//1-3", "BOX//2"],
  [["A/1/2", "A/1/4"], "A/1/2", "A/1/2"],
  [["A/1/A", "A/1/B"], "A/1/A", "A/1/A"],
])("%j is shown by the label %s, with the view from %s", (seats, label, middle) => {
  expect(labelOfSeats(seats)).toBe(label);
  expect(middleSeat(seats)).toBe(middle);
});

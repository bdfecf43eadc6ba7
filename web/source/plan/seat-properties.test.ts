// Tests of what seats have, and of the filter that finds seats by it.
import { describe, expect, test } from "vitest";
import { planFromRecord } from "../layouts/layout-reader";
import { ENGLISH } from "./map-messages";
import {
  categoriesOf,
  filterIn,
  foundSeats,
  kindTexts,
  propertiesOf,
  type SeatFilter,
  type SeatProperty,
  seatKind,
} from "./seat-properties";

const LAYOUT = {
  categories: [{ id: "gold", name: "Gold", colour: "#d4af37" }, { id: "blue" }, { id: "unused" }],
  sections: [
    {
      id: "S",
      category: "blue",
      rows: { first: "A", last: "B" },
      seats: { count: 4 },
      properties: [
        { rows: ["A"], category: "gold" },
        { at: { A: [2] }, has: ["restrictedView", "wheelchair"], viewNote: "A pillar on the left." },
      ],
    },
    { id: "P", rows: ["A"], seats: { count: 3 }, properties: [{ seats: [3], has: ["wheelchair"] }] },
  ],
};
const plan = planFromRecord({ rules: { layout: LAYOUT } });
const [section] = plan.sections;

function filter(properties: SeatProperty[], categories: string[] = []): SeatFilter {
  return { properties: new Set(properties), categories: new Set(categories) };
}

test("a seat is told in words with its category, its properties and its note", () => {
  expect(kindTexts(plan, seatKind(plan, section!, 0, 1), ENGLISH.properties)).toEqual([
    "Gold",
    "wheelchair space",
    "restricted view",
    "A pillar on the left.",
  ]);
  expect(kindTexts(plan, seatKind(plan, section!, 1, 1), ENGLISH.properties)).toEqual(["blue"]);
});

test("a legend lists only what some seat has", () => {
  expect(propertiesOf(plan)).toEqual(["wheelchair", "restrictedView"]);
  expect(categoriesOf(plan).map(({ id }) => id)).toEqual(["gold", "blue"]);
});

describe("a filter", () => {
  test.each([
    [filter(["wheelchair"]), { S: 1, P: 1 }],
    [filter(["wheelchair", "restrictedView"]), { S: 1 }],
    [filter([], ["gold"]), { S: 4 }],
    [filter([], ["gold", "blue"]), { S: 8 }],
    [filter(["wheelchair"], ["blue"]), {}],
  ])("finds seats with all of its properties in one of its categories", (wanted, found) => {
    expect(Object.fromEntries(foundSeats(plan, wanted))).toEqual(found);
  });

  test("forgets what no seat of the plan has any more", () => {
    expect(filterIn(plan, filter(["aisle", "wheelchair"], ["unused", "gold"]))).toEqual(
      filter(["wheelchair"], ["gold"]),
    );
  });
});

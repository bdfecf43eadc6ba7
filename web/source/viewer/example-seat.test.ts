import { expect, test } from "vitest";
import type { Plan } from "../plan/plan";
import { exampleSeat } from "./example-seat";

const SEATED = {
  isClosed: false,
  rows: [
    { id: "A", seating: 0 },
    { id: "B", seating: 0 },
  ],
};

function planOf(...sections: object[]): Plan {
  return {
    sections: sections.map((section) => ({ ...SEATED, ...section })),
    seatings: [["1", null, "2", "3"]],
  } as never;
}

test.each([
  [
    "the section with the shortest name",
    [
      { id: "SC", name: "Stalls Centre" },
      { id: "BAL", name: "Balcony" },
    ],
    "Balcony B 2",
  ],
  ["a section that is named by its id", [{ id: "104", name: "Section 104" }], "104 B 2"],
  ["a section without rows", [{ id: "BX", name: "Box A", rows: [{ id: null, seating: 0 }] }], "Box A 2"],
  [
    "an open section",
    [
      { id: "1", name: "1", isClosed: true },
      { id: "2", name: "Floor" },
    ],
    "Floor B 2",
  ],
  ["nothing, where no seat is described", [{ id: "PIT", name: "Pit", rows: [] }], null],
])("the example is a seat of %s", (_, sections, example) => {
  expect(exampleSeat(planOf(...sections))).toBe(example);
});

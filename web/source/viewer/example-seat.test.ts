import { expect, test } from "vitest";
import { messages } from "../languages/generated/viewer/en";
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
    "Balcony Row B Seat 2",
  ],
  [
    "a section whose name no other has",
    [
      { id: "L1", name: "Box" },
      { id: "R1", name: "Box" },
      { id: "104", name: "Section 104" },
    ],
    "Section 104 Row B Seat 2",
  ],
  ["a section without rows", [{ id: "BX", name: "Box A", rows: [{ id: null, seating: 0 }] }], "Box A Seat 2"],
  [
    "an open section",
    [
      { id: "1", name: "1", isClosed: true },
      { id: "2", name: "Floor" },
    ],
    "Floor Row B Seat 2",
  ],
  ["nothing, where no seat is described", [{ id: "PIT", name: "Pit", rows: [] }], null],
])("the example is a seat of %s", (_, sections, example) => {
  expect(exampleSeat(planOf(...sections), messages)).toBe(example);
});

// Tests of the colours of seats.
import { expect, test } from "vitest";
import { planFromRecord } from "../../../layouts/layout-reader";
import { HEAT_COLOURS, heatMap } from "./heat-map";
import type { SeenSeat } from "./service-views";

const RECORD = {
  rules: {
    layout: {
      focus: { z: 1 },
      sections: [
        {
          id: "Stalls",
          rows: { first: "A", last: "C" },
          seats: { count: 3, exceptions: [{ rows: ["B"], count: 3, skip: [2] }] },
          geometry: { distanceM: 10, treadM: 5, riserM: 0, spacingM: 0.5 },
        },
        { id: "Closed", rows: ["A"], seats: { count: 3 }, geometry: { distanceM: 40 } },
        { id: "Nowhere", rows: ["A"], seats: { count: 3 } },
      ],
      configurations: [{ id: "small", closed: ["Closed"] }],
    },
  },
};
const plan = planFromRecord(RECORD, "small");

test("seats are coloured by distance, in classes of whole metres, without gaps and closed sections", () => {
  const { colour, legend } = heatMap(plan, "distance", new Map());
  expect([0, 1, 2].map((row) => colour(0, row, 0))).toEqual([HEAT_COLOURS[0], HEAT_COLOURS[2], HEAT_COLOURS[3]]);
  expect([colour(0, 1, 1), colour(1, 0, 0), colour(2, 0, 0)]).toEqual([null, null, null]);
  expect(legend.map(({ label, count }) => [label, count])).toEqual([
    ["9 to 12 m", 3],
    ["12 to 15 m", 0],
    ["15 to 18 m", 2],
    ["18 to 21 m", 3],
    ["21 to 24 m", 0],
  ]);
});

test("a flat floor is the worst class of the C-value, and a first row the best", () => {
  const { colour } = heatMap(plan, "cValue", new Map());
  expect([colour(0, 0, 0), colour(0, 1, 0)]).toEqual([HEAT_COLOURS[0], HEAT_COLOURS[4]]);
});

test("what is hidden is coloured where the service has looked", () => {
  const seat = { visibleShare: 0.5 } as SeenSeat;
  const { colour, legend } = heatMap(plan, "hidden", new Map([["Stalls/A/2", seat]]));
  expect([colour(0, 0, 1), colour(0, 0, 0)]).toEqual([HEAT_COLOURS[3], null]);
  expect(legend.map(({ count }) => count)).toEqual([0, 0, 0, 1, 0]);
});

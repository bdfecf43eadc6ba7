// Tests of the colours of seats.
import { expect, test } from "vitest";
import { changedAt, withRule } from "../../../layout-edits/record-edit";
import { planFromRecord } from "../../../layouts/layout-reader";
import { Designer } from "../designer";
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

test("a map keeps its function of colours while one block is moved, and takes another when the stage is", () => {
  const designer = new Designer(RECORD);
  const at = (distanceM: number) => withRule(0, (rule) => changedAt(rule, ["geometry", "distanceM"], () => distanceM));
  const before = heatMap(designer.plan.value, "distance", new Map());
  const [moved, resting] = [before.colour(0, 1, 0), before.colour(1, 0, 0)];
  designer.show(at(11));
  const after = heatMap(designer.plan.value, "distance", new Map(), before);
  expect(after.colour).toBe(before.colour);
  expect(after.colour(0, 1, 0)).not.toBe(moved);
  expect(after.colour(1, 0, 0)).toBe(resting);
  expect(after.classes.get(designer.plan.value.sections[1]!)).toBe(
    before.classes.get(designer.plan.value.sections[1]!),
  );
  expect(after.legend).toEqual(heatMap(designer.plan.value, "distance", new Map()).legend);

  designer.show((record) => changedAt(record, ["rules", "layout", "focus", "z"], () => 3));
  expect(heatMap(designer.plan.value, "distance", new Map(), after).colour).not.toBe(after.colour);
});

// Tests of a record at another scale: every place on the ground moves by the factor, and heights stay.
import { expect, test } from "vitest";
import { planFromRecord } from "../../layouts/layout-reader";
import { allSeats } from "../../plan/positions";
import { scaledRecord, seatPitchM } from "./scaled-record";

const LAYOUT = {
  assumed: ["heights", "scale"],
  focus: {
    x: 1,
    y: 2,
    extent: {
      kind: "stage",
      widthM: 10,
      points: [
        [0, 0],
        [4, 0],
        [2, 3],
      ],
    },
  },
  sections: [
    {
      id: "S",
      rows: { first: "A", last: "C" },
      seats: { count: 6 },
      geometry: { distanceM: 9, align: "left", riserM: 0.2, aisles: [{ after: 3 }], rowGaps: [{ after: "B" }] },
    },
    {
      id: "O",
      rows: ["A"],
      seats: { count: 4 },
      geometry: { shape: "curved", origin: { x: 8, y: 10, z: 3 }, radiusM: 12, spacingM: 0.6, shiftM: 1 },
    },
    { id: "F", positions: [{ seats: [1, 2], x: [100, 160], y: [700, 700], z: 40 }] },
    { id: "T", rows: ["T1"], seats: { count: 4 }, geometry: { tables: { widthM: 2, at: [[4, 9, 90]] } } },
    {
      id: "P",
      kind: "standing",
      capacity: 90,
      geometry: {
        area: [
          [0, 0],
          [4, 0],
          [4, 3],
        ],
      },
    },
  ],
  configurations: [{ id: "c", obstructions: [{ id: "b", box: { x: [0, 2], y: [1, 3], z: [0, 1] } }] }],
};

test("every seat is moved by the factor on the ground, and keeps its height", () => {
  const record = { name: "Hall", rules: { layout: LAYOUT } };
  const [before, after] = [record, scaledRecord(record, 2)].map((each) => allSeats(planFromRecord(each)).positions);
  expect(after).toHaveLength(before!.length);
  // Chairs keep their distance from the edge of a table, which a scale does not change.
  const atTable = new Set(planSeats("T"));
  before!.forEach((value, index) => {
    if (atTable.has(Math.floor(index / 3))) return;
    expect(after![index]).toBeCloseTo(index % 3 === 2 ? value : value * 2, 2);
  });
});

test("what stands on the ground is scaled, and the scale is no longer assumed", () => {
  const plan = planFromRecord(scaledRecord({ rules: { layout: LAYOUT } }, 2), "c");
  expect(plan.assumed).toEqual(["heights"]);
  expect(plan.obstructions[0]?.box).toEqual({ x: [0, 4], y: [2, 6], z: [0, 1] });
  expect(plan.focus.extent).toMatchObject({
    widthM: 20,
    points: [
      [0, 0],
      [8, 0],
      [4, 6],
    ],
  });
  expect(plan.sections.find(({ id }) => id === "P")?.area).toEqual([
    [0, 0],
    [8, 0],
    [8, 6],
  ]);
});

test("the distance between seats is that of most seats", () => {
  const plan = planFromRecord({ rules: { layout: LAYOUT } });
  expect(seatPitchM(plan)).toBe(0.5);
  expect(seatPitchM(planFromRecord(scaledRecord({ rules: { layout: LAYOUT } }, 1.2)))).toBeCloseTo(0.6);
  expect(seatPitchM(planFromRecord({}))).toBeNull();
});

/** The indices of a section's seats among all seats of the plan. */
function planSeats(id: string): number[] {
  const plan = planFromRecord({ rules: { layout: LAYOUT } });
  const { sections } = allSeats(plan);
  return [...sections.keys()].filter((index) => plan.sections[sections[index]!]?.id === id);
}

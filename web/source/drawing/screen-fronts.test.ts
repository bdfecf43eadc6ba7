// Tests of the sides of screens that show a picture.
import { expect, test } from "vitest";
import type { Point2 } from "./row-lines";
import { frontsOf } from "./screen-fronts";
import type { VenueMeasures } from "./venue-measures";

const FLAT: Point2[] = [
  [-5, 0],
  [5, 0],
  [5, 0.5],
  [-5, 0.5],
];
const CUBE: Point2[] = [
  [-2, -2],
  [2, -2],
  [2, 2],
  [-2, 2],
];

/** A hall with a stand at each of these places: how many people, and how far north. */
function hall(...stands: [people: number, y: number, isClosed?: boolean][]): VenueMeasures {
  const shown = stands.map(([capacity, y, isClosed = false]) => ({
    section: { capacity, isClosed },
    strips: [
      {
        front: [
          [-4, y],
          [4, y],
        ],
      },
    ],
  }));
  return { shown, loose: [], plan: { sections: [] }, focus: [0, -3, 1] } as unknown as VenueMeasures;
}

/** Where the middle of each front is. */
function norths(footprint: Point2[], measures: VenueMeasures): number[] {
  return frontsOf(footprint, measures).map(([start, end]) => (start[1] + end[1]) / 2);
}

test.each([
  ["towards the seats", hall([100, -20]), [0]],
  ["towards most of them", hall([100, -20], [300, 20]), [0.5]],
  ["not towards closed ones", hall([100, -20], [300, 20, true]), [0]],
  ["towards the focus between two halves", hall([200, -20], [200, 20]), [0]],
])("a flat screen has one front: %s", (_, measures, expected) => {
  expect(norths(FLAT, measures)).toEqual(expected);
});

test("a cube that hangs over the middle has a picture on every side", () => {
  expect(frontsOf(CUBE, hall([100, -20], [100, 20]))).toHaveLength(4);
});

// Tests of the stage, field or court on the map.
import { expect, test } from "vitest";
import { extentOutline, fieldLines } from "./focus-shapes";
import type { Plan, PlanExtent } from "./plan";

function focusWith(extent: Partial<PlanExtent>): Plan["focus"] {
  const usual = { kind: "stage" as const, widthM: 12, depthM: 8, heightM: 1, turnDeg: 180, points: [] };
  return { name: null, x: 5, y: 10, z: 0, extent: { ...usual, ...extent } };
}

function cornersOf(extent: Partial<PlanExtent>): string[] {
  return extentOutline(focusWith(extent)).map(({ x, y }) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`);
}

test("a stage is a rectangle around the focus, its width across the direction that it faces", () => {
  expect(cornersOf({})).toEqual(["-1 -14", "11 -14", "11 -6", "-1 -6"]);
  expect(cornersOf({ turnDeg: 90 })).toEqual(["1 -4", "1 -16", "9 -16", "9 -4"]);
});

test("corners replace the rectangle, and a mere point has no outline", () => {
  expect(
    cornersOf({
      points: [
        [0, 0],
        [4, 0],
        [2, 3],
      ],
    }),
  ).toEqual(["0 0", "4 0", "2 -3"]);
  expect(extentOutline({ ...focusWith({}), extent: null })).toEqual([]);
});

const SPORTS = [
  "football",
  "rugby",
  "american_football",
  "baseball",
  "basketball",
  "ice_hockey",
  "handball",
  "volleyball",
  "tennis",
  "boxing",
] as const;

test.each(SPORTS)("%s has its usual lines, in numbers that SVG can read", (kind) => {
  const lines = fieldLines(focusWith({ kind, widthM: 40, depthM: 20 }));
  expect(lines?.path).toMatch(/^M[-\d.MLHVAaZ ]+$/);
  expect(lines?.path).not.toContain("NaN");
  expect(lines?.transform).toMatch(/^translate\(5 -10\) rotate\(0\) scale\([\d.]+ [\d.]+\)$/);
});

test("corners that form a rectangle have lines along its longer side", () => {
  const points = [
    [0, 10],
    [10, 10],
    [10, -10],
    [0, -10],
  ];
  const lines = fieldLines(focusWith({ kind: "volleyball", points }));
  expect(lines?.transform).toMatch(/^translate\(5 0\) rotate\(90\) scale\(1\.11\d* 1\.11\d*\)$/);
});

test("the lines of a ball field are stretched to its outline, whatever its shape and direction", () => {
  const points = [
    [0, -20],
    [70, 50],
    [0, 80],
    [-70, 50],
  ];
  expect(fieldLines(focusWith({ kind: "baseball", points }))?.transform).toBe(
    "translate(0 -30) rotate(0) scale(1.4 1)",
  );
  const turned = points.map(([x = 0, y = 0]) => [y, -x]);
  const { transform = "" } = fieldLines(focusWith({ kind: "baseball", turnDeg: 270, points: turned })) ?? {};
  const numbers = transform.match(/-?[\d.]+(e-\d+)?/g)!.map((number) => Math.round(10 * Number(number)) / 10 + 0);
  expect(numbers).toEqual([30, 0, 90, 1.4, 1]);
});

test("a stage, and a field that is no rectangle, have no lines", () => {
  expect(fieldLines(focusWith({ kind: "stage" }))).toBeNull();
  expect(
    fieldLines(
      focusWith({
        kind: "tennis",
        points: [
          [0, 0],
          [4, 0],
          [2, 3],
        ],
      }),
    ),
  ).toBeNull();
});

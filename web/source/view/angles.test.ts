// Tests of angles and fields of view.
import { expect, test } from "vitest";
import { horizontalFov, signedAngle, verticalFov } from "./angles";

test("the field of view is that of the longer side", () => {
  expect(verticalFov(75, 390, 844)).toBe(75);
  expect(verticalFov(90, 2000, 1000)).toBeCloseTo((Math.atan(0.5) * 360) / Math.PI);
  expect(horizontalFov(75, 1600, 900)).toBeCloseTo(75);
  expect(horizontalFov(75, 400, 800)).toBeCloseTo(42, 0);
});

test("a view that must not become a peephole has a least vertical field of view", () => {
  expect(verticalFov(20, 1600, 900, 34)).toBe(34);
  expect(horizontalFov(20, 1600, 900, 34)).toBeGreaterThan(horizontalFov(20, 1600, 900));
});

test.each([
  [190, -170],
  [-190, 170],
  [540, -180],
  [90, 90],
])("a turn of %d degrees is one of %d the shorter way", (deg, signed) => {
  expect(signedAngle(deg)).toBe(signed);
});

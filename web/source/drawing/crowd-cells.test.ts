// Tests of which parts of a crowd the first picture has.
import { expect, test } from "vitest";
import { isInFirstPicture } from "./crowd-cells";

const EYE = { x: 0, y: -60, z: 5 };
const STAGE_HALF_M = 10;

test.each([
  ["around the eye", 0, -55, true],
  ["behind the eye, near it", 0, -75, true],
  ["far behind the eye", 0, -110, false],
  ["between the eye and the stage", 0, -20, true],
  ["before the edge of the stage", 9, -8, true],
  ["beside the lines of sight", 30, -20, false],
  ["on the other side of the stage", 0, 60, false],
])("%s: %d, %d", (_, x, y, isFirst) => {
  expect(isInFirstPicture({ x, y, z: 2, radius: 6 }, EYE, [0, 0, 1], STAGE_HALF_M)).toBe(isFirst);
});

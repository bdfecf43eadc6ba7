// Tests of who is left out around the eye.
import { expect, test } from "vitest";
import { isHeadInTheWay } from "./sight-clearing";

const EYE = { x: 0, y: 0, z: 1.2 };
const FOCUS: [number, number, number] = [0, 30, 1.2];

test("a head in the line of sight is in the way, near or far", () => {
  expect(isHeadInTheWay(EYE, FOCUS, 0, 3, 1.31)).toBe(true);
  expect(isHeadInTheWay(EYE, FOCUS, 0, 20, 1.31)).toBe(true);
});

test("a head below the line of sight, beside it or behind the eye is not", () => {
  expect(isHeadInTheWay(EYE, FOCUS, 0, 20, 0.9)).toBe(false);
  expect(isHeadInTheWay(EYE, FOCUS, 2, 20, 1.31)).toBe(false);
  expect(isHeadInTheWay(EYE, FOCUS, 0, -1, 1.31)).toBe(false);
});

test("nobody sits in the eye's own place, nor right in front of the face", () => {
  expect(isHeadInTheWay(EYE, FOCUS, 0.5, -0.2, 0.4)).toBe(true);
  expect(isHeadInTheWay(EYE, FOCUS, 0.5, 1, 0.4)).toBe(true);
});

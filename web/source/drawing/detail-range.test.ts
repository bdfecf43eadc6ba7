// Tests of the level of detail by size on the screen.
import { expect, test } from "vitest";
import { magnificationOf, scaledRange } from "./detail-range";

const USUAL = { fovDeg: 51, height: 560 };

test("a usual picture shows things as large as they are", () => {
  expect(magnificationOf(USUAL.fovDeg, USUAL.height)).toBe(1);
});

test("zooming in, and a picture with more pixels, make things finer; a small picture makes them coarser", () => {
  expect(magnificationOf(20, USUAL.height)).toBeGreaterThan(2);
  expect(magnificationOf(USUAL.fovDeg, USUAL.height * 2)).toBe(2);
  expect(magnificationOf(USUAL.fovDeg, USUAL.height / 2)).toBe(0.5);
});

test("it changes in few steps, and has bounds", () => {
  const steps = new Set(Array.from({ length: 80 }, (_, step) => magnificationOf(100 - step, USUAL.height)));
  expect(steps.size).toBeLessThanOrEqual(6);
  expect(magnificationOf(1, 4000)).toBeLessThan(3);
  expect(magnificationOf(150, 100)).toBe(0.5);
});

test("something twice as large keeps its detail up to twice the distance", () => {
  expect(scaledRange({ middleM: 22, farM: 70 }, 2)).toEqual({ middleM: 44, farM: 140 });
});

import { expect, test } from "vitest";

import { labelledDays, labelPosition, ticksOf } from "./chart-scale";

test.each([0, 1, 3, 7, 12, 99, 100, 101, 12_345])("the axis covers %i in few whole steps", (most) => {
  const ticks = ticksOf(most);
  expect(ticks[0]).toBe(0);
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
  expect(ticks.length).toBeLessThanOrEqual(6);
  expect(ticks.every(Number.isInteger)).toBe(true);
});

test("labels stay apart, and the last day has one", () => {
  expect([...labelledDays(30, 6)]).toEqual([29, 24, 19, 14, 9, 4]);
  expect(labelledDays(1, 6)).toEqual(new Set([0]));
});

test("the label of the last day is not cut off at the edge", () => {
  expect(labelPosition(100, 600)).toEqual({ x: 100, "text-anchor": "middle" });
  expect(labelPosition(590, 600)).toEqual({ x: 600, "text-anchor": "end" });
});

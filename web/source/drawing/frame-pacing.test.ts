// Tests that a slow machine draws less while the view moves, and near details once it rests.
import { expect, test } from "vitest";
import { FramePacing } from "./frame-pacing";

test("one late frame changes nothing, several do", () => {
  const pace = new FramePacing();
  pace.recordFrame(300);
  pace.recordFrame(10);
  expect(pace.moving.pixels).toBe(1);
  for (let frame = 0; frame < 3; frame++) pace.recordFrame(300);
  expect(pace.moving.pixels).toBeLessThan(1);
  expect(pace.resting.pixels).toBe(1);
});

test("a slow machine always draws something, and everything once it is quick again", () => {
  const pace = new FramePacing();
  for (let frame = 0; frame < 100; frame++) pace.recordFrame(1000);
  expect(pace.moving.pixels).toBeGreaterThan(0.3);
  for (let frame = 0; frame < 1000; frame++) pace.recordFrame(8);
  expect(pace.moving.pixels).toBe(1);
});

test("a measured frame decides at once", () => {
  const pace = new FramePacing();
  expect(pace.isFluent).toBe(false);
  pace.recordFullFrame(500);
  expect(pace.moving.pixels).toBeLessThan(0.5);
  expect(pace.isFluent).toBe(false);
  pace.recordFullFrame(5);
  expect(pace.moving.pixels).toBe(1);
  expect(pace.isFluent).toBe(true);
});

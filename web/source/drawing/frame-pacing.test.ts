// A slow machine draws less while the view moves, and everything that is near once it rests.
import { expect, test } from "vitest";
import { Pace } from "./frame-pacing";

test("one late frame changes nothing, several do", () => {
  const pace = new Pace();
  pace.took(300);
  pace.took(10);
  expect(pace.moving.pixels).toBe(1);
  for (let frame = 0; frame < 3; frame++) pace.took(300);
  expect(pace.moving.pixels).toBeLessThan(1);
  expect(pace.resting.pixels).toBe(1);
});

test("it never draws nothing, and comes back when the machine is quick again", () => {
  const pace = new Pace();
  for (let frame = 0; frame < 100; frame++) pace.took(1000);
  expect(pace.moving.pixels).toBeGreaterThan(0.3);
  for (let frame = 0; frame < 1000; frame++) pace.took(8);
  expect(pace.moving.pixels).toBe(1);
});

test("a measured frame decides at once", () => {
  const pace = new Pace();
  pace.measured(500);
  expect(pace.moving.pixels).toBeLessThan(0.5);
  pace.measured(5);
  expect(pace.moving.pixels).toBe(1);
});

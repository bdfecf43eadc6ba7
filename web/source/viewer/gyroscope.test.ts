// Tests of the direction in which a phone is held.
import { expect, test } from "vitest";
import { deviceDirection } from "./gyroscope";

function held(alpha: number, beta: number, gamma: number) {
  return deviceDirection({ alpha, beta, gamma }, 0)!;
}

test("held upright, the back points at the horizon", () => {
  expect(held(0, 90, 0).pitch).toBeCloseTo(0);
  expect(held(0, 90, 0).yaw).toBeCloseTo(0);
});

test("turned to the right, the yaw grows by as much", () => {
  expect(held(330, 90, 0).yaw).toBeCloseTo(30);
  expect(held(270, 90, 0).yaw).toBeCloseTo(90);
});

test("tilted back, one looks up, and tilted forward, down", () => {
  expect(held(0, 120, 0).pitch).toBeCloseTo(30);
  expect(held(0, 60, 0).pitch).toBeCloseTo(-30);
});

test("held on its side, the back points at the horizon too", () => {
  expect(held(90, 0, -90).pitch).toBeCloseTo(0);
  expect(held(0, 0, 90).pitch).toBeCloseTo(0);
});

test("a device that tells nothing holds nowhere", () => {
  expect(deviceDirection({ alpha: null, beta: null, gamma: null }, 0)).toBeNull();
});

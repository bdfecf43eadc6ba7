// Tests that looking around stays within its limits.
import { expect, test } from "vitest";
import { clampLook, type LookBounds, turnLook, zoomLook } from "./look";

const BOUNDS: LookBounds = { pitch: { leastDeg: -75, mostDeg: 70 }, fov: { leastDeg: 20, mostDeg: 100 } };
const ahead = { yaw: 350, pitch: 0, fov: 60 };

test("a turn to the right goes on past north", () => {
  expect(turnLook(ahead, 20, 0, BOUNDS).yaw).toBe(10);
  expect(turnLook({ ...ahead, yaw: 5 }, -10, 0, BOUNDS).yaw).toBe(355);
});

test("nobody looks straight up or down, and the field of view has bounds", () => {
  expect(turnLook(ahead, 0, 500, BOUNDS).pitch).toBe(70);
  expect(turnLook(ahead, 0, -500, BOUNDS).pitch).toBe(-75);
  expect(zoomLook(ahead, 100, BOUNDS).fov).toBe(100);
  expect(zoomLook(ahead, 0.001, BOUNDS).fov).toBe(20);
  expect(clampLook({ yaw: -90, pitch: 1, fov: 60 }, BOUNDS)).toEqual({ yaw: 270, pitch: 1, fov: 60 });
});

// Tests that looking around stays within its limits, and that arrow keys turn the right way.
import { expect, test } from "vitest";
import { clampLook, FOV, lookAfterKey, PITCH, turnLook, verticalFovDeg, zoomLook } from "./view-input";

const ahead = { yaw: 350, pitch: 0, fov: 60 };

test("a turn to the right goes on past north", () => {
  expect(turnLook(ahead, 20, 0).yaw).toBe(10);
  expect(turnLook({ ...ahead, yaw: 5 }, -10, 0).yaw).toBe(355);
});

test("nobody looks straight up or down, and the field of view has bounds", () => {
  expect(turnLook(ahead, 0, 500).pitch).toBe(PITCH.mostDeg);
  expect(turnLook(ahead, 0, -500).pitch).toBe(PITCH.leastDeg);
  expect(zoomLook(ahead, 100).fov).toBe(FOV.mostDeg);
  expect(zoomLook(ahead, 0.001).fov).toBe(FOV.leastDeg);
  expect(clampLook({ yaw: -90, pitch: 1, fov: 60 })).toEqual({ yaw: 270, pitch: 1, fov: 60 });
});

test("keys turn and zoom, and others are left to the page", () => {
  expect(lookAfterKey(ahead, "ArrowRight")!.yaw).toBeCloseTo(356);
  expect(lookAfterKey(ahead, "ArrowUp")!.pitch).toBeCloseTo(6);
  expect(lookAfterKey(ahead, "ArrowDown")!.pitch).toBeCloseTo(-6);
  expect(lookAfterKey(ahead, "+")!.fov).toBeLessThan(60);
  expect(lookAfterKey(ahead, "Tab")).toBeNull();
});

test("the field of view is that of the longer side", () => {
  expect(verticalFovDeg(75, 390, 844)).toBe(75);
  expect(verticalFovDeg(90, 2000, 1000)).toBeCloseTo((Math.atan(0.5) * 360) / Math.PI);
});

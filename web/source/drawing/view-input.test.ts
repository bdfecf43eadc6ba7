// Looking around stays within its bounds, and keys go the way that their arrows point.
import { expect, test } from "vitest";
import { bounded, FOV, keyed, PITCH, turned, uprightFovDeg, zoomed } from "./view-input";

const ahead = { yaw: 350, pitch: 0, fov: 60 };

test("a turn to the right goes on past north", () => {
  expect(turned(ahead, 20, 0).yaw).toBe(10);
  expect(turned({ ...ahead, yaw: 5 }, -10, 0).yaw).toBe(355);
});

test("nobody looks straight up or down, and the field of view has bounds", () => {
  expect(turned(ahead, 0, 500).pitch).toBe(PITCH.mostDeg);
  expect(turned(ahead, 0, -500).pitch).toBe(PITCH.leastDeg);
  expect(zoomed(ahead, 100).fov).toBe(FOV.mostDeg);
  expect(zoomed(ahead, 0.001).fov).toBe(FOV.leastDeg);
  expect(bounded({ yaw: -90, pitch: 1, fov: 60 })).toEqual({ yaw: 270, pitch: 1, fov: 60 });
});

test("keys turn and zoom, and others are left to the page", () => {
  expect(keyed(ahead, "ArrowRight")!.yaw).toBeCloseTo(356);
  expect(keyed(ahead, "ArrowUp")!.pitch).toBeCloseTo(6);
  expect(keyed(ahead, "ArrowDown")!.pitch).toBeCloseTo(-6);
  expect(keyed(ahead, "+")!.fov).toBeLessThan(60);
  expect(keyed(ahead, "Tab")).toBeNull();
});

test("the field of view is that of the longer side", () => {
  expect(uprightFovDeg(75, 390, 844)).toBe(75);
  expect(uprightFovDeg(90, 2000, 1000)).toBeCloseTo((Math.atan(0.5) * 360) / Math.PI);
});

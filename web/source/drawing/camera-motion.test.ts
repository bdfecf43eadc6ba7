// Tests that the eye glides to the next seat, or jumps there with reduced motion.
import { Vector3 } from "three";
import { expect, test } from "vitest";
import { CameraMotion } from "./camera-motion";

const look = { yaw: 10, pitch: -5, fov: 75 };
const [here, there] = [new Vector3(0, 0, 2), new Vector3(6, 0, 4)];

test("the first seat is shown at once", () => {
  const motion = new CameraMotion(false);
  motion.goTo(here, look, 0);
  expect(motion.eye.equals(here)).toBe(true);
  expect(motion.look).toEqual(look);
  expect(motion.advance(1)).toBe(false);
});

test("the next one is reached on a way between the two, and then nothing moves", () => {
  const motion = new CameraMotion(false);
  motion.goTo(here, look, 0);
  motion.goTo(there, { ...look, yaw: 350 }, 1000);
  expect(motion.advance(1200)).toBe(true);
  expect(motion.eye.x).toBeGreaterThan(0);
  expect(motion.eye.x).toBeLessThan(6);
  // The shorter way passes north.
  expect(motion.look.yaw).toBeLessThan(10);
  for (let at = 1250; at < 4000; at += 50) motion.advance(at);
  expect(motion.eye.distanceTo(there)).toBeLessThan(1e-6);
  expect(motion.look.yaw).toBeCloseTo(350);
  expect(motion.advance(4000)).toBe(false);
});

test("without motion every seat is shown at once", () => {
  const motion = new CameraMotion(true);
  motion.goTo(here, look, 0);
  motion.goTo(there, { ...look, yaw: 200 }, 1000);
  expect(motion.eye.equals(there)).toBe(true);
  expect(motion.look.yaw).toBe(200);
  motion.turnTo({ ...look, yaw: 90 }, false);
  expect(motion.look.yaw).toBe(90);
  expect(motion.advance(1001)).toBe(false);
});

// Tests of the motion of a standing crowd.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CrowdMotion } from "./crowd-motion";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a crowd moves a few times each second, and comes to rest by itself", () => {
  const draw = vi.fn();
  new CrowdMotion(draw, () => false).start();
  vi.advanceTimersByTime(1000);
  expect(draw.mock.calls.length).toBeGreaterThan(1);
  expect(draw.mock.calls.length).toBeLessThanOrEqual(4);
  vi.advanceTimersByTime(600_000);
  expect(draw.mock.calls.length).toBeLessThanOrEqual(100);
});

test("it stops when it is stopped, and nothing is drawn while nobody looks", () => {
  const draw = vi.fn();
  let isHidden = true;
  const motion = new CrowdMotion(draw, () => isHidden);
  motion.start();
  vi.advanceTimersByTime(1000);
  expect(draw).not.toHaveBeenCalled();
  isHidden = false;
  vi.advanceTimersByTime(1000);
  const { length } = draw.mock.calls;
  expect(length).toBeGreaterThan(1);
  motion.stop();
  vi.advanceTimersByTime(10_000);
  expect(draw).toHaveBeenCalledTimes(length);
});

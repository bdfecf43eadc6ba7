// Tests of waiting for the graphics device.
import { expect, test, vi } from "vitest";
import { whenDrawn } from "./when-drawn";

test("the graphics device is polled until the frame is drawn, without blocking", async () => {
  vi.useFakeTimers();
  const [TIMEOUT_EXPIRED, CONDITION_SATISFIED, WAIT_FAILED] = [1, 2, 3];
  const answers = [TIMEOUT_EXPIRED, TIMEOUT_EXPIRED, CONDITION_SATISFIED];
  const waits: number[] = [];
  const gl = {
    TIMEOUT_EXPIRED,
    WAIT_FAILED,
    fenceSync: () => ({}),
    flush: () => {},
    deleteSync: () => {},
    clientWaitSync: (_sync: unknown, _flags: number, nanoseconds: number) => {
      waits.push(nanoseconds);
      return answers.shift();
    },
  } as unknown as WebGL2RenderingContext;
  const drawn = whenDrawn(gl, new AbortController().signal);
  expect(waits).toEqual([]);
  vi.runAllTimers();
  expect(await drawn).toBe(true);
  expect(waits).toEqual([0, 0, 0]);
  vi.useRealTimers();
});

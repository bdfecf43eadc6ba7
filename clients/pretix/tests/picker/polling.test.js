// Tests of how often an open page asks what is free.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", { hidden: false });
  vi.spyOn(console, "warn").mockReturnValue();
  await import("../../pretix_seatpreview/static/pretix_seatpreview/picker/polling.js");
});
afterEach(() => vi.useRealTimers());

/** Opens a page whose questions `ask` answers, and returns the milliseconds after which it asked. */
async function questionsOf(ask, seconds, onEnd = () => {}) {
  const beganAt = Date.now();
  const asked = [];
  const polling = new globalThis.SeatPreviewPicker.Polling(() => {
    asked.push(Date.now() - beganAt);
    return ask();
  }, onEnd);
  polling.now();
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  return asked;
}

const after = (seconds) => () => new Promise((done) => setTimeout(done, seconds * 1_000));
const gaps = (asked) => asked.slice(1).map((at, index) => at - asked[index]);

test.each([0, 4, 13])("a page asks at least every six seconds if an answer takes %d s", async (seconds) => {
  const asked = await questionsOf(after(seconds), 120);
  expect(Math.max(...gaps(asked))).toBeLessThanOrEqual(6_000);
  expect(asked.length).toBeLessThanOrEqual(120 / 5 + 2);
});

test("no more than three questions wait for their answers", async () => {
  expect(await questionsOf(after(1_000), 120)).toHaveLength(3);
});

test("a page asks less often while questions fail, says how many did, and as often as before when one succeeds", async () => {
  const ends = [];
  let fails = 9;
  const ask = async () => {
    if (fails-- > 0) throw new Error("503");
  };
  const asked = await questionsOf(ask, 300, (failures) => ends.push(failures));
  expect(ends.slice(0, 11)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0]);
  expect(Math.max(...gaps(asked))).toBe(30_000);
  expect(gaps(asked).at(-1)).toBeLessThanOrEqual(6_000);
});

test("a page that nobody sees does not go on asking", async () => {
  document.hidden = true;
  expect(await questionsOf(after(0), 120)).toEqual([0]);
});

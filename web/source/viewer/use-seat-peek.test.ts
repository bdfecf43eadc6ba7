// Tests of when the small view of a seat on the map is asked for.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { REST_MS, SeatPeeks } from "./use-seat-peek";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function peeks() {
  const asked: string[] = [];
  const shown: (string | null)[] = [];
  const answers: ((answer: string) => void)[] = [];
  const made = new SeatPeeks<string>((key) => {
    asked.push(key);
    return new Promise((resolve) => answers.push(resolve));
  });
  return { asked, shown, answers, point: (key: string | null) => made.point(key, (answer) => shown.push(answer)) };
}

test("crossing seats asks for nothing, and resting on one asks once", async () => {
  const { asked, shown, answers, point } = peeks();
  for (const key of ["1", "2", "3", "3"]) {
    point(key);
    await vi.advanceTimersByTimeAsync(REST_MS - 60);
    if (key === "3") await vi.advanceTimersByTimeAsync(60);
  }
  expect(asked).toEqual(["3"]);
  answers[0]!("view");
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual([null, "view"]);
});

test("one request is under way at a time, and the answer for a seat that was left is not shown", async () => {
  const { asked, shown, answers, point } = peeks();
  point("1");
  await vi.advanceTimersByTimeAsync(REST_MS);
  point("2");
  await vi.advanceTimersByTimeAsync(REST_MS * 3);
  expect(asked).toEqual(["1"]);
  answers[0]!("view of 1");
  await vi.advanceTimersByTimeAsync(REST_MS);
  expect(asked).toEqual(["1", "2"]);
  point(null);
  answers[1]!("view of 2");
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual([null, null]);
});

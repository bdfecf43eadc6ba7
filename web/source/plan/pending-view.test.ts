// Tests of how a preview is asked for until what is in view is known.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askUntilKnown, PAUSES_MS, type SeenPreview } from "./pending-view";

const PENDING: SeenPreview = { sightline: { state: "pending" } };
const KNOWN: SeenPreview = { sightline: { state: "computed" } };
const HOUR_MS = 3_600_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a preview that is known, unknown for good, or of an older service is not asked for again", async () => {
  const ask = vi.fn(async () => KNOWN);
  for (const first of [KNOWN, { sightline: { state: "unknown" } } as const, { sightline: {} } as SeenPreview, {}]) {
    askUntilKnown(first, ask, () => {});
  }
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(ask).not.toHaveBeenCalled();
});

test("it is asked for again and again, with growing pauses, until it is known", async () => {
  const answers = [
    PENDING,
    PENDING,
    null,
    PENDING,
    PENDING,
    PENDING,
    PENDING,
    PENDING,
    PENDING,
    PENDING,
    PENDING,
    KNOWN,
  ];
  const start = Date.now();
  const asked: number[] = [];
  const ask = async () => {
    asked.push(Date.now() - start);
    const answer = answers[asked.length - 1]!;
    if (answer === null) throw new Error("The service is busy.");
    return answer;
  };
  const onKnown = vi.fn();
  askUntilKnown(PENDING, ask, onKnown);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(onKnown).toHaveBeenCalledExactlyOnceWith(KNOWN);
  const pauses = asked.map((at, index) => at - (asked[index - 1] ?? 0));
  expect(pauses).toEqual([...PAUSES_MS, 60_000, 60_000]);
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
});

test("nothing is asked or said after it was stopped", async () => {
  const ask = vi.fn(async () => KNOWN);
  const onKnown = vi.fn();
  askUntilKnown(PENDING, ask, onKnown)();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(ask).not.toHaveBeenCalled();
  let answer: (preview: SeenPreview) => void = () => {};
  const stop = askUntilKnown(PENDING, () => new Promise((resolve) => (answer = resolve)), onKnown);
  await vi.advanceTimersByTimeAsync(PAUSES_MS[0]!);
  stop();
  answer(KNOWN);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(onKnown).not.toHaveBeenCalled();
});

// Tests of the state of one view: what it shows, and the seats that it has shown before.
import { afterEach, expect, test, vi } from "vitest";
import { PAUSES_MS } from "../plan/pending-view";
import { show } from "../testing/page";
import type { Preview } from "./types";
import { pastAfter, type SeatPane, type ShownSeat, useSeatPane } from "./use-seat-pane";

afterEach(() => void vi.useRealTimers());

const preview = {} as Preview;

/** The names of the past after these seats were shown in turn; "<" before a name says that the buyer went back to it. */
function walk(...names: string[]): string[] {
  let past: readonly ShownSeat[] = [];
  let shown: string | null = null;
  for (const text of names) {
    const isBack = text.startsWith("<");
    const name = text.replace("<", "");
    past = pastAfter({ past, preview: shown === null ? null : preview, shown }, name, isBack);
    shown = name;
  }
  return past.map(({ name }) => name);
}

test("each seat that was left is remembered, the last one at the end", () => {
  expect(walk("A")).toEqual([]);
  expect(walk("A", "B", "C")).toEqual(["A", "B"]);
  expect(walk("A", "B", "A")).toEqual(["A", "B"]);
});

test("showing the same seat again, as after a change of language, is not a step", () => {
  expect(walk("A", "B", "B")).toEqual(["A"]);
});

test("going back forgets the way there, and going forward again does not", () => {
  expect(walk("A", "B", "C", "<B")).toEqual(["A"]);
  expect(walk("A", "B", "C", "<A")).toEqual([]);
  expect(walk("A", "B", "<A", "B")).toEqual(["A"]);
});

test("fifty seats are enough to remember", () => {
  const names = Array.from({ length: 80 }, (_, index) => `${index}`);
  expect(walk(...names)).toEqual(names.slice(29, 79));
});

test("a view that is still being computed is replaced once it is known, and counts as shown once", async () => {
  vi.useFakeTimers();
  const answers = ["pending", "pending", "computed"].map(
    (state) => ({ seat: { key: "1/A/1" }, sightline: { state } }) as unknown as Preview,
  );
  const asked: string[] = [];
  const onShown = vi.fn();
  let pane: SeatPane | undefined;
  function Pane() {
    const ask = async (seat: string) => answers[asked.push(seat) - 1]!;
    pane = useSeatPane({ ask, explain: vi.fn(), onShown, onProblem: vi.fn() });
    return null;
  }
  show(<Pane />);
  pane!.show("1/A/1");
  await vi.advanceTimersByTimeAsync(0);
  expect(pane).toMatchObject({ preview: answers[0], shownCount: 1 });
  await vi.advanceTimersByTimeAsync(PAUSES_MS[0]! + PAUSES_MS[1]! + 100);
  expect(pane).toMatchObject({ preview: answers[2], shownCount: 1, past: [] });
  expect(asked).toEqual(["1/A/1", "1/A/1", "1/A/1"]);
  expect(onShown).toHaveBeenCalledOnce();
});

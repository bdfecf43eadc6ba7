// Tests of the seats that a view has shown before.
import { expect, test } from "vitest";
import type { Preview } from "./types";
import { pastAfter, type ShownSeat } from "./use-seat-pane";

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

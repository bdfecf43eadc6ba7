import { expect, test } from "vitest";
import { marksInView, offsetsOf } from "./found-marks";

const TEXT = '{\n  "name": "Hall",\n\t"id": "hall" , "hall"\n}\n';

test("a text is found in any case, and never over itself", () => {
  expect(offsetsOf(TEXT, "hall").map((at) => TEXT.slice(at, at + 4))).toEqual(["Hall", "hall", "hall"]);
  expect(offsetsOf("aaaa", "aa")).toEqual([0, 2]);
  expect(offsetsOf(TEXT, "")).toEqual([]);
});

test("each place in view has a mark with what stands before it in its line", () => {
  const found = offsetsOf(TEXT, "hall");
  expect(marksInView(TEXT, found, 4, 1, [0, 9])).toEqual([
    { line: 1, before: '  "name": "', text: "Hall", isCurrent: false },
    { line: 2, before: '\t"id": "', text: "hall", isCurrent: true },
    { line: 2, before: '\t"id": "hall" , "', text: "hall", isCurrent: false },
  ]);
});

test("lines that are out of view have none", () => {
  const found = offsetsOf(TEXT, "hall");
  expect(marksInView(TEXT, found, 4, 0, [2, 2]).map(({ line }) => line)).toEqual([2, 2]);
  expect(marksInView(TEXT, found, 4, 0, [3, 9])).toEqual([]);
});

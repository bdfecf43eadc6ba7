import { expect, test } from "vitest";
import { example } from "../../testing/fake-service";
import { type Changes, changesInWords, joined, notCompared } from "./changes-in-words";

const { changes: CHANGES } = example<{ changes: Changes }>("publishDraft");
const NONE = { count: 0, examples: [] };
const NOTHING: Changes = {
  seats: { added: NONE, gone: NONE, renamed: NONE, moved: NONE },
  labels: [],
  labelsChanged: 0,
  labelsNotCompared: 0,
  eventSeatsGone: NONE,
  imagesUnused: NONE,
};

test("each kind of change is said in words, what buyers may miss first", () => {
  expect(changesInWords(CHANGES).map(({ text, examples, more }) => [text, examples[0], more])).toEqual([
    ["1 seat gone that buyers looked at in the last 30 days", "101/A/1", 0],
    ["1 seat renamed: the same place, another key", "101/A/1 becomes 101/A/1A", 0],
    ["1 seat moved by more than half a metre", "102/C/4 by 1.3 m", 0],
    ["10 seats added", "104/G/1", 8],
    ["1 label finds other seats than before", "“Kop row C seat 4”: no seat, then 101/C/4", 0],
    ["1 image not used any more", "101/old.jpg", 0],
  ]);
});

test("what could not be compared is said as well", () => {
  expect(notCompared(CHANGES)).toEqual([]);
  expect(changesInWords(NOTHING)).toEqual([]);
  const unknown = { ...NOTHING, eventSeatsGone: null, labelsNotCompared: 2 };
  expect(changesInWords(unknown)).toEqual([]);
  expect(notCompared(unknown)).toHaveLength(2);
});

test("a label of parts, and one of several seats", () => {
  const label = { section: "101", row: "C", seat: "4" };
  const changed = { ...NOTHING, labelsChanged: 3, labels: [{ label, before: ["101/C/4", "101/C/5"], after: null }] };
  expect(changesInWords(changed as Changes)[0]).toMatchObject({
    text: "3 labels find other seats than before",
    examples: ["“101 C 4”: 101/C/4 and 101/C/5, then no seat"],
    more: 2,
  });
  expect(joined(["1", "2", "3"])).toBe("1, 2 and 3");
});

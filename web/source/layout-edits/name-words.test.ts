// Tests of names in words: names that count on are a range, whatever number of digits they have.
import { expect, test } from "vitest";
import { namesFromWords, namesInWords, namesOf, writtenNames } from "./name-words";

test.each([
  ["Stalls 2 to Stalls 26", [{ first: "Stalls 2", last: "Stalls 26" }]],
  ["98 to 101, 105", [{ first: 98, last: 101 }, 105]],
  [
    "X to Z, AA to AC",
    [
      { first: "X", last: "Z" },
      { first: "AA", last: "AC" },
    ],
  ], // The service asks how letters go on after Z.
])("%s", (words, written) => {
  const names = namesFromWords(words);
  expect(namesInWords(names)).toBe(words);
  expect(writtenNames(names)).toEqual(written);
  expect(namesOf(written)).toEqual(names);
});

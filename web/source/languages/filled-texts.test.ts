// Tests of numbers and names in texts.
import { expect, test } from "vitest";
import { isolated, ordinal, plural } from "./filled-texts";

test("a number takes the form of its language, and the general one where that has none", () => {
  const forms = { one: "miejsce", few: "miejsca", other: "miejsc" };
  expect([1, 2, 5, 22, 112].map((count) => plural("pl", count, forms))).toEqual([
    "miejsce",
    "miejsca",
    "miejsc",
    "miejsca",
    "miejsc",
  ]);
  expect(plural("he", 2, { one: "מושב", other: "מושבים" })).toBe("מושבים");
});

test("a number before its word has a full stop in Hungarian, and a letter has none", () => {
  expect(["12", "K", "9 és 10"].map(ordinal)).toEqual(["12.", "K", "9 és 10."]);
});

test("a name is isolated from the direction of the line around it", () => {
  expect(isolated("12 A")).toBe("\u206812 A\u2069");
});

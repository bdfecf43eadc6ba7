// Tests of the choice of a language.
import { expect, test } from "vitest";
import { chooseLocale, localeOf } from "./locales";

test("the first language that the viewer has texts in is chosen", () => {
  expect(chooseLocale(null, undefined, "fi-FI", "de-AT", "en")).toBe("de");
  expect(chooseLocale("fi")).toBe("en");
  expect(chooseLocale()).toBe("en");
  // Texts that are written from right to left are not there, so that nobody gets half of a page in them.
  expect(["ar", "ar-EG", "he-IL", "iw", "fa", "ur"].map((tag) => chooseLocale(tag))).toEqual(Array(6).fill("en"));
});

test("only regions that measure in feet have a locale of their own", () => {
  expect(chooseLocale("en-US")).toBe("en-US");
  expect(chooseLocale("de-us")).toBe("de-US");
  expect(chooseLocale("en-Latn-LR")).toBe("en-US");
  expect(chooseLocale("en-GB")).toBe("en");
  expect(chooseLocale("en")).toBe("en");
});

test.each(["", "e", "not a tag", "den", "x".repeat(500)])(
  "a text that is not a language tag has no locale: %s",
  (tag) => {
    expect(localeOf(tag)).toBeNull();
  },
);

// Tests of the choice of a language.
import { expect, test } from "vitest";
import { chooseLocale, directionOf, LANGUAGES, localeOf } from "./locales";

test("the first language that the viewer has texts in is chosen", () => {
  expect(chooseLocale(null, undefined, "fi-FI", "de-AT", "en")).toBe("de");
  expect(chooseLocale("fi")).toBe("en");
  expect(chooseLocale()).toBe("en");
  expect(["fa", "ur", "yi"].map((tag) => chooseLocale(tag))).toEqual(["en", "en", "en"]);
});

test("languages with several tags have the same texts", () => {
  expect(["nb-NO", "nn", "no"].map((tag) => chooseLocale(tag))).toEqual(["no", "no", "no"]);
  expect(["iw", "he-IL"].map((tag) => chooseLocale(tag))).toEqual(["he", "he"]);
  expect(["zh", "zh-CN", "zh-Hant-TW"].map((tag) => chooseLocale(tag))).toEqual(["zh", "zh", "zh"]);
});

test("Arabic and Hebrew are written from right to left, and no other language", () => {
  expect(LANGUAGES.filter((language) => directionOf(language) === "rtl").sort()).toEqual(["ar", "he"]);
  expect(directionOf("he-US")).toBe("rtl");
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

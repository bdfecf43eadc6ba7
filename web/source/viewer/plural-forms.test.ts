// Tests of texts with a number, in every language. Their forms stand in src/seatpreview/languages/.
import { expect, test } from "vitest";
import { LANGUAGES, PLURAL_FORMS } from "../languages/generated/list";
import { loadMessages } from "./messages";

const NUMBERS = [0, 2, 3, 5, 11, 21, 22, 101];

test.each(LANGUAGES)("a number has forms that %s knows", (language) => {
  const known: readonly string[] = ["1", ...new Intl.PluralRules(language).resolvedOptions().pluralCategories];
  expect(PLURAL_FORMS[language].filter((form) => !known.includes(form))).toEqual([]);
});

test.each(LANGUAGES)("a form that stands for several numbers says which one in %s", async (language) => {
  const { best, assumptions, venueMap } = await loadMessages(language);
  const { capacity, levelCount, seatsFound } = venueMap;
  for (const number of NUMBERS) {
    for (const text of [best.count, assumptions.unplaced_sections, capacity, levelCount]) {
      expect(text(number)).toContain(`${number}`);
    }
    expect(seatsFound(number)).toContain(number.toLocaleString(language));
  }
});

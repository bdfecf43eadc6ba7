// The languages of the viewer, and the choice of one of them by language tags such as `de-AT`.

import { LANGUAGES, type Language, OTHER_CODES, RIGHT_TO_LEFT } from "../languages/generated/list";

export { LANGUAGES, type Language } from "../languages/generated/list";

/**
 * A language, and whether lengths are in feet. It is also the tag that the API and `Intl` get: other regions have
 * neither texts nor units of their own, and would only be more variants to cache.
 */
export type Locale = Language | `${Language}-US`;

/** The regions whose people measure in feet. */
const FEET_REGIONS = new Set(["US", "LR", "MM"]);

/** Returns the first of the asked languages that the viewer has texts in; English if there is none. */
export function chooseLocale(...asked: readonly (string | null | undefined)[]): Locale {
  for (const tag of asked) {
    const locale = localeOf(tag);
    if (locale !== null) return locale;
  }
  return "en";
}

/** Returns the locale of a language tag; null if the tag is not valid or the viewer has no texts in its language. */
export function localeOf(tag: string | null | undefined): Locale | null {
  try {
    const { language, region } = new Intl.Locale(tag ?? "");
    const written = OTHER_CODES[language] ?? language;
    const found = LANGUAGES.find((each) => each === written);
    if (found === undefined) return null;
    return region !== undefined && FEET_REGIONS.has(region) ? `${found}-US` : found;
  } catch {
    return null;
  }
}

export function languageOf(locale: Locale): Language {
  return locale.split("-")[0] as Language;
}

/** The direction in which texts of the locale are written. */
export function directionOf(locale: Locale): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.includes(languageOf(locale)) ? "rtl" : "ltr";
}

export function usesFeet(locale: Locale): boolean {
  return locale.endsWith("-US");
}

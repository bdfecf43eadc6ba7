// Sentences that the element shows to the buyer when the viewer cannot start: kind, and without internals.
import { TEXTS } from "../languages/generated/embed";
import { OTHER_CODES } from "../languages/generated/list";

export type BuyerTexts = {
  lang: string;
  /** The name of the frame, for screen readers. */
  title: string;
  /** The preview cannot be shown, and the buyer can do nothing about it. */
  sorry: string;
  /** The service cannot be reached. */
  offline: string;
  /** The service has too much to do. */
  busy: string;
  again: string;
};

/** Returns the texts in the first of these languages that has texts, such as `de-AT`; in English if none has. */
export function buyerTexts(...locales: (string | null | undefined)[]): BuyerTexts {
  const languages = locales.map((locale) => {
    const language = locale?.toLowerCase().split("-")[0] ?? "";
    return (Object.hasOwn(OTHER_CODES, language) && OTHER_CODES[language]) || language;
  });
  const found = languages.find((language) => Object.hasOwn(TEXTS, language)) ?? "en";
  const [title, sorry, offline, busy, again] = TEXTS[found] as (typeof TEXTS)[string];
  return { lang: found, title, sorry, offline, busy, again };
}

/** The sentence for a problem, and whether it may help to try again. */
export function buyerSentence(code: string, texts: BuyerTexts): { sentence: string; canRetry: boolean } {
  if (code === "unreachable") return { sentence: texts.offline, canRetry: true };
  if (BUSY_CODES.has(code)) return { sentence: texts.busy, canRetry: true };
  return { sentence: texts.sorry, canRetry: code === "unexpected" || code === "internal" };
}

const BUSY_CODES = new Set(["rate_limited", "overloaded", "unavailable"]);

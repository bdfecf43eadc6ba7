// The language that is shown and its texts, which change together.
import { useEffect, useState } from "preact/hooks";
import { directionOf, type Locale, languageOf, localeOf } from "./locales";
import { loadMessages, type Messages } from "./messages";

export type Texts = { locale: Locale; messages: Messages };

/**
 * Returns the texts to show. Unless somebody asked for a language, the venue's own language replaces the browser's as
 * soon as it is known and its texts are loaded.
 */
export function useTexts(initial: Texts, isAsked: boolean, venueLocale: string | undefined): Texts {
  const [texts, setTexts] = useState(initial);
  useEffect(() => {
    const locale = localeOf(venueLocale);
    if (isAsked || locale === null || locale === texts.locale) return;
    // If the texts cannot be loaded, the present ones stay.
    loadMessages(locale).then(
      (messages) => setTexts({ locale, messages }),
      () => {},
    );
  }, [venueLocale]);
  useEffect(() => {
    document.documentElement.lang = languageOf(texts.locale);
    document.documentElement.dir = directionOf(texts.locale);
  }, [texts]);
  return texts;
}

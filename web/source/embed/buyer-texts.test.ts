// Tests of the sentences for buyers.
import { expect, test } from "vitest";
import { LANGUAGES } from "../viewer/locales";
import { buyerSentence, buyerTexts } from "./buyer-texts";

test("the first language that there are texts for is taken, whatever its region", () => {
  expect(buyerTexts(null, "de-AT", "fr").title).toBe("Blick vom Platz");
  expect(buyerTexts("pt-BR").title).toBe("Vista do lugar");
  expect(buyerTexts("fi", "it").title).toBe("Vista dal posto");
  expect(buyerTexts("nb-NO").lang).toBe("no");
  expect(buyerTexts("constructor", "", undefined).title).toBe("View from the seat");
});

test("no sentence for buyers names an internal, in any language", () => {
  for (const language of LANGUAGES) {
    const { lang, ...texts } = buyerTexts(language);
    const sentences = Object.values(texts);
    expect(lang).toBe(language);
    expect(new Set(sentences).size).toBe(5);
    expect(sentences.join(" ")).not.toMatch(/origin|key|csp|http|service|[_{}]/i);
  }
});

test("a buyer can try again where that may help", () => {
  const texts = buyerTexts("en");
  expect(buyerSentence("unreachable", texts)).toEqual({ sentence: texts.offline, canRetry: true });
  expect(buyerSentence("rate_limited", texts)).toEqual({ sentence: texts.busy, canRetry: true });
  expect(buyerSentence("origin_not_allowed", texts)).toEqual({ sentence: texts.sorry, canRetry: false });
});

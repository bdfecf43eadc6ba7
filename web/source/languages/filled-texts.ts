// What the texts of many languages need where a number or a name is filled in.

/** The forms of a text by the number in it. "1" is the number 1 alone, and "other" is taken where there is no form. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule | "1", string>> & { other: string };

/** Returns the form that the number takes in this language. */
export function plural(language: string, count: number, forms: PluralForms): string {
  const exact = count === 1 ? forms[1] : undefined;
  return exact ?? forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}

/** Returns a row or seat as Hungarian writes it before its word: a number has a full stop ("12. sor"), a letter has none. */
export function ordinal(name: string): string {
  return /\d$/.test(name) ? `${name}.` : name;
}

/** Returns a name that keeps its own direction within a line from right to left: "12 A" does not become "A 12". */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

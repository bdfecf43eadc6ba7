// Loads the texts of one language. Each language is a script of its own, so that a buyer downloads only one.
import { type Language, type Locale, languageOf } from "../locales";
import type { Messages } from "./en";

export type { Messages } from "./en";
/** The texts about offers. */
export type OfferMessages = Messages["offers"];

const MODULES: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  it: () => import("./it"),
  nl: () => import("./nl"),
  pt: () => import("./pt"),
  ja: () => import("./ja"),
  he: () => import("./he"),
  ar: () => import("./ar"),
  zh: () => import("./zh"),
  ko: () => import("./ko"),
  pl: () => import("./pl"),
  ru: () => import("./ru"),
  uk: () => import("./uk"),
  cs: () => import("./cs"),
  sk: () => import("./sk"),
  sv: () => import("./sv"),
  da: () => import("./da"),
  no: () => import("./no"),
  hu: () => import("./hu"),
  tr: () => import("./tr"),
  el: () => import("./el"),
};

export async function loadMessages(locale: Locale): Promise<Messages> {
  return (await MODULES[languageOf(locale)]()).messages;
}

/** Returns the sentence about a problem of the API by its code. */
export function problemSentence({ problems }: Messages, code: string): string {
  return Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : problems.other;
}

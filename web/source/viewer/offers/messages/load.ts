// Loads the texts about offers in one language.
import { type Language, type Locale, languageOf } from "../../locales";
import type { OfferMessages } from "./en";

export type { OfferMessages } from "./en";

const MODULES: Record<Language, () => Promise<{ messages: OfferMessages }>> = {
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  it: () => import("./it"),
  nl: () => import("./nl"),
  pt: () => import("./pt"),
};

export async function loadOfferMessages(locale: Locale): Promise<OfferMessages> {
  return (await MODULES[languageOf(locale)]()).messages;
}

// Says that the session shows a draft. Only the venue's own people ever see it, so it is loaded after the first view.
import "./draft-note.css";
import { type Language, type Locale, languageOf } from "./locales";

export const DRAFT_TEXTS: Record<Language, string> = {
  en: "Draft: buyers do not see this yet",
  de: "Entwurf: Käufer sehen das noch nicht",
  fr: "Brouillon : les acheteurs ne le voient pas encore",
  es: "Borrador: los compradores aún no lo ven",
  it: "Bozza: gli acquirenti non la vedono ancora",
  nl: "Concept: kopers zien dit nog niet",
  pt: "Rascunho: os compradores ainda não veem isto",
};

export function DraftNote({ locale }: { locale: Locale }) {
  return <p class="draft-note">{DRAFT_TEXTS[languageOf(locale)]}</p>;
}

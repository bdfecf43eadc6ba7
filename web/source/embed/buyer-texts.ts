// Sentences that the element shows to the buyer when the viewer cannot start: kind, and without internals.

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

const TEXTS: Record<string, readonly [string, string, string, string, string]> = {
  en: [
    "View from the seat",
    "The view from this seat cannot be shown at the moment.",
    "The view could not be loaded. Please check your connection.",
    "Many people are looking at seats right now. Please try again in a moment.",
    "Try again",
  ],
  de: [
    "Blick vom Platz",
    "Der Blick von diesem Platz kann im Moment nicht gezeigt werden.",
    "Die Ansicht konnte nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.",
    "Gerade sehen sich viele Menschen Plätze an. Bitte versuchen Sie es gleich noch einmal.",
    "Noch einmal versuchen",
  ],
  fr: [
    "Vue depuis la place",
    "La vue depuis cette place ne peut pas être affichée pour le moment.",
    "La vue n’a pas pu être chargée. Veuillez vérifier votre connexion.",
    "Beaucoup de personnes regardent des places en ce moment. Veuillez réessayer dans un instant.",
    "Réessayer",
  ],
  es: [
    "Vista desde el asiento",
    "La vista desde este asiento no se puede mostrar en este momento.",
    "No se ha podido cargar la vista. Comprueba tu conexión.",
    "Muchas personas están viendo asientos ahora mismo. Inténtalo de nuevo en un momento.",
    "Reintentar",
  ],
  it: [
    "Vista dal posto",
    "Al momento non è possibile mostrare la vista da questo posto.",
    "Impossibile caricare la vista. Controlla la connessione.",
    "Molte persone stanno guardando i posti in questo momento. Riprova tra poco.",
    "Riprova",
  ],
  nl: [
    "Uitzicht vanaf de stoel",
    "Het uitzicht vanaf deze stoel kan op dit moment niet worden getoond.",
    "Het uitzicht kon niet worden geladen. Controleer je verbinding.",
    "Veel mensen bekijken nu stoelen. Probeer het zo meteen opnieuw.",
    "Opnieuw proberen",
  ],
  pt: [
    "Vista do lugar",
    "No momento não é possível mostrar a vista deste lugar.",
    "Não foi possível carregar a vista. Verifique sua conexão.",
    "Muitas pessoas estão vendo lugares neste momento. Tente de novo daqui a pouco.",
    "Tentar de novo",
  ],
  ja: [
    "席からの眺め",
    "現在、この席からの眺めを表示できません。",
    "眺めを読み込めませんでした。接続を確認してください。",
    "ただいまアクセスが集中しています。少し待ってからもう一度お試しください。",
    "もう一度試す",
  ],
};

/** Returns the texts in the first of these languages that has texts, such as `de-AT`; in English if none has. */
export function buyerTexts(...locales: (string | null | undefined)[]): BuyerTexts {
  const languages = locales.map((locale) => locale?.toLowerCase().split("-")[0] ?? "");
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

// What a drawing assumes, in words. Few venues need these texts, so they are loaded only for those.
import type { Assumption, AssumptionCode } from "../plan/assumptions";

/** What the description of the seat says already. */
const IN_THE_DESCRIPTION = ["usual_heights", "assumed_scale", "assumed_focus"] as const;
type SaidHere = Exclude<AssumptionCode, (typeof IN_THE_DESCRIPTION)[number]>;

type Texts = Record<SaidHere, (count: number) => string> & {
  /** What is said on the drawing. */
  partly: string;
};

/** One sentence for each assumption that the description leaves out, in the language of a tag such as `de-AT`; in English if there are no texts. */
export function assumptionText(assumptions: readonly Assumption[], locale: string): string {
  const texts = textsOf(locale);
  return assumptions.flatMap(({ code, count }) => (isSaidHere(code) ? texts[code](count) : [])).join(" ");
}

function isSaidHere(code: AssumptionCode): code is SaidHere {
  return !(IN_THE_DESCRIPTION as readonly AssumptionCode[]).includes(code);
}

/** A few words that say that something is assumed. */
export function partlyAssumed(locale: string): string {
  return textsOf(locale).partly;
}

function textsOf(locale: string): Texts {
  return TEXTS[locale.split("-")[0] ?? ""] ?? ENGLISH;
}

const ENGLISH: Texts = {
  partly: "partly assumed",
  unplaced_sections: (count) =>
    count === 1
      ? "Drawn without a section whose place is not known."
      : `Drawn without ${count} sections whose place is not known.`,
  assumed_rows: () => "The number of rows is partly assumed.",
  assumed_seats: () => "The number of seats is partly assumed.",
  assumed_heights: () => "Heights are not known: all seats are drawn on the floor.",
  assumed_stage: () => "The stage or field is assumed.",
};

const TEXTS: Record<string, Texts> = {
  en: ENGLISH,
  de: {
    partly: "teilweise angenommen",
    unplaced_sections: (count) =>
      count === 1
        ? "Gezeichnet ohne einen Block, dessen Ort nicht bekannt ist."
        : `Gezeichnet ohne ${count} Blöcke, deren Ort nicht bekannt ist.`,
    assumed_rows: () => "Die Zahl der Reihen ist teilweise angenommen.",
    assumed_seats: () => "Die Zahl der Plätze ist teilweise angenommen.",
    assumed_heights: () => "Höhen sind nicht bekannt: Alle Plätze sind auf dem Boden gezeichnet.",
    assumed_stage: () => "Bühne oder Spielfeld sind angenommen.",
  },
  fr: {
    partly: "en partie supposé",
    unplaced_sections: (count) =>
      count === 1
        ? "Dessiné sans un bloc dont l’emplacement n’est pas connu."
        : `Dessiné sans ${count} blocs dont l’emplacement n’est pas connu.`,
    assumed_rows: () => "Le nombre de rangs est en partie supposé.",
    assumed_seats: () => "Le nombre de places est en partie supposé.",
    assumed_heights: () => "Les hauteurs ne sont pas connues : toutes les places sont dessinées au sol.",
    assumed_stage: () => "La scène ou le terrain est supposé.",
  },
  es: {
    partly: "en parte supuesto",
    unplaced_sections: (count) =>
      count === 1
        ? "Dibujado sin un sector cuya posición no se conoce."
        : `Dibujado sin ${count} sectores cuya posición no se conoce.`,
    assumed_rows: () => "El número de filas es en parte supuesto.",
    assumed_seats: () => "El número de asientos es en parte supuesto.",
    assumed_heights: () => "No se conocen las alturas: todos los asientos están dibujados en el suelo.",
    assumed_stage: () => "El escenario o el campo es supuesto.",
  },
  it: {
    partly: "in parte ipotizzato",
    unplaced_sections: (count) =>
      count === 1
        ? "Disegnato senza un settore di cui non si conosce la posizione."
        : `Disegnato senza ${count} settori di cui non si conosce la posizione.`,
    assumed_rows: () => "Il numero di file è in parte ipotizzato.",
    assumed_seats: () => "Il numero di posti è in parte ipotizzato.",
    assumed_heights: () => "Le altezze non sono note: tutti i posti sono disegnati a terra.",
    assumed_stage: () => "Il palco o il campo è ipotizzato.",
  },
  nl: {
    partly: "deels aangenomen",
    unplaced_sections: (count) =>
      count === 1
        ? "Getekend zonder een vak waarvan de ligging niet bekend is."
        : `Getekend zonder ${count} vakken waarvan de ligging niet bekend is.`,
    assumed_rows: () => "Het aantal rijen is deels aangenomen.",
    assumed_seats: () => "Het aantal stoelen is deels aangenomen.",
    assumed_heights: () => "Hoogtes zijn niet bekend: alle stoelen zijn op de vloer getekend.",
    assumed_stage: () => "Het podium of het veld is aangenomen.",
  },
  pt: {
    partly: "em parte presumido",
    unplaced_sections: (count) =>
      count === 1
        ? "Desenhado sem um setor cuja posição não é conhecida."
        : `Desenhado sem ${count} setores cuja posição não é conhecida.`,
    assumed_rows: () => "O número de filas é em parte presumido.",
    assumed_seats: () => "O número de lugares é em parte presumido.",
    assumed_heights: () => "As alturas não são conhecidas: todos os lugares estão desenhados no chão.",
    assumed_stage: () => "O palco ou o campo é presumido.",
  },
};

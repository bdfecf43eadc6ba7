// What is said about a preview: its place, what the picture is, and the facts of the view. Pure.

import type { Words } from "./messages";
import type { Locale, Preview } from "./types";

export type Fact = {
  name: string;
  value: string;
  note: string | null;
};

export type Placed = {
  /** "Section 107". */
  section: string;
  /** "Lower Bowl", "Row K", "Seat 9": those that there are. */
  rest: string[];
};

/** How far above the eyes in front the line of sight passes, from so many millimetres on. */
const CLEAR_MM = 120;
const GOOD_MM = 90;
const ACCEPTABLE_MM = 60;
/** Below this the picture counts as taken where one sits. */
const NEAR_M = 0.5;

export function placed({ seat }: Preview, words: Words): Placed {
  const rest = [
    seat.row === null ? null : `${words.row} ${seat.row}`,
    seat.seat === null ? null : `${words.seat} ${seat.seat}`,
  ];
  return { section: seat.sectionName, rest: rest.filter((part) => part !== null) };
}

export function placeInWords(preview: Preview, words: Words): string {
  const { section, rest } = placed(preview, words);
  return [section, ...rest].join(", ");
}

/** "Panorama from row C, 4 m away": what is shown, and whose. */
export function provenanceInWords(preview: Preview, words: Words, locale: Locale, isDrawn: boolean): string {
  const { source, match, borrowedFrom, distanceM } = preview.provenance;
  if (isDrawn || source === "drawing") return words.drawing;
  const kind = source === "panorama" ? words.panorama : words.photo;
  const where = borrowedFrom === null ? own(match, words) : borrowed(borrowedFrom, preview.seat.section, words);
  const away = distanceM !== null && distanceM >= NEAR_M ? `, ${metres(distanceM, locale)} ${words.away}` : "";
  return [kind, where].filter((part) => part !== "").join(" ") + away;
}

/** The name of who made the picture; nothing of a drawing. */
export function attributionOf(preview: Preview, isDrawn: boolean): string | null {
  return isDrawn ? null : preview.imagery?.attribution || null;
}

export function factsOf({ sightline }: Preview, words: Words, locale: Locale): Fact[] {
  const { distanceM, elevationM, cValueMm, obstructions } = sightline;
  const facts: Fact[] = [];
  if (distanceM !== null) {
    facts.push({
      name: words.distance,
      value: metres(distanceM, locale),
      note: heightInWords(elevationM, words, locale),
    });
  }
  if (cValueMm !== null) {
    facts.push({ name: words.rowInFront, value: overHeads(cValueMm, words), note: null });
  }
  if (distanceM !== null) {
    const names = obstructions.map(({ name, kind }) => name ?? words.obstructions[kind] ?? words.obstructions.other);
    facts.push({ name: words.inTheWay, value: names.join(", ") || words.nothingInTheWay, note: null });
  }
  return facts;
}

export function metres(distanceM: number, locale: Locale): string {
  const digits = distanceM < 10 ? 1 : 0;
  const format = { style: "unit", unit: "meter", maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(locale, format).format(distanceM);
}

function heightInWords(elevationM: number | null, words: Words, locale: Locale): string | null {
  if (elevationM === null) return null;
  if (Math.abs(elevationM) < 0.05) return words.level;
  return `${metres(Math.abs(elevationM), locale)} ${elevationM > 0 ? words.below : words.above}`;
}

function overHeads(cValueMm: number, words: Words): string {
  if (cValueMm >= CLEAR_MM) return words.clear;
  if (cValueMm >= GOOD_MM) return words.good;
  if (cValueMm >= ACCEPTABLE_MM) return words.acceptable;
  return cValueMm >= 0 ? words.tight : words.hidden;
}

function own(match: Preview["provenance"]["match"], words: Words): string {
  return match === null ? "" : words.own[match];
}

/** Of a key such as `104/C/7`: what of it tells that place from the buyer's own. */
function borrowed(key: string, ownSection: string, words: Words): string {
  const [section, row, seat] = key.split("/");
  const parts: string[] = [];
  if (section !== ownSection || row === undefined) parts.push(`${words.section} ${section}`);
  if (row !== undefined) parts.push(`${words.ofRow} ${row}`);
  if (seat !== undefined) parts.push(`${words.ofSeat} ${seat}`);
  return `${words.from} ${parts.join(", ")}`;
}

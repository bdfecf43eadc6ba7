// Pure functions that describe a preview in words: the seat, the picture's origin, and the facts of the view.

import { idsOfKey } from "../plan/plan";
import { seatsOf, viewedSeat } from "../plan/previewed-seats";
import { type Locale, usesFeet } from "./locales";
import type { Messages } from "./messages/load";
import type { Preview } from "./types";

export type Fact = {
  name: string;
  value: string;
  note: string | null;
};

export type SeatName = {
  /** The name of the section, such as "Section 107". */
  section: string;
  /** The other parts that exist, such as "Row K" and "Seat 9", or "Seats 9 and 10" if there are several. */
  rest: string[];
};

/** From this share on, nothing counts as hidden: as the service has it (seats/view_quality.py). */
const WHOLE_FROM = 0.98;
/** Up to this distance the picture counts as taken at the seat itself. */
const NEAR_M = 0.5;
const METRES_OF_A_FOOT = 0.3048;

export function seatName(preview: Preview, messages: Messages): SeatName {
  const { seat } = preview;
  const seats = seatsOf(preview).flatMap((each) => each.seat ?? []);
  const rest = [
    seat.row === null ? null : `${messages.row} ${seat.row}`,
    seats.length === 0 ? null : `${seats.length > 1 ? messages.seats : messages.seat} ${listOfSeats(seats, messages)}`,
  ];
  return { section: seat.sectionName, rest: rest.filter((part) => part !== null) };
}

export function seatText(preview: Preview, messages: Messages): string {
  const { section, rest } = seatName(preview, messages);
  return [section, ...rest].join(", ");
}

/** Lists seats: "9 and 10", "1, 3 and 5", or "1 to 4" for three or more that follow each other. */
export function listOfSeats(seats: readonly string[], messages: Messages): string {
  const [first = "", ...rest] = seats;
  const last = rest.at(-1);
  if (last === undefined) return first;
  const isRange = rest.length > 1 && rest.every((seat, index) => isNext(seats[index] ?? "", seat));
  if (isRange) return `${first} ${messages.to} ${last}`;
  return `${seats.slice(0, -1).join(", ")} ${messages.and} ${last}`;
}

function isNext(seat: string, next: string): boolean {
  return /^\d+$/.test(seat) && String(Number(seat) + 1) === next;
}

/** Says what kind of picture is shown and where it was taken: "Panorama from row C, 4 m away". */
export function provenanceText(preview: Preview, messages: Messages, locale: Locale, isDrawn: boolean): string {
  const { source, borrowedFrom, distanceM } = preview.provenance;
  if (isDrawn || source === "drawing") return [messages.drawing, fromSeat(preview, messages)].filter(Boolean).join(" ");
  const kind = messages.imagery[source];
  const where = borrowedFrom === null ? own(preview, messages) : borrowed(borrowedFrom, preview.seat.section, messages);
  const away = distanceM !== null && distanceM >= NEAR_M ? `, ${messages.away(length(distanceM, locale))}` : "";
  return [kind, where].filter((part) => part !== "").join(" ") + away;
}

/** The view in words, which speak of what is shown: the drawing, or the picture. */
export function descriptionOf({ description, drawing }: Preview, isDrawn: boolean): string {
  return isDrawn && drawing !== null ? drawing.description : description;
}

/** The attribution of the picture; null for a drawing. */
export function attributionOf(preview: Preview, isDrawn: boolean): string | null {
  return isDrawn ? null : preview.imagery?.attribution || null;
}

/** What is known of the view. The first fact is the distance, the last one what is in the way. */
export function factsOf({ sightline }: Preview, messages: Messages, locale: Locale): Fact[] {
  const { distanceM, elevationM, nearestM, cValueMm, visibleShare } = sightline;
  if (distanceM === null) return [];
  const nearest = nearestM === null || nearestM >= distanceM ? null : messages.nearestEdge(length(nearestM, locale));
  const note = [nearest, heightText(elevationM, messages, locale)].filter((part) => part !== null).join(", ");
  const facts: Fact[] = [{ name: messages.distance, value: length(distanceM, locale), note: note || null }];
  if (visibleShare !== null) {
    facts.push({ name: messages.inView, value: percent(visibleShare, locale), note: null });
    const people = sightline.obstructions.find(({ kind }) => kind === "people")?.hiddenShare;
    const value = people ? messages.peopleHide(percent(people, locale)) : messages.clear;
    if (people || cValueMm !== null) facts.push({ name: messages.rowInFront, value, note: null });
  }
  const inTheWay = obstructionsText(sightline, messages);
  if (inTheWay !== "") facts.push({ name: messages.inTheWay, value: inTheWay, note: null });
  return facts;
}

/** Names what hides something. "None" only where nothing does; nothing at all where that is not known. */
function obstructionsText(
  { visibleShare, restriction, obstructions }: Preview["sightline"],
  messages: Messages,
): string {
  const names = obstructions.map(({ name, kind }) => name ?? messages.obstructions[kind]);
  if (names.length > 0) return [...new Set(names)].join(", ");
  const isWhole = visibleShare !== null && visibleShare >= WHOLE_FROM;
  return isWhole && restriction === null ? messages.nothingInTheWay : "";
}

function percent(share: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: "percent" }).format(share);
}

/** Writes a length in the units of the locale: "32 m", "4.2 m", "104 ft". */
export function length(lengthM: number, locale: Locale): string {
  if (usesFeet(locale)) return unitText(lengthM / METRES_OF_A_FOOT, "foot", 0, locale);
  return unitText(lengthM, "meter", lengthM < 10 ? 1 : 0, locale);
}

function unitText(value: number, unit: "foot" | "meter", digits: number, locale: Locale): string {
  const format = { style: "unit", unit, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(locale, format).format(value);
}

function heightText(elevationM: number | null, messages: Messages, locale: Locale): string | null {
  if (elevationM === null) return null;
  if (Math.abs(elevationM) < 0.05) return messages.level;
  return `${length(Math.abs(elevationM), locale)} ${elevationM > 0 ? messages.below : messages.above}`;
}

function own(preview: Preview, messages: Messages): string {
  const { match } = preview.provenance;
  if (match === null) return "";
  return match === "seat" ? fromSeat(preview, messages) || messages.own.seat : messages.own[match];
}

/** Names the seat that the view is from if the preview is not of one seat: "from seat 9", "from row K, seat 9". */
function fromSeat(preview: Preview, messages: Messages): string {
  if (preview.viewFrom === undefined) return "";
  if (preview.seat.row === null) return borrowed(preview.viewFrom, preview.seat.section, messages);
  return `${messages.fromSeat} ${viewedSeat(preview).seat}`;
}

/** Names the seat that the picture was borrowed from, by the parts of its key that differ from the buyer's seat. */
function borrowed(key: string, ownSection: string, messages: Messages): string {
  const { section, row, seat } = idsOfKey(key);
  if (section === ownSection && row === null && seat !== null) return `${messages.fromSeat} ${seat}`;
  const parts: string[] = [];
  if (section !== ownSection || (row === null && seat === null)) parts.push(`${messages.section} ${section}`);
  if (row !== null) parts.push(`${messages.ofRow} ${row}`);
  if (seat !== null) parts.push(`${messages.ofSeat} ${seat}`);
  return `${messages.from} ${parts.join(", ")}`;
}

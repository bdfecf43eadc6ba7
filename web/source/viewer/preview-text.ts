// Pure functions that describe a preview in words: the seat, the picture's origin, and the facts of the view.

import { isPending } from "../plan/pending-view";
import { idsOfKey } from "../plan/plan";
import { seatsOf, viewedSeat } from "../plan/previewed-seats";
import { type Locale, usesFeet } from "./locales";
import type { Messages } from "./messages";
import type { BestGroup } from "./session";
import type { Preview } from "./types";

export type Fact = {
  name: string;
  value: string;
  note: string | null;
  /** Whether it is a reason why the view is restricted: it is shown as a warning. */
  isRestricted?: boolean;
};

type Camera = NonNullable<Preview["provenance"]["camera"]>;

export type SeatName = {
  /** The name of the section, such as "Section 107". */
  section: string;
  /** The language of the section's name, if it is not translated. */
  lang: string | undefined;
  /** The other parts that exist, such as "Row K" and "Seat 9", or "Seats 9 and 10" if there are several. */
  rest: string[];
};

/** Up to this angle, a seat counts as straight in front. */
const STRAIGHT_DEG = 10;
/** At larger angles, performers are seen from behind, and the back of a screen: as in descriptions (seats/view_quality.py). */
const FROM_BEHIND_DEG = { stage: 120, screen: 90, field: 180 };
/** A larger hidden part of the set or of the screens is told, as in descriptions (seats/view_quality.py). */
const FRAME_HIDDEN_LEAST = 0.05;
/** The nearest edge is told where it is nearer by more than a quarter, as in descriptions (seats/descriptions.py). */
const NEARER_THAN = 0.75;
/** Up to this distance the picture counts as taken at the seat itself. */
const NEAR_M = 0.5;
/** Three letters, or one of a script that writes whole words with few. */
const WORD = /\p{L}{3}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const METRES_OF_A_FOOT = 0.3048;

export function seatName(preview: Preview, messages: Messages): SeatName {
  const { seat } = preview;
  const seats = seatsOf(preview).flatMap((each) => each.seat ?? []);
  const rest = [
    seat.row === null ? null : messages.row(seat.row),
    seats.length === 0 ? null : messages[seats.length > 1 ? "seats" : "seat"](listOfSeats(seats, messages)),
  ];
  const { sectionName: name, sectionNameLocale } = seat;
  const named = WORD.test(name)
    ? { section: name, lang: sectionNameLocale }
    : { section: messages.section(name), lang: undefined };
  return { ...named, rest: rest.filter((part) => part !== null) };
}

export function seatText(preview: Preview, messages: Messages): string {
  const { section, rest } = seatName(preview, messages);
  return [section, ...rest].join(messages.comma);
}

/** Lists seats: "9 and 10", "1, 3 and 5", or "1 to 4" for three or more that follow each other. */
export function listOfSeats(seats: readonly string[], messages: Messages): string {
  const [first = "", ...rest] = seats;
  const last = rest.at(-1);
  if (last === undefined) return first;
  const isRange = rest.length > 1 && rest.every((seat, index) => isNext(seats[index] ?? "", seat));
  if (isRange) return first + messages.to + last;
  return seats.slice(0, -1).join(messages.comma) + messages.and + last;
}

function isNext(seat: string, next: string): boolean {
  return /^\d+$/.test(seat) && String(Number(seat) + 1) === next;
}

/** Says what kind of picture is shown and where it was taken: "Panorama from row C, 4 m away". */
export function provenanceText(preview: Preview, messages: Messages, locale: Locale, isDrawn: boolean): string {
  const { source, camera } = preview.provenance;
  if (isDrawn || source === "drawing") return `${messages.drawing} ${fromHere(preview, messages)}`;
  const where = camera == null ? "" : cameraText(camera, preview, messages);
  const away = camera == null ? "" : awayText(camera, messages, locale);
  return [messages.imagery[source], where].filter((part) => part !== "").join(" ") + away;
}

/** The view in words, which speak of what is shown: the drawing, or the picture. */
export function descriptionOf({ description, drawing }: Preview, isDrawn: boolean): string {
  return isDrawn && drawing !== null ? drawing.description : description;
}

/** The attribution of the picture; null for a drawing. */
export function attributionOf(preview: Preview, isDrawn: boolean): string | null {
  return isDrawn ? null : preview.imagery?.attribution || null;
}

/** What is known of the view. The first fact is the distance, the last one what is in the way. What else is known is in the
 * description. */
export function factsOf({ sightline, provenance }: Preview, messages: Messages, locale: Locale): Fact[] {
  const { distanceM } = sightline;
  const isRestricted = sightline.restriction !== null;
  if (distanceM === null) return [];
  // A height that is only assumed is left out, and so is one that changes once the view is computed.
  const hasHeight = !provenance.assumed.includes("heights") && !isPending({ sightline });
  const height = hasHeight ? floorText(sightline, messages, locale) : null;
  const notes = [nearestText(sightline, messages, locale), height].filter((each) => each !== null);
  const note = notes.length === 0 ? null : notes.join(messages.comma);
  const facts: Fact[] = [{ name: messages.distance, value: length(distanceM, locale), note }];
  const inView = isPending({ sightline }) ? messages.computing : shareText(sightline, locale);
  const byPlace = byPlaceText(sightline, messages, locale);
  if (inView !== null) facts.push({ name: messages.inView, value: inView, note: byPlace, isRestricted });
  const inTheWay = obstructionsText(sightline, messages, locale);
  const framed = frameText(sightline, messages);
  const [way = null, hides = null] = [inTheWay, framed].filter((text) => text !== "");
  if (way !== null) facts.push({ name: messages.inTheWay, value: way, note: hides, isRestricted });
  return facts;
}

/** Says that it is not known yet how much is seen: "In view: being computed". */
export function computingText({ inView, computing }: Messages): string {
  return `${inView}: ${computing}`;
}

/** Why seats are among the best, in a few words: the same that their previews say of distance, angle and share. */
export function reasonsOf(
  { reasons }: BestGroup,
  lookedAt: Preview["sightline"]["lookedAt"],
  messages: Messages,
  locale: Locale,
): string[] {
  const { distanceM, sideAngleDeg, isRestricted, hasPeopleBeside } = reasons;
  const share = shareText(reasons, locale);
  const words: string[] = [];
  if (distanceM !== null) words.push(messages.away(length(distanceM, locale)));
  if (sideAngleDeg !== null) words.push(sideText(sideAngleDeg, lookedAt, messages));
  if (isClear(reasons, isRestricted) && !hasPeopleBeside) words.push(messages.best.clear);
  else if (share !== null) words.push(`${messages.inView.toLocaleLowerCase(locale)} ${share}`);
  if (isRestricted) words.push(messages.venueMap.properties.restrictedView.toLocaleLowerCase(locale));
  return words;
}

function sideText(angleDeg: number, lookedAt: Preview["sightline"]["lookedAt"], { best }: Messages): string {
  if (angleDeg > FROM_BEHIND_DEG[lookedAt ?? "stage"]) return best.behind;
  const degrees = Math.round(angleDeg);
  return degrees <= STRAIGHT_DEG ? best.straight : best.aside(degrees);
}

/** Says how much of the stage, screen or field is seen; null where that is not known. */
function shareText({ visibleShare }: { visibleShare: number | null }, locale: Locale): string | null {
  return visibleShare === null ? null : percent(visibleShare, locale);
}

/** How much is seen from the worst and the best place of a standing area or a suite; null for a seat. */
function byPlaceText({ shareRange }: Preview["sightline"], messages: Messages, locale: Locale): string | null {
  if (shareRange == null || shareRange.worst === shareRange.best) return null;
  return messages.byPlace(percent(shareRange.worst, locale), percent(shareRange.best, locale));
}

/** Whether it is known that nothing hides anything. */
function isClear({ visibleShare }: { visibleShare: number | null }, isRestricted: boolean | undefined): boolean {
  return visibleShare === 1 && !isRestricted;
}

/** Names what hides something, each with how much. "None" only where nothing does; nothing at all where that is not known. */
function obstructionsText(sightline: Preview["sightline"], messages: Messages, locale: Locale): string {
  const { restriction, obstructions } = sightline;
  const shares = new Map<string, number>();
  for (const { name, kind, hiddenShare } of obstructions) {
    const isBeside = kind === "people" && hiddenShare === 0;
    const shown = isBeside ? messages.beside : (name ?? messages.obstructions[kind]);
    shares.set(shown, (shares.get(shown) ?? 0) + (hiddenShare ?? 0));
  }
  if (shares.size === 0) {
    const isFrameClear = frameText(sightline, messages) === "";
    return isClear(sightline, restriction !== null) && isFrameClear ? messages.nothingInTheWay : "";
  }
  return [...shares]
    .map(([name, share]) => (share > 0 ? `${name}\u00a0${percent(share, locale)}` : name))
    .join(messages.comma);
}

/** Names what hides the upper part of the set, or screens: "Hides the upper part of the set: Level above". */
function frameText({ frame = [] }: Preview["sightline"], messages: Messages): string {
  const told = frame.filter(({ visibleShare }) => 1 - visibleShare > FRAME_HIDDEN_LEAST);
  return told
    .map(({ part, obstructions }) => {
      const names = obstructions.map(({ name, kind }) => name ?? messages.obstructions[kind]);
      return `${messages.frame[part]}: ${[...new Set(names)].join(messages.comma)}`;
    })
    .join(messages.comma);
}

function percent(share: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: "percent" }).format(share);
}

/** Writes a length in the units of the locale: "32 m", "4.2 m", "104 ft". */
export function length(lengthM: number, locale: Locale, digits = lengthM < 10 ? 1 : 0): string {
  if (usesFeet(locale)) return unitText(lengthM / METRES_OF_A_FOOT, "foot", 0, locale);
  return unitText(lengthM, "meter", digits, locale);
}

function unitText(value: number, unit: "foot" | "meter", digits: number, locale: Locale): string {
  const name = `${locale} ${unit} ${digits}`;
  const options = { style: "unit", unit, maximumFractionDigits: digits } as const;
  const format = FORMATS.get(name) ?? new Intl.NumberFormat(locale, options);
  FORMATS.set(name, format);
  return format.format(value);
}

/** Each takes longer to make than a hundred texts with it. */
const FORMATS = new Map<string, Intl.NumberFormat>();

/** How far away the nearest edge of what is looked at is, if it is much nearer than what distances are told to. */
function nearestText(
  { lookedAt, nearestM, distanceM }: Preview["sightline"],
  messages: Messages,
  locale: Locale,
): string | null {
  if (lookedAt === null || nearestM === null || distanceM === null) return null;
  return nearestM < NEARER_THAN * distanceM ? messages.nearest[lookedAt](length(nearestM, locale)) : null;
}

/** How high the floor of what is looked at is; of the focus, where only that is known. */
function floorText(
  { lookedAt, eyesAboveM, elevationM }: Preview["sightline"],
  messages: Messages,
  locale: Locale,
): string | null {
  if (lookedAt === null || eyesAboveM === null) return heightText(elevationM, messages, locale);
  return `${messages.floor[lookedAt]} ${heightText(eyesAboveM, messages, locale)}`;
}

function heightText(elevationM: number | null, messages: Messages, locale: Locale): string | null {
  if (elevationM === null) return null;
  if (Math.abs(elevationM) < 0.05) return messages.level;
  return messages[elevationM > 0 ? "below" : "above"](length(Math.abs(elevationM), locale));
}

/** Says where the camera stood, by what of it differs from the buyer's seat: "from row C", "from this seat". */
function cameraText(camera: Camera, preview: Preview, messages: Messages): string {
  const { seat } = preview;
  if (camera.isHere) return fromHere(preview, messages);
  if (camera.key === null) return camera.isExact ? messages.elsewhere : messages.own.venue;
  const there = idsOfKey(camera.key);
  if (there.section !== seat.section) {
    const section = fromSection(camera.sectionName ?? there.section, messages);
    return there.row === null ? section : section + messages.comma + messages.ofRow(there.row);
  }
  if (there.row === null) return there.seat === null ? messages.own.section : messages.fromSeat(there.seat);
  return there.row === seat.row ? messages.own.row : messages.fromRow(there.row);
}

function awayText({ isHere, isExact, distanceM }: Camera, messages: Messages, locale: Locale): string {
  if (isHere || distanceM === null || distanceM < NEAR_M) return "";
  const distance = isExact ? length(distanceM, locale) : messages.about(length(distanceM, locale, 0));
  return messages.comma + messages.away(distance);
}

function fromHere(preview: Preview, messages: Messages): string {
  return fromSeat(preview, messages) || messages.own[preview.seat.level];
}

/** Names the seat that the view is from if the preview is not of one seat: "from seat 9", "from row K, seat 9". */
function fromSeat(preview: Preview, messages: Messages): string {
  if (preview.viewFrom === undefined) return "";
  const { row, seat } = viewedSeat(preview);
  if (preview.seat.row !== null || row === null) return messages.fromSeat(String(seat));
  return messages.fromRow(row) + messages.comma + messages.ofSeat(String(seat));
}

/** A name without a word of its own, only a number or a few letters, gets the word for a section. */
function fromSection(name: string, messages: Messages): string {
  return messages[WORD.test(name) ? "from" : "fromSection"](name);
}

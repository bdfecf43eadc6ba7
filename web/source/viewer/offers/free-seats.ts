// Seats side by side, and those that can be bought: near a seat that cannot, and those among which the best are looked for.
import { idsOfKey, keyOf, type Plan, PlanIndex, type PlanSection, type SeatIds, seatingOf } from "../../plan/plan";
import { locationPosition, seatPosition } from "../../plan/positions";
import { isOnSale, type OfferBook } from "./offer-book";

/** Seats side by side that can be bought. */
export type FreeSeats = {
  /** Their keys, from left to right. */
  keys: readonly string[];
  /** How far away they are, in metres; in places of the row where no positions are known. */
  away: number;
};

const NEAR_MAX = 3;
/** Where no positions are known, another row counts as so many seats. */
const ROW_AWAY = 2;
/** As many seats as one request for the best of them names. */
export const AMONG_MAX = 4_000;
/** Sections whose seats are looked at: the own one, and those beside, above and below it. */
const SECTIONS_MAX = 6;
/** Seats that are further apart than this many spacings of their section have an aisle between them, as in the service. */
const NEIGHBOURS_SPACINGS = 1.5;

/** Seats of a row between which there is neither an empty slot nor an aisle, from left to right. */
export type PlanRun = { rowIndex: number; first: number; keys: readonly string[] };

/** The seats side by side of a section, row by row, whether they are free or not. */
export function runsOfSection(plan: Plan, section: PlanSection): PlanRun[] {
  return section.rows.flatMap((_, rowIndex) => runsOfRow(plan, section, rowIndex));
}

function runsOfRow(plan: Plan, section: PlanSection, rowIndex: number): PlanRun[] {
  const runs: { rowIndex: number; first: number; keys: string[] }[] = [];
  let before: Place | null = null;
  let isNext = false;
  const row = section.rows[rowIndex];
  const hasAisles = section.tables === undefined && (row?.positions ?? row?.offsets) !== undefined;
  const gapMaxM = (section.geometry?.spacingM ?? Infinity) * NEIGHBOURS_SPACINGS;
  seatingOf(plan, section, rowIndex).forEach((seat, slot) => {
    const place = hasAisles ? seatPosition(plan, section, rowIndex, slot) : null;
    const isApart = place !== null && before !== null && distance(place, before) > gapMaxM;
    if (seat !== null) {
      if (!isNext || isApart) runs.push({ rowIndex, first: slot, keys: [] });
      runs.at(-1)?.keys.push(keyOf(section, rowIndex, seat));
    }
    isNext = seat !== null;
    before = place;
  });
  return runs;
}

/** How far a seat is from a place of the plan: in metres, or in places of the row where no positions are known. */
export function awayFrom(plan: Plan, at: SeatIds): (section: PlanSection, rowIndex: number, slot: number) => number {
  const spot = new PlanIndex(plan).locate(at.section, at.row, at.seat);
  const here = spot === null ? null : locationPosition(plan, spot);
  return (section, rowIndex, slot) => {
    const place = here === null ? null : seatPosition(plan, section, rowIndex, slot);
    if (here !== null && place !== null) return distance(place, here);
    return Math.abs(slot - (spot?.slot ?? 0)) + ROW_AWAY * Math.abs(rowIndex - (spot?.rowIndex ?? 0));
  };
}

/** All sections in which seats may be looked for, the nearest to a place first. */
export function sectionsNear(plan: Plan, at: SeatIds): readonly PlanSection[] {
  const spot = new PlanIndex(plan).locate(at.section, at.row, at.seat);
  return spot === null ? plan.sections : nearSections(plan, spot.section, locationPosition(plan, spot));
}

/** Returns the nearest free groups of so many seats side by side. No two of them share a seat. */
export function nearestFree(
  plan: Plan,
  at: SeatIds,
  count: number,
  isFree: (key: string) => boolean,
): readonly FreeSeats[] {
  if (new PlanIndex(plan).section(at.section) === null) return [];
  const away = awayFrom(plan, at);
  const near = sectionsNear(plan, at).slice(0, SECTIONS_MAX);
  const groups = near.flatMap((section) =>
    runsOfSection(plan, section).flatMap((run) => freeGroups(section, run, count, isFree, away)),
  );
  const taken = new Set<string>();
  const nearest: FreeSeats[] = [];
  for (const group of groups.sort((one, other) => one.away - other.away)) {
    if (nearest.length === NEAR_MAX) break;
    if (group.keys.some((key) => taken.has(key))) continue;
    for (const key of group.keys) taken.add(key);
    nearest.push(group);
  }
  return nearest;
}

/** The keys of the seats that are sold one by one and can be bought. Where there are very many, those of the sections nearest to the focus. */
export function seatsOnSale(book: OfferBook, plan: Plan): string[] {
  const offered = [...book.byKey].filter(([key, { sell }]) => sell === undefined && idsOfKey(key).seat !== null);
  const keys = offered.map(([key]) => key).filter((key) => isOnSale(book, key));
  if (keys.length <= AMONG_MAX) return keys;
  const inOrder = new Map(nearSections(plan, null, plan.focus).map(({ id }, index) => [id, index]));
  const orderOf = (key: string) => inOrder.get(idsOfKey(key).section) ?? Infinity;
  return keys.sort((one, other) => orderOf(one) - orderOf(other)).slice(0, AMONG_MAX);
}

type Place = { x: number; y: number };

/** The sections of a plan by their distance from a place; only the own one where no positions are known. */
function nearSections(plan: Plan, own: PlanSection | null, from: Place | null): readonly PlanSection[] {
  if (from === null) return own === null ? plan.sections : [own];
  const away = new Map(
    plan.sections.map((section) => {
      const middle = seatPosition(plan, section, Math.floor(section.rows.length / 2), 0);
      return [section, section === own ? -1 : middle === null ? Infinity : distance(middle, from)];
    }),
  );
  const near = plan.sections.filter((section) => away.get(section) !== Infinity);
  near.sort((one, other) => (away.get(one) ?? 0) - (away.get(other) ?? 0));
  return near;
}

function freeGroups(
  section: PlanSection,
  { rowIndex, first, keys }: PlanRun,
  count: number,
  isFree: (key: string) => boolean,
  away: ReturnType<typeof awayFrom>,
): FreeSeats[] {
  const free = keys.map(isFree);
  return keys.slice(0, Math.max(0, keys.length - count + 1)).flatMap((_, start) => {
    if (!free.slice(start, start + count).every(Boolean)) return [];
    return [{ keys: keys.slice(start, start + count), away: away(section, rowIndex, first + start) }];
  });
}

function distance(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

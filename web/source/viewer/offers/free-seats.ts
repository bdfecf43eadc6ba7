// Seats that can be bought: those near a seat that cannot, and those among which the best are looked for.
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

/** Returns the nearest free groups of so many seats side by side. No two of them share a seat. */
export function nearestFree(
  plan: Plan,
  at: SeatIds,
  count: number,
  isFree: (key: string) => boolean,
): readonly FreeSeats[] {
  const spot = new PlanIndex(plan).locate(at.section, at.row, at.seat);
  if (spot === null) return [];
  const here = locationPosition(plan, spot);
  const awayFrom = (section: PlanSection, rowIndex: number, slot: number) => {
    const place = here === null ? null : seatPosition(plan, section, rowIndex, slot);
    if (here !== null && place !== null) return distance(place, here);
    return Math.abs(slot - (spot.slot ?? 0)) + ROW_AWAY * Math.abs(rowIndex - (spot.rowIndex ?? 0));
  };
  const groups = nearSections(plan, spot.section, here).flatMap((section) =>
    section.rows.flatMap((_, rowIndex) => freeGroups(plan, section, rowIndex, count, isFree, awayFrom)),
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

/** The keys of the seats on sale. Where there are very many, those of the sections nearest to the focus. */
export function seatsOnSale(book: OfferBook, plan: Plan): string[] {
  const keys = [...book.byKey.keys()].filter((key) => idsOfKey(key).seat !== null && isOnSale(book, key));
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
  return own === null ? near : near.slice(0, SECTIONS_MAX);
}

function freeGroups(
  plan: Plan,
  section: PlanSection,
  rowIndex: number,
  count: number,
  isFree: (key: string) => boolean,
  awayFrom: (section: PlanSection, rowIndex: number, slot: number) => number,
): FreeSeats[] {
  const keys = seatingOf(plan, section, rowIndex).map((seat) =>
    seat === null ? null : keyOf(section, rowIndex, seat),
  );
  const free = keys.map((key) => key !== null && isFree(key));
  return keys.flatMap((_, slot) => {
    const slots = Array.from({ length: count }, (_, step) => slot + step);
    if (!slots.every((each) => free[each])) return [];
    return [{ keys: slots.map((each) => keys[each] ?? ""), away: awayFrom(section, rowIndex, slot) }];
  });
}

function distance(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

// What seats have besides their places, by the rules of a section, as the service reads them
// (seatpreview/layouts/seat_kinds.py).
import type { PlanSeatKind, Seating } from "../plan/plan";
import { SEAT_PROPERTIES } from "../plan/seat-properties";
import { type Json, list, object, oneOf, text } from "./written-json";
import { nameOf, names } from "./written-names";

const PLAIN: PlanSeatKind = { properties: [], category: null, viewNote: null };

/** Collects what seats have. Each combination is listed once, plain seats first. */
export class SeatKinds {
  readonly all: PlanSeatKind[] = [PLAIN];
  private readonly known = new Map([[keyOf(PLAIN), 0]]);

  indexOf(kind: PlanSeatKind): number {
    const key = keyOf(kind);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, this.all.length);
    return this.all.push(kind) - 1;
  }
}

/** The kinds of each row's seats: one for all, or one for each slot. Rows of plain seats are left out. */
export function rowKinds(
  rule: Json,
  rows: ReadonlyMap<string, Seating>,
  kinds: SeatKinds,
  at: string,
): Map<string, number | number[]> {
  const rules = list(rule.properties ?? [], `${at}/properties`);
  if (rule.category == null && rules.length === 0) return new Map();
  const usualKind = { ...PLAIN, category: writtenCategory(rule, at) };
  const changed = new Map<string, PlanSeatKind[]>();
  rules.forEach((each, index) => {
    const place = `${at}/properties/${index}`;
    const given = object(each, place);
    for (const [row, slots] of slotsOf(given, rows, place)) {
      const ofRow = changed.get(row) ?? (rows.get(row) ?? []).map(() => usualKind);
      changed.set(row, ofRow);
      for (const slot of slots) ofRow[slot] = combined(ofRow[slot] ?? usualKind, given, place);
    }
  });
  const usual = kinds.indexOf(usualKind);
  const found = new Map<string, number | number[]>(usual === 0 ? [] : [...rows.keys()].map((row) => [row, usual]));
  for (const [row, ofRow] of changed) {
    const indices = ofRow.map((kind) => kinds.indexOf(kind));
    const [first] = indices;
    if (first === undefined) found.delete(row);
    else found.set(row, indices.every((index) => index === first) ? first : indices);
  }
  return found;
}

function keyOf(kind: PlanSeatKind): string {
  return JSON.stringify([kind.properties, kind.category, kind.viewNote]);
}

/** The slots that a rule is for, row by row. Names that do not exist are for the service to refuse. */
export function* slotsOf(rule: Json, rows: ReadonlyMap<string, Seating>, at: string): Generator<[string, number[]]> {
  const byRow = Object.entries(rule.at == null ? {} : object(rule.at, `${at}/at`));
  for (const [row, written] of byRow) {
    const seating = rows.get(row);
    if (seating !== undefined) yield [row, slotsNamed(written, seating, `${at}/at/${row}`)];
  }
  if (byRow.length > 0) return;
  const ids = rule.rows == null ? [...rows.keys()] : names(rule.rows, `${at}/rows`);
  for (const row of ids) {
    const seating = rows.get(row);
    if (seating === undefined) continue;
    yield [row, rule.seats == null ? [...seating.keys()] : slotsNamed(rule.seats, seating, `${at}/seats`)];
  }
}

function slotsNamed(written: unknown, seating: Seating, at: string): number[] {
  const wanted = new Set<string | null>(names(written, at));
  return [...seating.keys()].filter((slot) => wanted.has(seating[slot]!));
}

function combined(kind: PlanSeatKind, rule: Json, at: string): PlanSeatKind {
  const has = list(rule.has ?? [], `${at}/has`).map((name) => oneOf(SEAT_PROPERTIES, name));
  return {
    properties: SEAT_PROPERTIES.filter((name) => kind.properties.includes(name) || has.includes(name)),
    category: writtenCategory(rule, at) ?? kind.category,
    viewNote: text(rule.viewNote) || kind.viewNote,
  };
}

function writtenCategory(rule: Json, at: string): string | null {
  return rule.category == null ? null : nameOf(rule.category, `${at}/category`);
}

// Reads the seat rules of a section: the slots of each of its rows from left to right.
import type { Seating } from "../plan/plan";
import { namesFrom } from "./series";
import { type Json, LayoutFault, list, number, object } from "./written-json";
import { nameOf, names, withSeriesFaults } from "./written-names";

/** The slots of each row from left to right; null if no seats are described. */
export function slotsByRow(written: unknown, rowIds: readonly string[], at: string): Map<string, Seating> | null {
  if (written === undefined || written === null) return null;
  const rules: [unknown, string][] = Array.isArray(written)
    ? written.map((each, index) => [each, `${at}/${index}`])
    : [[written, at]];
  const rows = new Map<string, Seating>(rowIds.map((id) => [id, []]));
  for (const [each, place] of rules) addSlots(rows, object(each, place), place);
  return rows;
}

function addSlots(rows: Map<string, Seating>, rule: Json, at: string): void {
  const exceptions = new Map<string, Json>();
  list(rule.exceptions ?? [], `${at}/exceptions`).forEach((each, index) => {
    const exception = object(each, `${at}/exceptions/${index}`);
    for (const row of names(exception.rows, `${at}/exceptions/${index}/rows`)) exceptions.set(row, exception);
  });
  const usual = slotsOf(rule, {}, at);
  for (const [row, slots] of rows) {
    const exception = exceptions.get(row);
    slots.push(...(exception === undefined ? usual : slotsOf(rule, exception, at)));
  }
}

function slotsOf(rule: Json, exception: Json, at: string): Seating {
  const first = exception.first ?? rule.first ?? (rule.numbering === "even" ? 2 : 1);
  const count = number(exception.count ?? rule.count, Number.NaN);
  if (!Number.isInteger(count) || count < 0 || count > 1000) {
    throw new LayoutFault(`${at}/count`, "must be a number of seats up to 1000");
  }
  const step = number(rule.step, 1) * (rule.numbering === "odd" || rule.numbering === "even" ? 2 : 1);
  const skipped = new Set(list(exception.skip ?? [], `${at}/skip`).map(String));
  const counted =
    count === 0 ? [] : withSeriesFaults(`${at}/first`, () => namesFrom(nameOf(first, `${at}/first`), count, step));
  const slots = counted.map((name) => (skipped.has(name) ? null : name));
  return rule.direction === "rightToLeft" ? slots.reverse() : slots;
}

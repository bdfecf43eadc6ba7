// Changes of the rows and seats of a block, with what follows: properties, aisles, images and aliases go with them.
import type { Json } from "../layouts/written-json";
import {
  carryNamesInRecord,
  keptByName,
  type Renaming,
  renamedByPlace,
  renamedRows,
  ruleWithCarriedNames,
  slotsOfRule,
} from "./carried-names";
import { namesOf, writtenName, writtenNames } from "./name-words";
import { changedAt, type RecordEdit, rulesOf, withRule } from "./record-edit";
import { partScheme, seatParts } from "./seat-words";
import { sectionIds } from "./section-ids";

/** Gives the rows of a rule other names, or more or fewer of them. */
export function withRows(index: number, written: unknown, isByPlace = false): RecordEdit {
  return (record) => {
    const rule = rulesOf(record)[index];
    if (rule === undefined) return record;
    const [before, after] = [namesOf(rule.rows ?? []), namesOf(written)];
    const place = (row: string, at: number) => [row, after[at] ?? null] as const;
    const renaming = isByPlace ? { rows: new Map(before.map(place)), seats: new Map() } : renamedRows(before, after);
    const changed = carried(record, index, { ...rule, rows: written }, renaming);
    const last = renaming.rows.get(before.at(-1) ?? "") ?? null;
    return last === null ? changed : withRule(index, (each) => withLikeRows(each, last))(changed);
  };
}

/** Changes the seats of a rule. `place`: they stay where they are and get other numbers. `name`: they keep their
 * numbers, and some are gone or new. */
export function withSeats(index: number, change: (rule: Json) => Json, how: "place" | "name"): RecordEdit {
  return (record) => {
    const rule = rulesOf(record)[index];
    if (rule === undefined) return record;
    const changed = change(rule);
    if (changed === rule) return record;
    const renaming = (how === "place" ? renamedByPlace : keptByName)(slotsOfRule(rule), slotsOfRule(changed));
    return carried(record, index, withOrderedRefs(rule, changed, renaming), renaming);
  };
}

/** Gives the rows and seats of a list of single seats other names. Both are in the order of the list. */
export function withListedNames(index: number, named: readonly ListedRow[]): RecordEdit {
  return (record) => {
    const rule = rulesOf(record)[index];
    if (rule === undefined) return record;
    const positions = (rule.positions as Json[]).map((entry, at) => ({
      ...entry,
      ...(entry.row == null ? {} : { row: writtenName(named[at]!.row) }),
      seats: writtenNames(named[at]!.seats),
    }));
    const changed = { ...rule, positions };
    return carried(record, index, changed, renamedByPlace(slotsOfRule(rule), slotsOfRule(changed)));
  };
}

/** A row of a list of single seats, whose seats are listed from left to right. */
export type ListedRow = { row: string; seats: readonly string[] };

/** New rows in which parts side by side would have the same numbers are like the row that was the last one. */
function withLikeRows(rule: Json, last: string): Json {
  if (!Array.isArray(rule.seats)) return rule;
  const repeats = [...slotsOfRule(rule)].filter(([, slots]) => {
    const seats = slots.filter((seat) => seat !== null);
    return new Set(seats).size < seats.length;
  });
  const rows = repeats.map(([row]) => writtenName(row));
  if (rows.length === 0) return rule;
  const seats = (rule.seats as Json[]).map((part) =>
    changedAt(part, ["exceptions"], (found) => {
      if (!Array.isArray(found)) return found;
      return (found as Json[]).map((exception) =>
        namesOf(exception.rows).includes(last) ? { ...exception, rows: [exception.rows, rows].flat() } : exception,
      );
    }),
  );
  return { ...rule, seats };
}

function carried(record: Json, index: number, rule: Json, renaming: Renaming): Json {
  const after = ruleWithCarriedNames(rule, renaming);
  const changed = withRule(index, () => after)(record);
  return carryNamesInRecord(sectionIds(rule), renaming, slotsOfRule(after))(changed);
}

/** The ids of another system are listed in the order in which seats are counted. They follow their seats. */
function withOrderedRefs(before: Json, after: Json, renaming: Renaming): Json {
  const refs = before.refs as Record<string, string[]> | undefined;
  if (refs === undefined || refs === null) return after;
  const [order, next] = [countedSeats(before), countedSeats(after)];
  const moved = Object.entries(refs).map(([row, values]) => {
    const known = new Map((order.get(row) ?? []).map((seat, at) => [nameAfter(renaming, row, seat), values[at] ?? ""]));
    return [row, (next.get(row) ?? []).map((seat) => known.get(seat) ?? "")] as const;
  });
  return { ...after, refs: Object.fromEntries(moved) };
}

function nameAfter(renaming: Renaming, row: string, seat: string): string | null {
  const names = renaming.seats.get(row);
  return names?.has(seat) ? (names.get(seat) ?? null) : seat;
}

/** The seats of each row in the order in which its parts count them. */
function countedSeats(rule: Json): Map<string, string[]> {
  const rows = new Map<string, string[]>();
  for (const part of seatParts(rule)) {
    const isReversed = partScheme(part).order === "right";
    for (const [row, slots] of slotsOfRule({ ...rule, seats: part })) {
      const seats = slots.filter((seat) => seat !== null);
      rows.set(row, [...(rows.get(row) ?? []), ...(isReversed ? seats.reverse() : seats)]);
    }
  }
  return rows;
}

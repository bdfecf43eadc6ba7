// When rows or seats get other names, what speaks of them has to follow: exceptions, aisles, properties, images.

import { isObject, type Json, LayoutFault, list, text } from "../layouts/written-json";
import { slotsByRow } from "../layouts/written-seats";
import type { Seating } from "../plan/plan";
import { namesOf, writtenNames } from "./name-words";
import { changedAt, type RecordEdit } from "./record-edit";

/** The slots of each row from left to right. A section without rows has one row, whose name is empty. */
export type Slots = ReadonlyMap<string, Seating>;

/** What rows and seats are called afterwards; null: they are gone. Names that are not listed never existed. */
export type Renaming = {
  rows: ReadonlyMap<string, string | null>;
  /** The seats of each row, by its old name. */
  seats: ReadonlyMap<string, ReadonlyMap<string, string | null>>;
};

/** The slots of a rule's rows; none where the rule does not describe them. */
export function slotsOfRule(rule: Json): Slots {
  if (Array.isArray(rule.positions) && rule.positions.length > 0) {
    return new Map((rule.positions as Json[]).map(({ row, seats }) => [String(row ?? ""), namesOf(seats)]));
  }
  try {
    const rows = namesOf(rule.rows ?? []);
    return slotsByRow(rule.seats, rows.length === 0 ? [""] : rows, "") ?? new Map(rows.map((row) => [row, []]));
  } catch (failure) {
    if (failure instanceof LayoutFault) return new Map();
    throw failure;
  }
}

/** Rows and seats that stay where they are and get other names. */
export function renamedByPlace(before: Slots, after: Slots): Renaming {
  const there = [...after];
  const rows = new Map<string, string | null>();
  const seats = new Map<string, Map<string, string | null>>();
  [...before].forEach(([row, slots], index) => {
    const [name, others] = there[index] ?? [null, []];
    rows.set(row, name);
    seats.set(row, new Map(slots.flatMap((seat, slot) => (seat === null ? [] : [[seat, others[slot] ?? null]]))));
  });
  return { rows, seats };
}

/** Rows and seats that keep their names, some of which are gone. */
export function keptByName(before: Slots, after: Slots): Renaming {
  const rows = new Map([...before.keys()].map((row) => [row, after.has(row) ? row : null]));
  const seats = new Map(
    [...before].map(([row, slots]) => {
      const left = new Set(after.get(row) ?? slots);
      return [row, new Map(slots.flatMap((seat) => (seat === null ? [] : [[seat, left.has(seat) ? seat : null]])))];
    }),
  );
  return { rows, seats };
}

/** Rows that get other names: by name where old and new ones have some in common, and else by place. */
export function renamedRows(before: readonly string[], after: readonly string[]): Renaming {
  const hasSame = before.some((row) => after.includes(row));
  const name = (row: string, index: number) => (hasSame ? after.find((each) => each === row) : after[index]) ?? null;
  return { rows: new Map(before.map((row, index) => [row, name(row, index)])), seats: new Map() };
}

/** The rule, whose rows and seats have their new names already, with all that speaks of them in these names. */
export function ruleWithCarriedNames(rule: Json, renaming: Renaming): Json {
  return [
    (each: Json) => changedAt(each, ["seats"], (seats) => carriedSeats(seats, renaming)),
    (each: Json) => carriedGeometry(each, renaming),
    (each: Json) => changedList(each, ["properties"], (entry) => carriedProperty(entry, renaming)),
    (each: Json) => carriedRefs(each, renaming),
  ].reduce((changed, carry) => carry(changed), rule);
}

/** The record's aliases and images that name rows and seats of these sections follow them. Labels are read by their
 * words, so that an example stays as it is, unless what it expects does not exist any more. */
export function carryNamesInRecord(sections: readonly string[], renaming: Renaming, after: Slots): RecordEdit {
  const isOurs = (section: unknown) => sections.includes(String(section));
  const alias = (each: Json) => {
    if (!isOurs(each.section) || each.row == null) return each;
    return replaced(each, "row", renaming.rows.get(String(each.row)));
  };
  const image = (each: Json) => {
    const covers = each.covers as Json | undefined;
    if (covers == null || !isOurs(covers.section)) return each;
    return { ...each, covers: carriedCovers(covers, renaming) };
  };
  const example = (each: Json) => (expectedKeys(each).every((key) => existsAfter(key, isOurs, after)) ? each : null);
  return (record) =>
    [
      (each: Json) => changedList(each, ["aliases"], alias),
      (each: Json) => changedList(each, ["imagerySets"], (set) => changedList(set, ["images"], image)),
      (each: Json) => changedList(each, ["rules", "seatKeys", "examples"], example),
    ].reduce((changed, carry) => carry(changed), record);
}

/** Maps the entries of a list that are objects; null removes one. The same object if nothing is different. */
function changedList(value: Json, path: readonly string[], change: (each: Json) => Json | null): Json {
  return changedAt(value, path, (found) => {
    if (!Array.isArray(found)) return found;
    const entries = found.map((each: unknown) => (isObject(each) ? change(each) : each));
    if (entries.every((each, index) => each === found[index])) return found;
    const left = entries.filter((each) => each !== null);
    return left.length === 0 ? undefined : left;
  });
}

function carriedSeats(seats: unknown, renaming: Renaming): unknown {
  const carry = (part: unknown) =>
    isObject(part) ? changedList(part, ["exceptions"], (each) => carriedException(each, renaming)) : part;
  return Array.isArray(seats) ? sameOr(seats, seats.map(carry)) : carry(seats);
}

function carriedException(exception: Json, renaming: Renaming): Json | null {
  const rows = carriedNames(exception.rows, renaming.rows);
  return rows === null ? null : sameMembers(exception, { rows });
}

function carriedGeometry(rule: Json, renaming: Renaming): Json {
  const usual = usualSeats(renaming);
  const gaps = changedList(rule, ["geometry", "rowGaps"], (gap) =>
    replaced(gap, "after", renaming.rows.get(String(gap.after))),
  );
  return changedList(gaps, ["geometry", "aisles"], (aisle) => replaced(aisle, "after", usual.get(String(aisle.after))));
}

function carriedProperty(property: Json, renaming: Renaming): Json | null {
  if (isObject(property.at)) {
    const rows = Object.entries(property.at).flatMap(([row, seats]) => {
      const name = renaming.rows.has(row) ? renaming.rows.get(row)! : row;
      const left = carriedNames(seats, renaming.seats.get(row) ?? new Map());
      return name === null || left === null ? [] : [[name, left] as const];
    });
    return rows.length === 0 ? null : sameMembers(property, { at: sameObject(property.at, Object.fromEntries(rows)) });
  }
  const rows = property.rows === undefined ? undefined : carriedNames(property.rows, renaming.rows);
  const seats = property.seats === undefined ? undefined : carriedNames(property.seats, usualSeats(renaming));
  return rows === null || seats === null ? null : sameMembers(property, { rows, seats });
}

function carriedRefs(rule: Json, renaming: Renaming): Json {
  return changedAt(rule, ["refs"], (refs) => {
    if (!isObject(refs)) return refs;
    const rows = Object.entries(refs).flatMap(([row, values]) => {
      const name = renaming.rows.has(row) ? renaming.rows.get(row)! : row;
      return name === null ? [] : [[name, values] as const];
    });
    return rows.length === 0 ? undefined : sameObject(refs, Object.fromEntries(rows));
  });
}

function carriedCovers(covers: Json, renaming: Renaming): Json {
  const rows = list(covers.rows ?? [], "").map(String);
  const ofRow = renaming.seats.get(rows[0] ?? "") ?? new Map<string, string | null>();
  const mapped = (all: readonly string[], names: ReadonlyMap<string, string | null>) => {
    const left = all.flatMap((name) => (names.has(name) ? (names.get(name) ?? []) : name));
    // Without any rows, an image would be that of the whole section.
    return left.length === 0 ? all : left;
  };
  return sameMembers(covers, {
    rows: sameOr(covers.rows, covers.rows === undefined ? undefined : mapped(rows, renaming.rows)),
    seats: sameOr(
      covers.seats,
      covers.seats === undefined ? undefined : mapped(list(covers.seats, "").map(String), ofRow),
    ),
  });
}

function expectedKeys({ expect }: Json): string[] {
  return (Array.isArray(expect) ? (expect as unknown[]) : [expect]).map(text);
}

/** Whether what a key names is there: a row or a seat of one of our sections, or anything of another. */
function existsAfter(key: string, isOurs: (section: unknown) => boolean, after: Slots): boolean {
  const [section, row, seat] = key.split("/");
  if (row === undefined || !isOurs(section)) return true;
  const slots = after.get(row);
  return slots !== undefined && (seat === undefined || slots.includes(seat));
}

/** The names of a list or range in their new form: the same object if none changes, null if none is left. */
function carriedNames(written: unknown, renaming: ReadonlyMap<string, string | null>): unknown {
  const all = namesOf(written);
  const after = all.flatMap((name) => (renaming.has(name) ? (renaming.get(name) ?? []) : name));
  if (after.length === all.length && after.every((name, index) => name === all[index])) return written;
  return after.length === 0 ? null : writtenNames(after);
}

/** What seats are called in most rows: those that the longest row has. */
function usualSeats({ seats }: Renaming): ReadonlyMap<string, string | null> {
  const all = new Map<string, string | null>();
  const longest = [...seats.values()].sort((one, other) => other.size - one.size);
  for (const row of longest) {
    // A seat that is gone in one row may be left in another.
    for (const [before, after] of row) if ((all.get(before) ?? null) === null) all.set(before, after);
  }
  return all;
}

/** The object with another name in a member; null if what it names is gone. */
function replaced(each: Json, member: string, name: string | null | undefined): Json | null {
  if (name === null) return null;
  return name === undefined || name === String(each[member]) ? each : { ...each, [member]: name };
}

function sameMembers(each: Json, members: Json): Json {
  const changed = Object.entries(members).filter(([name, value]) => each[name] !== value);
  if (changed.length === 0) return each;
  const { ...copy } = each;
  for (const [name, value] of changed) {
    if (value === undefined) delete copy[name];
    else copy[name] = value;
  }
  return copy;
}

function sameObject(before: Json, after: Json): Json {
  const names = Object.keys(after);
  const isSame = names.length === Object.keys(before).length && names.every((name) => before[name] === after[name]);
  return isSame ? before : after;
}

function sameOr(before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return after;
  return after.every((each, index) => each === before[index]) ? before : after;
}

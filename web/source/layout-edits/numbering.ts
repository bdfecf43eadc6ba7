// Numbers the rows and seats of several blocks at once: in each alike, or on through all of them.
import type { Json } from "../layouts/written-json";
import type { Seating } from "../plan/plan";
import { type ListedRow, withListedNames, withRows, withSeats } from "./block-edits";
import { blockKind } from "./block-words";
import { slotsOfRule } from "./carried-names";
import { orderFromFront } from "./listed-rows";
import { namesOf, WordsFault } from "./name-words";
import { focusPlace } from "./pieces-in-motion";
import { changedAt, type RecordEdit, rulesOf, SECTIONS } from "./record-edit";
import { type RowWords, rowNames, withRowCount, writtenRows } from "./row-words";
import {
  checkedFirst,
  type SeatNumbering,
  type SeatOrder,
  seatNames,
  usualFirst,
  withScheme,
  writtenPart,
} from "./seat-words";
import { sectionIds } from "./section-ids";
import { partOf } from "./section-parts";
import { ruleTitle } from "./section-words";

export type Numbering = {
  rows: {
    /** `keep`: the names stay. `same`: alike in each block. `on`: behind each other, they go on. */
    scheme: "keep" | "same" | "on";
    first: string;
    leftOut: readonly string[];
    letters: "letters" | "doubled";
    isFromBack: boolean;
  };
  seats: {
    /** `keep`: the numbers stay. `same`: alike in each block. `through`: through the whole row across blocks. */
    scheme: "keep" | "same" | "through";
    order: SeatOrder;
    numbering: SeatNumbering;
    first: string;
  };
};

/** The rows and seats of a block as they will be printed, from the front to the back and from left to right. */
export type NumberedBlock = {
  index: number;
  title: string;
  rows: { name: string; seats: readonly (string | null)[] }[];
};

/** Blocks beside each other, by the indexes of their rules from left to right. Groups stand one behind the other. */
type BlockGroups = readonly (readonly number[])[];

/** Numbers blocks. Those of a group share the names of their rows, and numbers run through the rows of a group. */
export function numbered(groups: BlockGroups, numbering: Numbering): RecordEdit {
  return (record) => {
    const rows = withNumberedRows(groups, numbering)(record);
    return withNumberedSeats(groups, numbering)(rows);
  };
}

/** What the blocks of a record look like, for a picture. */
export function numberedBlocks(record: Json, indexes: readonly number[]): NumberedBlock[] {
  const rules = rulesOf(record);
  return indexes.map((index) => ({
    index,
    title: ruleTitle(rules[index] ?? {}),
    rows: rowsFromFront(record, index).map(([name, seats]) => ({ name, seats })),
  }));
}

/** Whether a numbering makes like blocks different: their rule would have to number all of them alike. */
export function separates(record: Json, indexes: readonly number[], { seats }: Numbering): boolean {
  if (seats.scheme !== "through") return false;
  return indexes.some((index) => sectionIds(rulesOf(record)[index] ?? {}).length > 1);
}

/** Makes each section of these rules a rule of its own. All seats stay where they are. */
export function separated(indexes: readonly number[]): RecordEdit {
  return (record) => {
    const focus = focusPlace(record);
    const rules = rulesOf(record).flatMap((rule, index) => {
      const ids = sectionIds(rule);
      if (!indexes.includes(index) || ids.length < 2) return [rule];
      return ids.map((id, ordinal) => partOf(rule, [id], ordinal, focus));
    });
    return changedAt(record, SECTIONS, () => rules);
  };
}

/** The indexes of the rules of sections, in the order of their ids. */
export function rulesOfSections(record: Json, ids: readonly string[]): number[] {
  const rules = rulesOf(record).map(sectionIds);
  return [...new Set(ids.map((id) => rules.findIndex((each) => each.includes(id))))].filter((index) => index >= 0);
}

function withNumberedRows(groups: BlockGroups, { rows }: Numbering): RecordEdit {
  if (rows.scheme === "keep") return (record) => record;
  return (record) => {
    const rules = rulesOf(record);
    const countOf = (index: number) => [...slotsOfRule(rules[index] ?? {}).keys()].filter((row) => row !== "").length;
    let before = 0;
    return groups.reduce((changed, group) => {
      const start = rows.scheme === "on" ? before : 0;
      before += Math.max(0, ...group.map(countOf));
      return group
        .filter((index) => countOf(index) > 0)
        .reduce((each, index) => {
          const written = writtenRows(rowsFrom(rows, start, countOf(index)));
          if (!isListed(rules[index])) return withRows(index, written, true)(each);
          const after = namesOf(written);
          return withListedRows(index, ({ seats }, at) => ({ row: after[at]!, seats }))(each);
        }, changed);
    }, record);
  };
}

/** The `count` rows that follow the first `before` rows of a series. */
function rowsFrom(rows: Numbering["rows"], before: number, count: number): RowWords {
  const { first, letters, isFromBack } = rows;
  const series = { first, last: first, leftOut: rows.leftOut, letters, step: 1, isFromBack: false };
  const all = rowNames(withRowCount(series, before + count));
  const [from, to] = [all[before]!, all.at(-1)!];
  const leftOut = rows.leftOut.filter((name) => !all.includes(name));
  return { ...series, first: from, last: to, leftOut, isFromBack };
}

function withNumberedSeats(groups: BlockGroups, { seats }: Numbering): RecordEdit {
  if (seats.scheme === "keep") return (record) => record;
  if (seats.scheme === "through") {
    return (record) => groups.reduce((changed, group) => numberedThrough(changed, group, seats), record);
  }
  return (record) =>
    groups.flat().reduce((changed, index) => {
      const rule = rulesOf(changed)[index];
      if (isListed(rule)) {
        return withListedRows(index, (row) => ({ ...row, seats: listedNumbers(row.seats.length, seats) }))(changed);
      }
      if (rule?.seats == null) return changed;
      return withSeats(index, (rule) => withScheme(rule, { ...seats, step: 1 }), "place")(changed);
    }, record);
}

/** Numbers each row on across the blocks: A 1 to 12, then 13 to 24. Rows are those with the same place from the front. */
function numberedThrough(record: Json, indexes: readonly number[], seats: Numbering["seats"]): Json {
  if (seats.order !== "left" && seats.order !== "right") {
    throw new WordsFault("Numbers from the middle cannot run through several blocks.");
  }
  const inOrder = seats.order === "left" ? indexes : [...indexes].reverse();
  const first = wholeNumber(seats.first);
  const step = seats.numbering === "all" ? 1 : 2;
  /** How many places of each row are numbered already. */
  const done: number[] = [];
  const direction = seats.order === "left" ? ("leftToRight" as const) : ("rightToLeft" as const);
  return inOrder.reduce((changed, index) => {
    const rule = rulesOf(changed)[index];
    if (rule?.seats == null && !isListed(rule)) return changed;
    const firstOf = (_: string, row: number) => String(first + step * (done[row] ?? 0));
    const scheme = { direction, numbering: seats.numbering, firstOf, step: 1 };
    const edit = isListed(rule)
      ? withListedRows(index, ({ row, seats: { length } }, at) => ({
          row,
          seats: listedNumbers(length, { ...seats, first: firstOf(row, at) }),
        }))
      : withSeats(index, (each) => ({ ...each, seats: writtenPart(slotsOfRule(rule!), scheme) }), "place");
    const next = edit(changed);
    rowsFromFront(changed, index).forEach(([, { length }], row) => {
      done[row] = (done[row] ?? 0) + length;
    });
    return next;
  }, record);
}

function isListed(rule: Json | undefined): boolean {
  return rule !== undefined && blockKind(rule) === "listed";
}

/** The rows of a block from the front to the back. Those of a list of single seats may be in any order. */
function rowsFromFront(record: Json, index: number): [string, Seating][] {
  const rule = rulesOf(record)[index] ?? {};
  const rows = [...slotsOfRule(rule)];
  return isListed(rule) ? orderFromFront(record, rule).map((at) => rows[at]!) : rows;
}

/** Renames the rows of a list of single seats; each is told its place from the front. */
function withListedRows(index: number, change: (row: ListedRow, at: number) => ListedRow): RecordEdit {
  return (record) => {
    const rule = rulesOf(record)[index] ?? {};
    const order = orderFromFront(record, rule);
    const named = [...slotsOfRule(rule)].map(([row, seating], listed) => {
      const seats = seating.filter((seat) => seat !== null);
      return change({ row, seats }, order.indexOf(listed));
    });
    return withListedNames(index, named)(record);
  };
}

/** The numbers of a row of single seats, from left to right. */
function listedNumbers(count: number, { order, numbering, first }: Numbering["seats"]): string[] {
  if (order === "left" || order === "right") {
    const begin = checkedFirst({ order, numbering, first, step: 1 });
    const names = seatNames(begin, count, numbering === "all" ? 1 : 2);
    return order === "left" ? names : names.reverse();
  }
  const left = Math.floor(count / 2);
  const side = (parity: SeatNumbering, length: number) => seatNames(usualFirst(parity), length, 2);
  const [leftParity, rightParity] = order === "oddLeft" ? (["odd", "even"] as const) : (["even", "odd"] as const);
  return [...side(leftParity, left).reverse(), ...side(rightParity, count - left)];
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && text.trim() !== "") return value;
  throw new WordsFault("Numbers that run through several blocks begin with a whole number.");
}

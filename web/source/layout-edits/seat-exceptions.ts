// What is different in some rows: "rows A to C have 10 seats", "row G: seats 6 and 8 are missing".
import { namesFrom, SeriesFault } from "../layouts/series";
import { type Json, number } from "../layouts/written-json";
import {
  checkedName,
  namesFromWords,
  namesInWords,
  namesOf,
  WordsFault,
  writtenName,
  writtenNames,
} from "./name-words";
import { changedAt, type Path } from "./record-edit";
import { partScheme, SEATS_OF_A_ROW_MAX, seatParts } from "./seat-words";

export type ExceptionWords = {
  rows: string;
  /** Empty: as many as in the other rows. */
  count: string;
  /** The first seat. Empty: as in the other rows. */
  first: string;
  missing: string;
};

/** An exception in words, and where it is: in which of the parts side by side, and at which place of its list. */
export type ListedException = { part: number; index: number; words: ExceptionWords };

export function listedExceptions(rule: Json): ListedException[] {
  return seatParts(rule).flatMap((part, partIndex) =>
    exceptionsOf(part).map((exception, index) => ({ part: partIndex, index, words: exceptionWords(exception) })),
  );
}

/** "Rows A to C have 10 seats", "Row G: seats 6, 8 are missing". */
export function exceptionSentence({ rows, count, first, missing }: ExceptionWords): string {
  const isOne = isSingle(rows);
  const subject = `${isOne ? "Row" : "Rows"} ${rows}`;
  const verb = isOne ? "has" : "have";
  const gone = missing === "" ? "" : isSingle(missing) ? `seat ${missing} is missing` : `seats ${missing} are missing`;
  if (count === "" && first === "") return `${subject}: ${gone}`;
  // Empty places count: "places" says so where some are empty.
  const places = count === "1" ? "seat" : missing === "" ? "seats" : "places";
  const numbers = first === "" ? "" : `numbers from ${first} on`;
  const size = count === "" ? "" : `${verb} ${count === "0" ? "no" : count} ${places}`;
  const has = size === "" ? `${verb} ${numbers}` : [size, numbers].filter(Boolean).join(", ");
  return `${subject} ${has}${gone === "" ? "" : `; ${gone}`}`;
}

/** The rule with an exception changed; one more if the index is null. Throws `WordsFault` with what is wrong. */
export function withException(rule: Json, part: number, index: number | null, words: ExceptionWords): Json {
  const exceptions = exceptionsOf(seatParts(rule)[part] ?? {});
  const before = index === null ? {} : (exceptions[index] ?? {});
  const others = exceptions.filter((_, other) => other !== index);
  const { rows: _, count: __, first: ___, skip: ____, ...unknown } = before;
  const changed = { ...unknown, ...writtenException(rule, part, others, words) };
  const at = index ?? exceptions.length;
  return changedAt(rule, [...pathOfPart(rule, part), "exceptions"], () => exceptions.toSpliced(at, 1, changed));
}

export function withoutException(rule: Json, part: number, index: number): Json {
  const exceptions = exceptionsOf(seatParts(rule)[part] ?? {}).toSpliced(index, 1);
  return changedAt(rule, [...pathOfPart(rule, part), "exceptions"], () =>
    exceptions.length === 0 ? undefined : exceptions,
  );
}

function exceptionsOf(part: Json): readonly Json[] {
  return Array.isArray(part.exceptions) ? (part.exceptions as Json[]) : [];
}

function exceptionWords(exception: Json): ExceptionWords {
  return {
    rows: namesInWords(namesOf(exception.rows)),
    count: exception.count == null ? "" : String(exception.count),
    first: exception.first == null ? "" : String(exception.first),
    missing: namesInWords(namesOf(exception.skip ?? [])),
  };
}

function pathOfPart(rule: Json, part: number): Path {
  return Array.isArray(rule.seats) ? ["seats", part] : ["seats"];
}

function writtenException(rule: Json, part: number, others: readonly Json[], words: ExceptionWords): Json {
  const rows = checkedRows(rule, others, words.rows);
  const count = words.count.trim() === "" ? null : checkedCount(words.count);
  const first = words.first.trim() === "" ? null : checkedName(words.first);
  const missing = namesFromWords(words.missing);
  if (count === null && first === null && missing.length === 0) {
    throw new WordsFault("Say what is different: the number of seats, the first seat, or seats that are missing.");
  }
  if (missing.length > 0) checkMissing(rule, part, count, first, missing);
  return {
    rows: writtenNames(rows),
    ...(first === null ? {} : { first: writtenName(first) }),
    ...(count === null ? {} : { count }),
    ...(missing.length === 0 ? {} : { skip: missing.map(writtenName) }),
  };
}

function checkedRows(rule: Json, others: readonly Json[], text: string): string[] {
  const rows = namesFromWords(text);
  if (rows.length === 0) throw new WordsFault("Name the rows, such as A to C.");
  const known = namesOf(rule.rows ?? []);
  const stranger = rows.find((row) => !known.includes(row));
  if (stranger !== undefined) throw new WordsFault(`There is no row ${stranger}. The rows are ${namesInWords(known)}.`);
  const taken = others.flatMap(({ rows: names }) => namesOf(names));
  const twice = rows.find((row) => taken.includes(row));
  if (twice !== undefined) throw new WordsFault(`Row ${twice} is in another line of this list. Change it there.`);
  return rows;
}

function checkedCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0 && count <= SEATS_OF_A_ROW_MAX) return count;
  throw new WordsFault("A row has 0 to 1,000 seats.");
}

function checkMissing(
  rule: Json,
  part: number,
  count: number | null,
  first: string | null,
  missing: readonly string[],
): void {
  const written = seatParts(rule)[part] ?? {};
  const scheme = partScheme(written);
  const step = scheme.step * (scheme.numbering === "all" ? 1 : 2);
  const seats = counted(first ?? scheme.first, count ?? number(written.count, 0), step);
  const stranger = missing.find((seat) => !seats.includes(seat));
  if (stranger === undefined) return;
  throw new WordsFault(`Seat ${stranger} cannot be missing: the seats are ${namesInWords(seats)}.`);
}

function counted(first: string, count: number, step: number): string[] {
  try {
    return namesFrom(first, count, step);
  } catch (failure) {
    if (!(failure instanceof SeriesFault)) throw failure;
    throw new WordsFault(`Nothing counts on from ${first}.`);
  }
}

function isSingle(names: string): boolean {
  return !names.includes(",") && !names.includes(" to ");
}

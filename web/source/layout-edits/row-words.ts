// Rows as people describe them: from A to K without I and O, with A at the front or at the back.
import { namesBetween, namesFrom, SeriesFault } from "../layouts/series";
import { isObject, type Json, number, oneOf } from "../layouts/written-json";
import { checkedName, namesOf, WordsFault, writtenName, writtenNames } from "./name-words";

export const ROWS_MAX = 1_000;

export type RowWords = {
  first: string;
  last: string;
  leftOut: readonly string[];
  /** How letters go on after Z: AA, AB, AC or AA, BB, CC. */
  letters: "letters" | "doubled";
  /** 2: every second name. */
  step: number;
  /** Whether the first name is that of the row at the back. */
  isFromBack: boolean;
};

/** Describes rows that count on; null if they are a list without an order that can be described. */
export function rowWords(written: unknown): RowWords | null {
  const all = namesOf(written);
  if (all.length === 0) return null;
  return isRange(written) ? rangeWords(written) : listWords(all);
}

/** The names of rows from the front to the back. Throws `WordsFault` where they cannot be counted. */
export function rowNames(words: RowWords): string[] {
  const { first, last, letters, step, isFromBack } = words;
  const counted = withWordsFault(first, last, () => namesBetween(checkedName(first), checkedName(last), step, letters));
  const left = counted.filter((name) => !words.leftOut.includes(name));
  if (left.length === 0) throw new WordsFault("No row is left.");
  if (left.length > ROWS_MAX) throw new WordsFault("A block has at most 1,000 rows.");
  return isFromBack ? left.reverse() : left;
}

/** Rows as a record describes them. Throws `WordsFault` where they cannot be counted. */
export function writtenRows(words: RowWords): Json | (string | number | Json)[] {
  const all = rowNames(words);
  if (all.length === 1) return [writtenName(all[0]!)];
  const { first, last, step, isFromBack } = words;
  const [from, to] = isFromBack ? [last, first] : [first, last];
  const counted = namesBetween(first, last, step, words.letters);
  const leftOut = words.leftOut.filter((name) => counted.includes(name));
  const signed = isFromBack ? -step : step;
  return {
    first: writtenName(from),
    last: writtenName(to),
    ...(signed === 1 ? {} : { step: signed }),
    ...(leftOut.length === 0 ? {} : { skip: leftOut.map(writtenName) }),
    ...(needsStyle(first, last) ? { style: words.letters } : {}),
  };
}

/** Rows that are listed by name, as a record describes them. */
export function writtenRowList(all: readonly string[]): (string | number | Json)[] {
  if (all.length === 0) throw new WordsFault("Name at least one row.");
  const twice = all.find((name, index) => all.indexOf(name) !== index);
  if (twice !== undefined) throw new WordsFault(`Row ${twice} is there twice.`);
  return writtenNames(all);
}

/** The same rows with more or fewer of them. */
export function withRowCount(words: RowWords, count: number): RowWords {
  const { first, leftOut, step, letters } = words;
  try {
    const counted = namesFrom(checkedName(first), count + leftOut.length, step, letters);
    const left = counted.filter((name) => !leftOut.includes(name));
    return { ...words, last: left[count - 1] ?? first };
  } catch (failure) {
    if (!(failure instanceof SeriesFault)) throw failure;
    throw new WordsFault(`Nothing counts on from ${first}: begin with a letter or a number.`);
  }
}

/** The same rows from another first name on, as many of them as before. */
export function withFirstRow(words: RowWords, first: string): RowWords {
  const count = rowNames(words).length;
  const letters = words.letters;
  const isSameScript = isDigits(first) === isDigits(words.first);
  return withRowCount(
    { ...words, first: checkedName(first), leftOut: isSameScript ? words.leftOut : [], letters },
    count,
  );
}

function rangeWords(range: Json): RowWords | null {
  const step = number(range.step, 1);
  const [first, last] = [String(range.first), String(range.last)];
  const isFromBack = step < 0;
  return {
    first: isFromBack ? last : first,
    last: isFromBack ? first : last,
    leftOut: namesOf(range.skip ?? []),
    letters: oneOf(["letters", "doubled"] as const, range.style) ?? "letters",
    step: Math.abs(step),
    isFromBack,
  };
}

function listWords(all: readonly string[]): RowWords | null {
  for (const isFromBack of [false, true]) {
    const upwards = isFromBack ? [...all].reverse() : all;
    for (const letters of ["letters", "doubled"] as const) {
      const words = { first: upwards[0]!, last: upwards.at(-1)!, letters, step: 1, isFromBack };
      const counted = counts(words);
      if (counted === null || counted.length > 2 * all.length) continue;
      const leftOut = counted.filter((name) => !upwards.includes(name));
      const left = counted.filter((name) => upwards.includes(name));
      if (left.length === upwards.length && left.every((name, index) => name === upwards[index])) {
        return { ...words, leftOut };
      }
    }
  }
  return null;
}

function counts({ first, last, letters }: Pick<RowWords, "first" | "last" | "letters">): string[] | null {
  try {
    return namesBetween(first, last, 1, letters);
  } catch (failure) {
    if (failure instanceof SeriesFault) return null;
    throw failure;
  }
}

function withWordsFault(first: string, last: string, count: () => string[]): string[] {
  try {
    return count();
  } catch (failure) {
    if (!(failure instanceof SeriesFault)) throw failure;
    throw new WordsFault(`Nothing counts on from ${first} to ${last}.`);
  }
}

function isRange(written: unknown): written is Json {
  return isObject(written) && "first" in written;
}

/** Whether letters go on after Z between the two, so that a record has to say how. */
function needsStyle(first: string, last: string): boolean {
  return !isDigits(last) && last.length > first.length;
}

function isDigits(name: string): boolean {
  return /[0-9]$/.test(name);
}

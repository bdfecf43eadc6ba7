// Names of rows, seats and sections as people write them in a field: "A to H, K, AA to CC".
import { namesBetween, SeriesFault } from "../layouts/series";
import { type Json, LayoutFault } from "../layouts/written-json";
import { names } from "../layouts/written-names";

/** Why a text in a field cannot be used, as a sentence for the person who wrote it. */
export class WordsFault extends Error {}

const NAME = /^[\p{L}\p{N}_.-]+(?: [\p{L}\p{N}_.-]+)*$/u;
const NAME_CHARACTERS_MAX = 40;
const DIGITS = /^(?:0|[1-9][0-9]{0,8})$/;
const ENDS_IN_DIGIT = /[0-9]$/;
const BETWEEN = / to |–| - /;
const SHORT_RANGE = /^(?<first>[\p{L}\p{N}]{1,5})-(?<last>[\p{L}\p{N}]{1,5})$/u;
/** Fewer names than this are listed one by one. */
const RANGE_MIN = 3;

/** Returns all names of a list or range; none where they cannot be read. */
export function namesOf(written: unknown): string[] {
  if (written == null) return [];
  try {
    return names(written, "");
  } catch (failure) {
    if (failure instanceof LayoutFault) return [];
    throw failure;
  }
}

/** "A to H, K": the shortest text that lists the names. */
export function namesInWords(all: readonly string[]): string {
  return runsOf(all)
    .map((run) => (run.length < RANGE_MIN ? run.join(", ") : `${run[0]} to ${run.at(-1)}`))
    .join(", ");
}

/** Returns the names that a text lists. Throws `WordsFault` with the reason why it lists none. */
export function namesFromWords(text: string): string[] {
  const items = text.split(",").map((item) => item.trim().replace(/\s+/g, " "));
  return items.filter((item) => item !== "").flatMap(namesOfItem);
}

/** A name as a record has it: digits are a number. */
export function writtenName(name: string): string | number {
  return DIGITS.test(name) ? Number(name) : name;
}

/** Names as a record lists them, with ranges for names that count on. */
export function writtenNames(all: readonly string[]): (string | number | Json)[] {
  return runsOf(all).flatMap((run): (string | number | Json)[] => {
    if (run.length < RANGE_MIN) return run.map(writtenName);
    return [{ first: writtenName(run[0]!), last: writtenName(run.at(-1)!) }];
  });
}

/** Returns the name without spaces around it. Throws `WordsFault` if it cannot be a name. */
export function checkedName(text: string): string {
  const name = text.trim().normalize("NFC");
  if (name === "") throw new WordsFault("Write a name.");
  if (name.length > NAME_CHARACTERS_MAX) throw new WordsFault("A name has at most 40 characters.");
  if (!NAME.test(name)) {
    throw new WordsFault(`“${name}” cannot be a name: use letters, digits, dots, hyphens and single spaces.`);
  }
  return name;
}

function namesOfItem(item: string): string[] {
  const [first, last, ...rest] = endsOf(item);
  if (last === undefined || rest.length > 0) return [checkedName(item)];
  const ends = [checkedName(first ?? ""), checkedName(last)] as const;
  return seriesBetween(...ends) ?? unreadable(...ends);
}

function endsOf(item: string): string[] {
  const short = SHORT_RANGE.exec(item)?.groups;
  return short === undefined ? item.split(BETWEEN) : [short.first ?? "", short.last ?? ""];
}

function unreadable(first: string, last: string): never {
  throw new WordsFault(`Nothing counts on from ${first} to ${last}. List the names one by one.`);
}

/** Names from one to another, counting up or down; null if nothing counts on so. */
function seriesBetween(first: string, last: string): string[] | null {
  for (const step of [1, -1]) {
    for (const style of ["letters", "doubled"] as const) {
      try {
        return namesBetween(first, last, step, style);
      } catch (failure) {
        if (!(failure instanceof SeriesFault)) throw failure;
      }
    }
  }
  return null;
}

/** Cuts names into runs that count on one by one. */
function runsOf(all: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (const name of all) {
    const run = runs.at(-1);
    if (run !== undefined && countsOn(run, name)) run.push(name);
    else runs.push([name]);
  }
  return runs;
}

/** Whether a range from the run's first name to this one has exactly the run's names and this one. */
function countsOn(run: readonly string[], name: string): boolean {
  try {
    const counted = namesBetween(run[0]!, name, 1, null);
    return counted.length === run.length + 1 && counted.at(-2) === run.at(-1) && !isAmbiguous(run[0]!, name);
  } catch (failure) {
    if (failure instanceof SeriesFault) return false;
    throw failure;
  }
}

/** Whether letters go on after Z: the service asks how, and a range would have to say it. */
function isAmbiguous(first: string, last: string): boolean {
  return first.length !== last.length && !ENDS_IN_DIGIT.test(last);
}

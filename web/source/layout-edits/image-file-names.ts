// Finds out which seats an image file is for, by a pattern for its path, as the service's command line does it
// (seatpreview/imagery/filename_pattern.py). tests/imagery/shared/file_names.json holds both together.
import { namedRows, type Plan, type PlanSection, seatingOf } from "../plan/plan";
import type { Covers } from "./image-covers";

/** What a file is for; or why that cannot be said. */
export type FileReading = { covers: Covers } | { reason: string };

/** Why a pattern cannot be used; null if it can. */
export function faultOfPattern(pattern: string): string | null {
  const used = partsOf(pattern).filter(isPlaceholder).map(nameIn);
  const unknown = used.filter((name) => !PLACEHOLDERS.includes(name)).sort()[0];
  if (unknown !== undefined) return `can have {section}, {row}, {rows} and {seat}, but not {${unknown}}`;
  const inner = ["row", "rows", "seat"].find((name) => used.includes(name));
  if (inner !== undefined && !used.includes("section")) return `has {${inner}}, so it needs {section} as well`;
  if (used.includes("rows") && (used.includes("row") || used.includes("seat"))) {
    return "has {rows}, so it cannot have {row} or {seat}";
  }
  return null;
}

/** Returns what a file is for. It never guesses: exactly one reading of the path must be in the layout. */
export function readFileName(pattern: string, path: string, plan: Plan): FileReading {
  const readings = readingsOf(partsOf(pattern), path);
  if (readings.length === 0) return { reason: NO_FIT };
  return only(readings.map((reading) => coversOf(reading, plan)));
}

/** The ways to name files that people use: tried from the first group on, in any of these separators. */
const USUAL_GROUPS: readonly (readonly string[])[] = [
  ["{section}S{row}S{seat}", "{section}S{row}", "{section}S{seat}", "{section}"],
  ["{section}_{rows}", "{section} {rows}", "{section}/{rows}", "{section}-{rows}"],
];
const SEPARATORS = ["-", "_", " ", "/"];

/** Returns what a file is for by one of the usual ways to name files, whatever its ending. Folders may precede it. */
export function readUsualName(path: string, plan: Plan): FileReading {
  const stem = path.replace(/\.[A-Za-z0-9]{1,5}$/, "");
  const refusals: string[] = [];
  for (const tail of tailsOf(stem)) {
    for (const group of USUAL_GROUPS) {
      const readings = group.flatMap(spelledOut).map((pattern) => readFileName(pattern, tail, plan));
      const found = only(readings);
      if ("covers" in found || found.reason.startsWith("may be for")) return found;
      for (const reading of readings) if ("reason" in reading) refusals.push(reading.reason);
    }
  }
  return { reason: TELLING.map((part) => refusals.find((each) => part.test(each))).find(Boolean) ?? NO_FIT };
}

/** Of several reasons, the one that was read furthest tells most. */
const TELLING = [/ has no seat /, / has no row /, / may be section /, / has no rows /, /^there is no section /];
const NO_FIT = "does not fit the pattern";
const PLACEHOLDERS = ["section", "row", "rows", "seat"];

type Reading = Partial<Record<string, string>>;

function only(readings: readonly FileReading[]): FileReading {
  const found = new Map<string, Covers>();
  for (const reading of readings) if ("covers" in reading) found.set(keyOf(reading.covers), reading.covers);
  const [first, ...others] = [...found.values()];
  if (first === undefined)
    return readings.find((each) => "reason" in each && each.reason !== NO_FIT) ?? { reason: NO_FIT };
  if (others.length > 0) return { reason: `may be for ${[...found.keys()].sort().join(" or ")}` };
  return { covers: first };
}

function keyOf({ section, rows = [], seats = [] }: Covers): string {
  if (section === undefined) return "the venue";
  if (seats.length > 0) return `${section}/${rows[0] ?? ""}/${seats[0]}`;
  if (rows.length > 1) return `${section}/${rows[0]} to ${rows.at(-1)}`;
  return rows.length === 0 ? section : `${section}/${rows[0]}`;
}

/** A path without none, one, two ... of its first folders. */
function tailsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(index).join("/"));
}

function spelledOut(pattern: string): string[] {
  return pattern.includes("S") ? SEPARATORS.map((separator) => pattern.replaceAll("S", separator)) : [pattern];
}

function partsOf(pattern: string): string[] {
  return pattern.split(/(\{[^{}]*\})/).filter((part) => part !== "");
}

function isPlaceholder(part: string): boolean {
  return part.startsWith("{");
}

function nameIn(part: string): string {
  return part.replace(/[{}]/g, "");
}

/** Every way to split the text among the placeholders. */
function readingsOf(parts: readonly string[], text: string): Reading[] {
  const [part, ...rest] = parts;
  if (part === undefined) return text === "" ? [{}] : [];
  if (!isPlaceholder(part)) {
    const fits = text.slice(0, part.length).toLowerCase() === part.toLowerCase();
    return fits ? readingsOf(rest, text.slice(part.length)) : [];
  }
  const name = nameIn(part);
  const within = text.split("/")[0] ?? "";
  return Array.from({ length: within.length }, (_, index) => index + 1).flatMap((end) => {
    const read = text.slice(0, end);
    // A placeholder that is used twice must stand for the same text both times.
    return readingsOf(rest, text.slice(end))
      .filter((reading) => folded(reading[name] ?? read) === folded(read))
      .map((reading) => ({ ...reading, [name]: read }));
  });
}

function coversOf(reading: Reading, plan: Plan): FileReading {
  if (reading.section === undefined) return { covers: {} };
  const section = sectionOf(reading.section, plan);
  if ("reason" in section) return section;
  if (reading.rows !== undefined) return rowsOf(reading.rows, section);
  if (reading.row === undefined && reading.seat === undefined) return { covers: { section: section.id } };
  const row = rowOf(reading.row, section);
  if (typeof row !== "number") return row;
  const id = section.rows[row]?.id ?? null;
  const rows = id === null ? {} : { rows: [id] };
  if (reading.seat === undefined) return { covers: { section: section.id, ...rows } };
  const seats = seatingOf(plan, section, row).filter((seat) => seat !== null);
  const seat = onlyOne(matchingIds(reading.seat, seats));
  if (seat !== null) return { covers: { section: section.id, ...rows, seats: [seat] } };
  const whole = id === null ? `section '${section.id}'` : `row '${id}' of section '${section.id}'`;
  return { reason: `${whole} has no seat '${reading.seat}'` };
}

/** A section by its id, or else by its name, in which a file may have - or _ for spaces. */
function sectionOf(text: string, plan: Plan): PlanSection | { reason: string } {
  const byId = matchingIds(
    text,
    plan.sections.map(({ id }) => id),
  );
  const byName = () => plan.sections.filter(({ name }) => spaced(name) === spaced(text)).map(({ id }) => id);
  const ids = byId.length > 0 ? byId : byName();
  if (ids.length > 1) return { reason: `'${text}' may be section ${[...ids].sort().join(" or ")}` };
  return plan.sections.find(({ id }) => id === ids[0]) ?? { reason: `there is no section '${text}'` };
}

/** The index of a row. Without {row} in the pattern, the section must have one row, or none. */
function rowOf(text: string | undefined, section: PlanSection): number | { reason: string } {
  const count = section.rows.length;
  if (text === undefined) {
    return count === 1 ? 0 : { reason: `section '${section.id}' has ${count} rows, and the pattern no {row}` };
  }
  const id = onlyOne(matchingIds(text, rowIds(section)));
  if (id === null) return { reason: `section '${section.id}' has no row '${text}'` };
  return section.rows.findIndex((row) => row.id === id);
}

/** The first and the last row, with a dash between them. A row of that very name goes first. */
function rowsOf(text: string, section: PlanSection): FileReading {
  const ids = rowIds(section);
  const single = onlyOne(matchingIds(text, ids));
  if (single !== null) return { covers: { section: section.id, rows: [single] } };
  const dashes = [...text].flatMap((letter, index) => (letter === "-" ? [index] : []));
  const found = new Map(dashes.map((dash) => rangeAt(text, dash, ids)).map((rows) => [JSON.stringify(rows), rows]));
  found.delete("[]");
  const [rows, ...others] = [...found.values()];
  if (rows === undefined) return { reason: `section '${section.id}' has no rows '${text}'` };
  if (others.length > 0) return { reason: `'${text}' may be different rows of section '${section.id}'` };
  return { covers: { section: section.id, rows } };
}

function rangeAt(text: string, dash: number, ids: readonly string[]): string[] {
  const [first, last] = [text.slice(0, dash), text.slice(dash + 1)].map((part) =>
    onlyOne(matchingIds(part.trim(), ids)),
  );
  if (first == null || last == null) return [];
  const [start, end] = [ids.indexOf(first), ids.indexOf(last)].sort((one, other) => one - other);
  return ids.slice(start, end! + 1);
}

function rowIds(section: PlanSection): string[] {
  return namedRows(section).map(({ id }) => id);
}

/** The ids that equal the text exactly; else those that do in any case; else without leading zeros. */
function matchingIds(text: string, ids: readonly string[]): readonly string[] {
  for (const normalise of [(id: string) => id, folded, (id: string) => folded(id).replace(/^0+/, "")]) {
    const wanted = normalise(text);
    const matching = ids.filter((id) => normalise(id) === wanted);
    if (matching.length > 0) return matching;
  }
  return [];
}

function onlyOne(ids: readonly string[]): string | null {
  return ids.length === 1 ? ids[0]! : null;
}

/** The text without case, accents and invisible characters. */
function folded(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/\p{M}|\p{Cf}/gu, "");
}

function spaced(name: string): string {
  return folded(name)
    .split(/[\s_-]+/)
    .join(" ");
}

// Copies pieces as text, for the clipboard, and takes them into a record: the same one, or that of another venue.
import { foldedLevel } from "../layouts/written-facts";
import type { Json } from "../layouts/written-json";
import { isFilledList, objectOf } from "./absolute-places";
import { type Added, objects, withBodies } from "./add-pieces";
import { movePieces } from "./move-pieces";
import { type Piece, pathOf } from "./pieces";
import { changedAt, LAYOUT, rulesOf, SECTIONS, valueAt } from "./record-edit";
import { countedOn, renamedRule, sectionIds, takenIds } from "./section-ids";

const KIND = "Seat Preview pieces";
const TEXT_CHARACTERS_MAX = 5_000_000;

type Copied = { kind: typeof KIND; sections: Json[]; bodies: Json[]; levels: Json[]; categories: Json[] };

/** Returns pieces as text, with the levels and categories that they use; null if there is nothing to copy. */
export function copyPieces(record: Json, pieces: readonly Piece[]): string | null {
  const parts = (kind: Piece["kind"]) =>
    objects(pieces.filter((piece) => piece.kind === kind).map((piece) => valueAt(record, pathOf(piece))));
  const [sections, bodies] = [parts("section"), parts("obstruction")];
  if (sections.length + bodies.length === 0) return null;
  const levels = new Set(sections.map(({ level }) => level));
  const categories = new Set(sections.flatMap(categoriesOf));
  const copied: Copied = {
    kind: KIND,
    sections,
    bodies,
    levels: partsOf(record, "levels").filter(({ name }) => levels.has(name)),
    categories: partsOf(record, "categories").filter(({ id }) => categories.has(String(id))),
  };
  return JSON.stringify(copied);
}

/** Adds copied pieces under new ids, moved by `by` metres; null if the text holds no pieces. Bodies go into the
 * configuration with this id, or the first one. */
export function pastePieces(
  record: Json,
  copied: string,
  by: { x: number; y: number },
  configuration: string | null = null,
): Added | null {
  const read = parsed(copied);
  if (read === null) return null;
  const named = withMissing(withMissing(record, "levels", "name", read.levels), "categories", "id", read.categories);
  const [sections, bodies] = [pastedSections(named, read.sections), read.bodies];
  const withSections = withRules(named, sections);
  const pasted = withBodies(withSections, bodies, configuration);
  const pieces = [...withSectionPieces(named, sections), ...pasted.pieces];
  return { record: movePieces(pieces, by.x, by.y)(pasted.record), pieces };
}

/** Copies pieces beside themselves. */
export function duplicatePieces(record: Json, pieces: readonly Piece[], by: { x: number; y: number }): Added | null {
  const copied = copyPieces(record, pieces);
  const body = pieces.find((piece) => piece.kind === "obstruction");
  const configuration =
    body === undefined ? null : valueAt(record, [...LAYOUT, "configurations", body.configuration, "id"]);
  return copied === null ? null : pastePieces(record, copied, by, configuration == null ? null : String(configuration));
}

function parsed(copied: string): Copied | null {
  if (copied.length > TEXT_CHARACTERS_MAX || !copied.includes(KIND)) return null;
  try {
    const read = objectOf(JSON.parse(copied));
    if (read?.kind !== KIND) return null;
    const lists = (["sections", "bodies", "levels", "categories"] as const).map((name) => [name, objects(read[name])]);
    return { kind: KIND, ...(Object.fromEntries(lists) as Omit<Copied, "kind">) };
  } catch {
    return null;
  }
}

/** New ids count on from those that are taken. A ref is of one seat, and stays with it. */
function pastedSections(record: Json, rules: readonly Json[]): Json[] {
  const taken = takenIds(record);
  return rules.map(({ refs: _, ...rule }) => {
    const before = sectionIds(rule);
    const after = before.map((id) => {
      const free = taken.has(id) ? countedOn(id, 1, taken)[0]! : id;
      taken.add(free);
      return free;
    });
    return after.every((id, index) => id === before[index]) ? rule : renamedRule(rule, after);
  });
}

function withRules(record: Json, rules: readonly Json[]): Json {
  if (rules.length === 0) return record;
  return changedAt(record, SECTIONS, (found) => [...(Array.isArray(found) ? (found as unknown[]) : []), ...rules]);
}

function withSectionPieces(record: Json, rules: readonly Json[]): Piece[] {
  const first = rulesOf(record).length;
  return rules.map((rule, index) => ({ kind: "section", rule: first + index, id: sectionIds(rule)[0] ?? null }));
}

/** A record in which levels or categories of another one are listed, too. */
function withMissing(record: Json, member: "levels" | "categories", key: "name" | "id", wanted: readonly Json[]): Json {
  const there = partsOf(record, member);
  const keyOf = (each: Json) => (key === "name" ? foldedLevel(each[key]) : String(each[key]));
  const known = new Set(there.map(keyOf));
  const missing = wanted.filter((each) => !known.has(keyOf(each)));
  if (missing.length === 0) return record;
  return changedAt(record, [...LAYOUT, member], () => [...there, ...missing]);
}

function categoriesOf(rule: Json): string[] {
  const listed = isFilledList(rule.properties) ? objects(rule.properties) : [];
  return [rule, ...listed].flatMap(({ category }) => (category == null ? [] : String(category)));
}

function partsOf(record: Json, member: string): Json[] {
  return objects(valueAt(record, [...LAYOUT, member]));
}

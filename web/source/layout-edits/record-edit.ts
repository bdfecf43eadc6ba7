// Changes of a venue's record, as pure functions. What a change does not speak of stays the same object, so that
// members which nothing here knows are kept, and rules that did not change are not read anew.
import type { Json } from "../layouts/written-json";

/** A change of a record. It returns the same object if nothing is different. */
export type RecordEdit = (record: Json) => Json;

export type Path = readonly (string | number)[];

export const LAYOUT: Path = ["rules", "layout"];
export const SECTIONS: Path = [...LAYOUT, "sections"];

/** Returns the value at a path; undefined where there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, name) => (isBranch(found) ? found[name] : undefined), value);
}

/** Returns a copy in which the value at a path is another. Objects on the way are made; undefined removes the member. */
export function changedAt<T>(value: T, path: Path, change: (found: unknown) => unknown): T {
  const [name, ...rest] = path;
  if (name === undefined) return change(value) as T;
  const branch: unknown = value ?? (typeof name === "number" ? [] : {});
  if (!isBranch(branch)) return value;
  const before = branch[name];
  const after = changedAt(before, rest, change);
  if (Object.is(before, after)) return value;
  if (Array.isArray(branch)) {
    const copy: unknown[] = [...branch];
    if (after === undefined) copy.splice(Number(name), 1);
    else copy[Number(name)] = after;
    return copy as T;
  }
  const { [name]: _, ...others } = branch;
  return (after === undefined ? others : { ...branch, [name]: after }) as T;
}

/** Changes the rule of some sections, by its index in `rules.layout.sections`. */
export function withRule(index: number, change: (rule: Json) => Json): RecordEdit {
  return (record) => changedAt(record, [...SECTIONS, index], (rule) => (isBranch(rule) ? change(rule as Json) : rule));
}

/** Changes one after the other, as one. */
export function inTurn(...edits: readonly RecordEdit[]): RecordEdit {
  return (record) => edits.reduce((changed, edit) => edit(changed), record);
}

/** The rules of a record's sections; those that are no objects are empty here. */
export function rulesOf(record: Json): readonly Json[] {
  const sections = valueAt(record, SECTIONS);
  return Array.isArray(sections) ? sections.map((rule) => (isBranch(rule) ? (rule as Json) : {})) : [];
}

function isBranch(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}

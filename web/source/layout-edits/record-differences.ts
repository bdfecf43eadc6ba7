// The differences between two records, small enough to be kept: each can be made, and taken back.
import { isObject, type Json } from "../layouts/written-json";
import { changedAt, type Path } from "./record-edit";

/** A member or an entry that is different, or entries of a list that were replaced by others. */
export type Difference =
  | { path: Path; before?: unknown; after?: unknown }
  | { path: Path; from: number; removed: readonly unknown[]; inserted: readonly unknown[] };

/** Returns what is different. Parts that are the same objects are not looked into. */
export function differencesOf(before: unknown, after: unknown, path: Path = []): Difference[] {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listDifferences(before, after, path);
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differencesOf(before[name], after[name], [...path, name]));
  }
  return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}

/** Makes differences, one after the other. */
export function withDifferences(record: Json, differences: readonly Difference[]): Json {
  return differences.reduce((changed, each) => made(changed, each), record);
}

/** Takes differences back, the last one first. */
export function withoutDifferences(record: Json, differences: readonly Difference[]): Json {
  return differences.reduceRight((changed, each) => made(changed, reversed(each)), record);
}

function listDifferences(before: readonly unknown[], after: readonly unknown[], path: Path): Difference[] {
  if (before.length === after.length) {
    return before.flatMap((each, index) => differencesOf(each, after[index], [...path, index]));
  }
  const least = Math.min(before.length, after.length);
  const isSame = (one: unknown, other: unknown) => differencesOf(one, other).length === 0;
  let [from, tail] = [0, 0];
  while (from < least && isSame(before[from], after[from])) from++;
  while (tail < least - from && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  const removed = before.slice(from, before.length - tail);
  const inserted = after.slice(from, after.length - tail);
  return [{ path, from, removed, inserted }];
}

function made(record: Json, difference: Difference): Json {
  if (!("from" in difference)) return changedAt(record, difference.path, () => difference.after);
  const { path, from, removed, inserted } = difference;
  return changedAt(record, path, (found) =>
    Array.isArray(found) ? found.toSpliced(from, removed.length, ...inserted) : found,
  );
}

function reversed(difference: Difference): Difference {
  if ("from" in difference) return { ...difference, removed: difference.inserted, inserted: difference.removed };
  const { path, before, after } = difference;
  return { path, before: after, after: before };
}

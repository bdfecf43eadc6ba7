// Brings together two changes of one record that were made at the same time.

type Merge = {
  record: unknown;
  /** Members that both sides changed to different values. The merged record has those of `mine`. */
  contested: string[];
};

/** Applies the changes from `base` to `mine` on top of `theirs`, member by member. Lists of equal length by entry. */
export function mergeRecords(base: unknown, theirs: unknown, mine: unknown, pointer = ""): Merge {
  if (isSame(mine, base) || isSame(mine, theirs)) return { record: theirs, contested: [] };
  if (isSame(theirs, base)) return { record: mine, contested: [] };
  if (isList(base) && isList(theirs) && isList(mine) && base.length === theirs.length && base.length === mine.length) {
    return mergeLists(base, theirs, mine, pointer);
  }
  if (isObject(base) && isObject(theirs) && isObject(mine)) return mergeObjects(base, theirs, mine, pointer);
  return { record: mine, contested: [pointer] };
}

function mergeLists(base: unknown[], theirs: unknown[], mine: unknown[], pointer: string): Merge {
  const merged = mine.map((each, index) => mergeRecords(base[index], theirs[index], each, `${pointer}/${index}`));
  return { record: merged.map(({ record }) => record), contested: merged.flatMap(({ contested }) => contested) };
}

type Members = Record<string, unknown>;

function mergeObjects(base: Members, theirs: Members, mine: Members, pointer: string): Merge {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const merged = names.map((name) => ({
    name,
    ...mergeRecords(base[name], theirs[name], mine[name], `${pointer}/${name}`),
  }));
  const kept = merged.filter(({ record }) => record !== undefined);
  return {
    record: Object.fromEntries(kept.map(({ name, record }) => [name, record])),
    contested: merged.flatMap(({ contested }) => contested),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isList(one)) {
    return isList(other) && one.length === other.length && one.every((each, index) => isSame(each, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

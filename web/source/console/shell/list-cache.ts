// Lists that several screens need, such as the names of venues. They are fetched once and kept for a minute.

const KEPT_MS = 60_000;
const KEPT_MAX = 20;

type Kept = { list: Promise<unknown>; atMs: number };

const kept = new Map<string, Kept>();

/** Returns the list of this name, from the cache if it is there. A request that fails is not kept. */
export function cachedList<T>(name: string, fetch: () => Promise<T>, nowMs: number): Promise<T> {
  const found = kept.get(name);
  if (found !== undefined && nowMs - found.atMs < KEPT_MS) return found.list as Promise<T>;
  const list = fetch();
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(name, { list, atMs: nowMs });
  list.catch(() => {
    if (kept.get(name)?.list === list) kept.delete(name);
  });
  return list;
}

/** Forgets all lists: something was changed, or somebody else signs in. */
export function forgetCachedLists(): void {
  kept.clear();
}

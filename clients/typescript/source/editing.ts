// Changes of a record that other people may be changing too.
import { Problem } from "./problem.js";

const REPEATS_MAX = 5;

/** A record with its ETag. The ETag is no member of the record: copies and JSON do not have it. */
export type WithEtag<T> = T & { readonly etag: string };

/** Gives a record its ETag, as a property that is not copied with the others. */
export function withEtag<T>(record: T, etag: string | null): T {
  if (typeof record !== "object" || record === null || etag === null) return record;
  return Object.defineProperty(record, "etag", { value: etag, enumerable: false }) as T;
}

/**
 * Reads a record, changes it, and writes it if it still is what was read. If somebody else was faster, it is read and
 * changed again. `change` returns null where nothing is to be changed.
 */
export async function editRecord<Given, Changes>(
  read: () => Promise<WithEtag<Given>>,
  change: (record: WithEtag<Given>) => Changes | null | Promise<Changes | null>,
  write: (changes: Changes, record: WithEtag<Given>) => Promise<WithEtag<Given>>,
): Promise<WithEtag<Given>> {
  let record = await read();
  for (let repeats = 0; ; repeats += 1) {
    const changes = await change(record);
    if (changes === null) return record;
    try {
      return await write(changes, record);
    } catch (failure) {
      if (!isConflict(failure) || repeats >= REPEATS_MAX) throw failure;
      const now = await read();
      // The version has not moved, so the conflict is another one, which a repeat would meet again.
      if (now.etag === record.etag) throw failure;
      record = now;
    }
  }
}

/** Returns the members of a record that a request may hold, with changes. */
export function replacing<Changes extends object>(
  record: object,
  members: readonly string[],
  changes: Partial<Changes>,
): Changes {
  const kept = Object.entries(record).filter(([name]) => members.includes(name));
  return { ...Object.fromEntries(kept), ...changes } as Changes;
}

function isConflict(failure: unknown): boolean {
  return failure instanceof Problem && (failure.status === 412 || failure.code === "conflict");
}

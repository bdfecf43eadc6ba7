// The key in the sessionStorage of this tab, for people who asked to stay signed in when they reload (decision 0094).

const STORED_AS = "seatpreview.console.key";

/** Without use for this long, the key is removed. */
export const IDLE_MS_MAX = 60 * 60 * 1000;

/** The time of the last use is written at most this often. */
const WRITE_EVERY_MS = 10_000;

type Kept = { key: string; usedAtMs: number };

export function keepKey(key: string, nowMs: number): void {
  write({ key, usedAtMs: nowMs });
}

/** Returns the key of this tab, or null if there is none. A key that was not used for an hour is removed. */
export function keptKey(nowMs: number): string | null {
  const kept = read();
  if (kept === null) return null;
  if (!isIdle(kept, nowMs)) return kept.key;
  forgetKeptKey();
  return null;
}

/** Notes that the console is in use now. A key that is kept too long already stays so. */
export function noteUse(nowMs: number): void {
  const kept = read();
  if (kept === null || isIdle(kept, nowMs) || nowMs - kept.usedAtMs < WRITE_EVERY_MS) return;
  write({ ...kept, usedAtMs: nowMs });
}

export function forgetKeptKey(): void {
  storage()?.removeItem(STORED_AS);
}

/** A time in the future is of a clock that was wrong: nobody knows when the key was used. */
function isIdle({ usedAtMs }: Kept, nowMs: number): boolean {
  return nowMs - usedAtMs >= IDLE_MS_MAX || usedAtMs > nowMs + WRITE_EVERY_MS;
}

function read(): Kept | null {
  try {
    const { key, usedAtMs } = JSON.parse(storage()?.getItem(STORED_AS) ?? "{}");
    return typeof key === "string" && typeof usedAtMs === "number" ? { key, usedAtMs } : null;
  } catch {
    return null;
  }
}

function write(kept: Kept): void {
  try {
    storage()?.setItem(STORED_AS, JSON.stringify(kept));
  } catch {
    // The storage is full or forbidden: the key is in memory alone then.
  }
}

/** The storage of this tab; null where the browser forbids it. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

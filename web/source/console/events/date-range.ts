// Ranges of days that a report covers, including days without events.

export type DateRange = {
  /** The first day, as `2026-11-15`. */
  from: string;
  /** The last day, included in the range. */
  to: string;
};

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;

/** The range of the last `count` days, today included. */
export function lastDays(count: number, nowMs: number): DateRange {
  const to = dayOf(nowMs);
  return { from: plusDays(to, 1 - count), to };
}

export function plusDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Lists every day of a range in ascending order; only the last year of a very long range. */
export function daysOf({ from, to }: DateRange): string[] {
  const count = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1;
  if (!(count >= 1)) return [];
  const kept = Math.min(count, DAYS_MAX);
  return Array.from({ length: kept }, (_, at) => plusDays(to, at + 1 - kept));
}

/**
 * The query of a range. The API excludes `until`. A range that ends now includes venues where tomorrow has begun
 * already.
 */
export function queryOf(range: DateRange, endsNow: boolean): { from: string; until: string } {
  return { from: range.from, until: plusDays(range.to, endsNow ? 2 : 1) };
}

/** The days of the range, and later days that have events. */
export function daysShown(range: DateRange, reported: string[]): string[] {
  return [...daysOf(range), ...reported.filter((day) => day > range.to).sort()];
}

/** The current day in the time zone of this browser. */
function dayOf(nowMs: number): string {
  const now = new Date(nowMs);
  const local = new Date(nowMs - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}

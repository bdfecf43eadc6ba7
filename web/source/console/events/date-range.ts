// Spans of days: what a report covers, and the days in it that nothing happened on.

export type DateRange = {
  /** The first day, as `2026-11-15`. */
  from: string;
  /** The last day, counted too. */
  to: string;
};

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;

/** The last so many days, the current one included. */
export function lastDays(count: number, nowMs: number): DateRange {
  const to = dayOf(nowMs);
  return { from: plusDays(to, 1 - count), to };
}

export function plusDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Every day of a span, the first first; of a very long one its last year. */
export function daysOf({ from, to }: DateRange): string[] {
  const count = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1;
  if (!(count >= 1)) return [];
  const kept = Math.min(count, DAYS_MAX);
  return Array.from({ length: kept }, (_, at) => plusDays(to, at + 1 - kept));
}

/** The API's `until` is not counted any more. A span that ends now also takes a venue whose day has begun. */
export function queryOf(range: DateRange, endsNow: boolean): { from: string; until: string } {
  return { from: range.from, until: plusDays(range.to, endsNow ? 2 : 1) };
}

/** The span's days, and those behind it on which something happened. */
export function daysShown(range: DateRange, reported: string[]): string[] {
  return [...daysOf(range), ...reported.filter((day) => day > range.to).sort()];
}

/** The day where the viewer of the report is. */
function dayOf(nowMs: number): string {
  const now = new Date(nowMs);
  const local = new Date(nowMs - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}

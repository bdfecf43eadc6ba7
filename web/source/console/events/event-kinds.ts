// The kinds of events: their names, and the colour that each one has in all charts.
import type { components } from "@seatpreview/client";

export type Counts = components["schemas"]["EventCounts"];
export type Kind = keyof Counts;
export type ReportRow = components["schemas"]["EventReportRow"];

export const KINDS: { kind: Kind; name: string; one: string; series: number }[] = [
  { kind: "seat_viewed", name: "Seats viewed", one: "Seat viewed", series: 1 },
  { kind: "session_started", name: "Sessions started", one: "Session started", series: 7 },
  { kind: "view_rotated", name: "Views rotated", one: "View rotated", series: 3 },
  { kind: "cta_clicked", name: "Shop clicks", one: "Shop click", series: 4 },
  { kind: "ad_shown", name: "Ads shown", one: "Ad shown", series: 6 },
  { kind: "ad_clicked", name: "Ads clicked", one: "Ad clicked", series: 2 },
  { kind: "fallback_shown", name: "Fallbacks shown", one: "Fallback shown", series: 5 },
  { kind: "error", name: "Errors", one: "Error", series: 8 },
];

export function nameOfKind(kind: Kind): string {
  return KINDS.find((each) => each.kind === kind)?.name ?? kind;
}

/** The name of a single event of this kind. */
export function singularNameOfKind(kind: Kind): string {
  return KINDS.find((each) => each.kind === kind)?.one ?? kind;
}

/** The sum of all rows, by kind. */
export function sumOf(rows: ReportRow[]): Counts {
  const sum = Object.fromEntries(KINDS.map(({ kind }) => [kind, 0])) as Counts;
  for (const row of rows) for (const { kind } of KINDS) sum[kind] += row.counts[kind];
  return sum;
}

// The venues that the events screen offers as a filter.
import type { CallerInfo } from "../shell/screen-props";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";
import type { ReportRow } from "./event-kinds";

export type VenueChoice = { venueId: string; name: string };

/**
 * Returns the venues to choose from. A key that may not list venues still knows some ids: those that it is limited to,
 * those in the reports, and the chosen one.
 */
export function venuesToChoose(
  caller: CallerInfo,
  listed: readonly VenueSummary[],
  rows: readonly ReportRow[],
  chosen: string | null,
): VenueChoice[] {
  const known = new Map(listed.map(({ venueId, name }) => [venueId, name]));
  const ids = [...(caller.venues ?? []), ...rows.map((row) => row.venueId), chosen];
  for (const id of ids) if (id !== null && !known.has(id)) known.set(id, id);
  return [...known].map(([venueId, name]) => ({ venueId, name }));
}

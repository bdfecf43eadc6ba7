// Columns that lists of different records have: the tenant that a record belongs to, and its venues.
import type { Column } from "./data-table";
import { Named } from "./names";
import { type Tenant, type VenueSummary, venueName } from "./venue-and-tenant-lists";

export function tenantColumn<R extends { tenantId: string | null }>(
  nameOf: (tenantId: string) => string | undefined,
  className = "",
): Column<R> {
  return {
    name: "Tenant",
    class: className,
    cell: ({ tenantId }) =>
      tenantId === null ? (
        <span class="soft">none</span>
      ) : (
        <Named name={nameOf(tenantId)} id={tenantId} noun="tenantId" />
      ),
  };
}

/** The column of tenants in a list of admin scope; none where `tenants` is null. */
export function tenantColumns<R extends { tenantId: string | null }>(tenants: Tenant[] | null): Column<R>[] {
  return tenants === null ? [] : [tenantColumn((id) => tenants.find(({ tenantId }) => tenantId === id)?.name)];
}

/** The venues that a record is limited to, by the name of the first. */
export function VenuesOf({ ids, venues }: { ids: string[] | null; venues: VenueSummary[] | undefined }) {
  if (ids === null) return <span class="soft">all</span>;
  const [first] = ids;
  if (first === undefined) return <span class="soft">none</span>;
  return <>{ids.length === 1 ? venueName(venues, first) : `${venueName(venues, first)} and ${ids.length - 1} more`}</>;
}

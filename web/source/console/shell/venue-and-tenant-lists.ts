// Lists of venues and tenants for choices in forms, and their names by id.
import type { Client, components, PagedList } from "@seatpreview/client";
import { may } from "./permissions";
import { type CallerInfo, isAdmin } from "./screen-props";
import { type RequestState, useRequest } from "./use-request";

export type VenueSummary = components["schemas"]["VenueSummary"];
export type Tenant = components["schemas"]["Tenant"];

const PAGE = 100;
const PAGES_MAX = 10;

/** Fetches all pages of a list, up to a maximum that keeps a form usable. */
export async function firstPages<Item>(list: PagedList<Item>): Promise<Item[]> {
  const items: Item[] = [];
  let count = 0;
  for await (const page of list.pages()) {
    items.push(...page.data);
    count += 1;
    if (count === PAGES_MAX) break;
  }
  return items;
}

/**
 * Returns the venues that the caller may use; none if its key may not list them. Admin scope can name the tenant whose
 * venues are meant.
 */
export function useVenues(api: Client, caller: CallerInfo, tenantId = ""): RequestState<VenueSummary[]> {
  const whose = isAdmin(caller) && tenantId !== "" ? { tenantId } : {};
  return useRequest(
    (signal) =>
      may(caller, "listVenues") ? firstPages(api.venues.list({ limit: PAGE, ...whose }, { signal })) : none(),
    [api, caller, tenantId],
  );
}

/** Returns all tenants for admin scope, and only the caller's own tenant otherwise; none if its key may not read them. */
export function useTenants(api: Client, caller: CallerInfo): RequestState<Tenant[]> {
  return useRequest(
    async (signal) => {
      if (may(caller, "listTenants")) return firstPages(api.tenants.list({ limit: PAGE }, { signal }));
      if (caller.tenantId === null || !may(caller, "getTenant")) return [];
      return [await api.tenants.get(caller.tenantId, { signal })];
    },
    [api, caller],
  );
}

export function venueName(venues: VenueSummary[] | undefined, venueId: string): string {
  return venues?.find((venue) => venue.venueId === venueId)?.name ?? venueId;
}

export function tenantName(tenants: Tenant[] | undefined, tenantId: string): string {
  return tenants?.find((tenant) => tenant.tenantId === tenantId)?.name ?? tenantId;
}

function none(): Promise<VenueSummary[]> {
  return Promise.resolve([]);
}

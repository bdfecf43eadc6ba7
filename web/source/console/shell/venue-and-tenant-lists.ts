// Lists of venues and tenants for choices in forms, and their names by id.
import type { Client, components, PagedList } from "@seatpreview/client";
import { cachedList } from "./list-cache";
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
  const whose: { tenantId?: string } = isAdmin(caller) && tenantId !== "" ? { tenantId } : {};
  return useRequest(async () => {
    if (!may(caller, "listVenues")) return [];
    const list = () => firstPages(api.venues.list({ limit: PAGE, ...whose }));
    return cachedList(`venues ${whose.tenantId ?? ""}`, list, Date.now());
  }, [api, caller, tenantId]);
}

/** Returns all tenants for admin scope, and only the caller's own tenant otherwise; none if its key may not read them. */
export function useTenants(api: Client, caller: CallerInfo): RequestState<Tenant[]> {
  return useRequest(async () => {
    const { tenantId } = caller;
    if (may(caller, "listTenants")) {
      return cachedList("tenants", () => firstPages(api.tenants.list({ limit: PAGE })), Date.now());
    }
    if (tenantId === null || !may(caller, "getTenant")) return [];
    return [await cachedList(`tenant ${tenantId}`, () => api.tenants.get(tenantId), Date.now())];
  }, [api, caller]);
}

export function venueName(venues: VenueSummary[] | undefined, venueId: string): string {
  return venues?.find((venue) => venue.venueId === venueId)?.name ?? venueId;
}

// Lists of venues and tenants for choices in forms, and their names by id.
import type { ApiResponse, Client, Query } from "../../api/client";
import type { components } from "../../api/schema";
import { type CallerInfo, isAdmin } from "./screen-props";
import { type RequestState, useRequest } from "./use-request";

export type VenueSummary = components["schemas"]["VenueSummary"];
export type Tenant = components["schemas"]["Tenant"];

type Page<T> = { data: T[]; nextCursor: string | null };

const PAGE = 100;
const PAGES_MAX = 10;

/** Fetches all pages of a list, up to a maximum that keeps a form usable. */
export async function fetchAllPages<T>(api: Client, path: string, query: Query, signal: AbortSignal): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer: ApiResponse<Page<T>> = await api.get<Page<T>>(path, {
      query: { limit: PAGE, ...query, cursor },
      signal,
    });
    found.push(...answer.data.data);
    cursor = answer.data.nextCursor;
    if (cursor === null) break;
  }
  return found;
}

export function useVenues(api: Client): RequestState<VenueSummary[]> {
  return useRequest((signal) => fetchAllPages<VenueSummary>(api, "/manage/venues", {}, signal), [api]);
}

/** Returns all tenants for admin scope, and only the caller's own tenant otherwise. */
export function useTenants(api: Client, caller: CallerInfo): RequestState<Tenant[]> {
  return useRequest(
    async (signal) => {
      if (isAdmin(caller)) return fetchAllPages<Tenant>(api, "/manage/tenants", {}, signal);
      if (caller.tenantId === null) return [];
      return [(await api.get<Tenant>(`/manage/tenants/${caller.tenantId}`, { signal })).data];
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

// The names of venues, keys, tenants and webhooks by their ids, for screens that show ids of several kinds.
import type { Client, components } from "@seatpreview/client";
import { CopyableText } from "../../design/copy-button";
import { webhookTitle } from "../webhooks/draft";
import { cachedList } from "./list-cache";
import { may } from "./permissions";
import type { CallerInfo } from "./screen-props";
import { useRequest } from "./use-request";
import { firstPages } from "./venue-and-tenant-lists";

type ApiKey = components["schemas"]["ApiKey"];

/** Each returns undefined for a record that the caller does not know, or that is gone. */
export type Names = {
  venue: (venueId: string) => string | undefined;
  key: (keyId: string) => string | undefined;
  tenant: (tenantId: string) => string | undefined;
  webhook: (webhookId: string) => string | undefined;
};

const PAGE = 100;

/**
 * Reads the names of what the caller may list, archived records included, and again when `newest` changes. A screen
 * works without them, too.
 */
export function useNames(api: Client, caller: CallerInfo, newest: unknown = null): Names {
  const { data } = useRequest(() => allNames(api, caller), [api, caller, newest]);
  return {
    venue: (id) => data?.venues.get(id),
    key: (id) => data?.keys.get(id),
    tenant: (id) => data?.tenants.get(id),
    webhook: (id) => data?.webhooks.get(id),
  };
}

/** The keys of the caller's tenant, or of all tenants; none if it may not list them. */
export function useKeys(api: Client, caller: CallerInfo): ApiKey[] {
  return useRequest(() => listedKeys(api, caller), [api, caller]).data ?? [];
}

async function allNames(api: Client, caller: CallerInfo) {
  const [venues, keys, tenants, webhooks] = await Promise.all([
    listedVenues(api, caller).catch(none),
    listedKeys(api, caller).catch(none),
    listedTenants(api, caller).catch(none),
    listedWebhooks(api, caller).catch(none),
  ]);
  return {
    venues: new Map(venues.map(({ venueId, name }) => [venueId, name])),
    keys: new Map(keys.filter(({ label }) => label !== "").map(({ keyId, label }) => [keyId, label])),
    tenants: new Map(tenants.map(({ tenantId, name }) => [tenantId, name])),
    webhooks: new Map(webhooks.map((webhook) => [webhook.webhookId, webhookTitle(webhook)])),
  };
}

function listedVenues(api: Client, caller: CallerInfo) {
  if (!may(caller, "listVenues")) return Promise.resolve([]);
  const list = () => firstPages(api.venues.list({ limit: PAGE, archived: true }));
  return cachedList("venues with archived ones", list, Date.now());
}

export function listedKeys(api: Client, caller: CallerInfo) {
  if (!may(caller, "listKeys")) return Promise.resolve([]);
  return cachedList("keys", () => firstPages(api.keys.list({ limit: PAGE })), Date.now());
}

async function listedTenants(api: Client, caller: CallerInfo) {
  if (may(caller, "listTenants")) {
    const list = () => firstPages(api.tenants.list({ limit: PAGE, archived: true }));
    return cachedList("tenants with archived ones", list, Date.now());
  }
  const { tenantId } = caller;
  if (tenantId === null || !may(caller, "getTenant")) return [];
  return [await cachedList(`tenant ${tenantId}`, () => api.tenants.get(tenantId), Date.now())];
}

function listedWebhooks(api: Client, caller: CallerInfo) {
  if (!may(caller, "listWebhooks")) return Promise.resolve([]);
  return cachedList("webhooks", () => firstPages(api.webhooks.list({ limit: PAGE })), Date.now());
}

function none(): never[] {
  return [];
}

type NamedProps = { name: string | undefined; id: string; noun: string };

/** A name with its id below it, to copy; the id alone where the name is not known. */
export function Named({ name, id, noun }: NamedProps) {
  return (
    <span class="named">
      {name !== undefined && <span>{name}</span>}
      <span class={name === undefined ? "" : "soft small"}>
        <CopyableText text={id} name={name === undefined ? noun : `${noun} of ${name}`} />
      </span>
    </span>
  );
}

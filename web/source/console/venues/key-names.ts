// Who saved or published something, as a person calls the key that did it.
import type { Client } from "@seatpreview/client";
import { keyName } from "../keys/key-status";
import { cachedList } from "../shell/list-cache";
import { may } from "../shell/permissions";
import { type CallerInfo, isAdmin } from "../shell/screen-props";
import { useRequest } from "../shell/use-request";
import { firstPages } from "../shell/venue-and-tenant-lists";

export type KeyNames = (keyId: string | null) => string;

const PAGE = 100;

/** Returns the names of a tenant's keys. A key that the caller may not see keeps its id as its name. */
export function useKeyNames(api: Client, caller: CallerInfo, tenantId: string): KeyNames {
  const whose = isAdmin(caller) ? { tenantId } : {};
  const { data } = useRequest(async () => {
    // Names make the screen easier to read, and it works without them.
    if (!may(caller, "listKeys")) return new Map<string, string>();
    const list = () => firstPages(api.keys.list({ limit: PAGE, ...whose }));
    const keys = await cachedList(isAdmin(caller) ? `keys ${tenantId}` : "keys", list, Date.now());
    return new Map(keys.map((key) => [key.keyId, keyName(key)]));
  }, [api, caller, tenantId]);
  return (keyId) => nameOf(keyId, caller.keyId, data);
}

export function nameOf(keyId: string | null, ownId: string | null, names: Map<string, string> | undefined): string {
  if (keyId === null) return "not known";
  if (keyId === "operator") return "the command line";
  const name = names?.get(keyId) ?? keyId;
  return keyId === ownId ? `${name} (your key)` : name;
}

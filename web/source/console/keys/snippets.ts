// Code snippets that show how to use a key.

import { type CallerInfo, isAdmin } from "../shell/screen-props";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";
import type { ApiKey } from "./draft";
import { hasGroup } from "./groups";

/** Says what is missing before a page can embed the viewer with this key; null if nothing is missing. */
export function missingForEmbedding(key: ApiKey): string | null {
  if (key.allowedOrigins.length === 0) return "Add the page's origin to the allowed origins.";
  if (!key.allowOriginOnly) return "Allow pages to use it without the secret.";
  if (!hasGroup(key.groups, "sessions")) return "Let it make sessions.";
  const framed = key.embedFrameAncestors.filter((ancestor) => ancestor !== "'none'");
  return framed.length === 0 ? "Add the page to the pages that may embed the viewer." : null;
}

/** The HTML that embeds the viewer. A keyless key is found by the page's origin, any other key by its keyId. */
export function embedHtml(service: string, key: ApiKey, venue: string, seat: string): string {
  const keyId = key.kind === "keyless" ? "" : ` key-id="${key.keyId}"`;
  return [
    `<script src="${service}/embed.js" async></script>`,
    `<seat-preview venue="${venue}"${keyId} seat="${seat}"></seat-preview>`,
  ].join("\n");
}

/** The venues that the key may use. With admin scope, the list contains the venues of all tenants. */
export function venuesOfKey(key: ApiKey, venues: VenueSummary[], caller: CallerInfo): VenueSummary[] {
  if (key.venues !== null) return venues.filter(({ venueId }) => key.venues?.includes(venueId));
  return venues.filter(({ tenantId }) => !isAdmin(caller) || tenantId === key.tenantId);
}

/** The curl command that requests /caller with the key, to see that it works. */
export function curlCommand(service: string, secret: string): string {
  return `curl -H "Authorization: Bearer ${secret}" ${service}/v1/caller`;
}

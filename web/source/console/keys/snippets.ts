// How a key is used, as lines to paste: what it is for decides which.

import { type CallerInfo, isAdmin } from "../shell/screen-props";
import type { VenueSummary } from "../shell/venue-and-tenant-lists";
import type { ApiKey } from "./draft";

/** What keeps a page from showing the viewer with this key, or null where nothing does. */
export function missingForEmbedding(key: ApiKey): string | null {
  if (key.allowedOrigins.length === 0) return "Add the page's origin to the allowed origins.";
  if (!key.allowOriginOnly) return "Let pages use it without the secret.";
  const framed = key.embedFrameAncestors.filter((ancestor) => ancestor !== "'none'");
  return framed.length === 0 ? "Add the page to those that may embed the viewer." : null;
}

/** The lines of a page. A keyless key is known by the page's origin, any other by its keyId. */
export function embedHtml(service: string, key: ApiKey, venue: string, seat: string): string {
  const keyId = key.kind === "keyless" ? "" : ` key-id="${key.keyId}"`;
  return [
    `<script src="${service}/embed.js" async></script>`,
    `<seat-preview venue="${venue}"${keyId} seat="${seat}"></seat-preview>`,
  ].join("\n");
}

/** Venues that the key can reach, as far as the list tells: admin scope sees those of all tenants. */
export function venuesOfKey(key: ApiKey, venues: VenueSummary[], caller: CallerInfo): VenueSummary[] {
  if (key.venues !== null) return venues.filter(({ venueId }) => key.venues?.includes(venueId));
  return venues.filter(({ tenantId }) => !isAdmin(caller) || tenantId === key.tenantId);
}

/** Asks who the key is: the quickest way to see that it works. */
export function curlCommand(service: string, secret: string): string {
  return `curl -H "Authorization: Bearer ${secret}" ${service}/v1/caller`;
}

// The types of changes that a webhook can hear of, in words for people.
import type { components } from "@seatpreview/client";

export type WebhookType = NonNullable<components["schemas"]["Webhook"]["types"]>[number];
export type DeliveryType = components["schemas"]["Delivery"]["type"];

type Description = { name: string; help: string };

const DESCRIPTIONS: Record<DeliveryType, Description> = {
  "key.created": { name: "Key created", help: "Somebody made a new key." },
  "key.updated": { name: "Key changed", help: "Its label, venues, pages or limits changed." },
  "key.rotated": { name: "Key rotated", help: "A key got a replacement with a new secret." },
  "key.revoke_scheduled": { name: "Key to be revoked", help: "A key has a time from which it is refused." },
  "key.revoke_cancelled": { name: "Revoke cancelled", help: "A key that was to be revoked stays valid." },
  "key.revoked": { name: "Key revoked", help: "A key is refused from now on." },
  "venue.published": { name: "Venue published", help: "Buyers see a new venue, or a new record of one." },
  "venue.restored": { name: "Venue restored", help: "Buyers see an earlier version of a venue again." },
  "venue.archived": { name: "Venue archived", help: "A venue shows no views any more." },
  "venue.unarchived": { name: "Venue unarchived", help: "An archived venue shows views again." },
  "venue.deleted": { name: "Venue deleted", help: "A venue is gone for good." },
  "grant.given": { name: "Grant given", help: "A tenant may use a venue of another tenant." },
  "grant.ended": { name: "Grant ended", help: "A tenant may not use a venue any more." },
  "image.uploaded": { name: "Image uploaded", help: "A venue has a new image, or another one of the same name." },
  "image.deleted": { name: "Image deleted", help: "An image of a venue is gone." },
  "events.summary": {
    name: "Summary of events",
    help: "For each venue and minute, how often buyers looked at seats and clicked on ads. Only counts.",
  },
  ping: { name: "Test", help: "Somebody sent a test." },
};

/** The types that a webhook may name, by what they are about. */
export const TYPE_GROUPS: { title: string; types: WebhookType[] }[] = [
  { title: "Keys", types: typesOf("key.") },
  { title: "Venues", types: typesOf("venue.") },
  { title: "Grants", types: typesOf("grant.") },
  { title: "Images", types: typesOf("image.") },
  { title: "Events", types: typesOf("events.") },
];

const ALL_TYPES: WebhookType[] = TYPE_GROUPS.flatMap(({ types }) => types);

/** Every type but the summaries, which a webhook gets only if it names them. */
export const CHANGE_TYPES: WebhookType[] = ALL_TYPES.filter((type) => type !== "events.summary");

/** The name of a type. A newer service may have types that this page does not know. */
export function typeName(type: string): string {
  return (DESCRIPTIONS as Record<string, Description>)[type]?.name ?? type;
}

export function typeHelp(type: WebhookType): string {
  return DESCRIPTIONS[type].help;
}

/** The types of a webhook as a short text. */
export function typesText(types: WebhookType[] | null): string {
  if (types === null) return "all changes";
  const [first = "", second] = types.map(typeName);
  if (types.length <= 2) return second === undefined ? first : `${first}, ${second}`;
  return `${first} and ${types.length - 1} more`;
}

function typesOf(prefix: string): WebhookType[] {
  return (Object.keys(DESCRIPTIONS) as WebhookType[]).filter((type) => type.startsWith(prefix));
}

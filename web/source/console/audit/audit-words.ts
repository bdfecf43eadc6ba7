// An entry of the audit list as a sentence: who did what to which record. Pure.
import type { components } from "@seatpreview/client";
import type { Names } from "../shell/names";

export type AuditEntry = components["schemas"]["AuditEntry"];

/** A sentence around the record that it is about, which is shown as a link: "published version 4 of", "Hall", "". */
type AuditSentence = {
  actor: string;
  /** The address of the key that did it; null if it is no key, or one that the caller does not know. */
  actorPath: string | null;
  before: string;
  record: string;
  /** The address of the record; null if there is no screen for it, or it is gone. */
  recordPath: string | null;
  after: string;
};

/** The kinds of records, as a filter names them. */
export const KINDS: { kind: string; name: string }[] = [
  { kind: "venue", name: "Venues" },
  { kind: "draft", name: "Drafts" },
  { kind: "version", name: "Versions" },
  { kind: "imagery", name: "Images" },
  { kind: "floor_plan", name: "Floor plans" },
  { kind: "grant", name: "Grants" },
  { kind: "key", name: "Keys" },
  { kind: "webhook", name: "Webhooks" },
  { kind: "tenant", name: "Tenants" },
  { kind: "session", name: "Sessions" },
  { kind: "events", name: "Events" },
  { kind: "clock", name: "Clock" },
];

/** What stands before and after the record's name, by kind and action. */
const WORDS: Record<string, (entry: AuditEntry, names: Names) => [string, string?]> = {
  "venue created": () => ["created the venue"],
  "venue replaced": ({ version }) => [version === null ? "published" : `published version ${version} of`],
  "venue restored": ({ version }) => ["restored an earlier version of", asVersion(version)],
  "venue archived": () => ["archived the venue"],
  "venue unarchived": () => ["brought back the venue", "from the archive"],
  "venue deleted": () => ["deleted the venue"],
  "draft created": () => ["began a draft of"],
  "draft deleted": () => ["deleted the draft of"],
  "draft published": ({ version }) => ["published the draft of", asVersion(version)],
  "version deleted": ({ members }) => [`deleted version ${members.join(", ")} of`],
  "imagery uploaded": ({ members }) => [`uploaded the image ${members.join(", ")} to`],
  "imagery deleted": ({ members }) => [`deleted the image ${members.join(", ")} of`],
  "imagery retiled": ({ members }) => [`prepared the image ${members.join(", ")} of`],
  "floor_plan uploaded": () => ["uploaded the floor plan of"],
  "floor_plan deleted": () => ["deleted the floor plan of"],
  "grant created": (entry, names) => ["granted", `to ${grantee(entry, names)}`],
  "grant ended": (entry, names) => ["ended the grant of", `for ${grantee(entry, names)}`],
  "grant updated": () => ["changed its own names for places in"],
  "key created": () => ["created the key"],
  "key updated": ({ members }) => [membersText(members, "the key")],
  "key secret_replaced": () => ["repeated the request that created the key", "and got a new secret for it"],
  "key rotated": () => ["rotated the key"],
  "key revoke_scheduled": () => ["set a time from which nobody can use the key"],
  "key revoke_cancelled": () => ["cancelled the revoke of the key"],
  "key revoked": () => ["revoked the key"],
  "key deleted": () => ["deleted the key", "long after it was revoked"],
  "webhook created": () => ["created the webhook"],
  "webhook updated": ({ members }) => [membersText(members, "the webhook")],
  "webhook rotated": () => ["gave a new secret to the webhook"],
  "webhook disabled": () => ["disabled the webhook"],
  "webhook deleted": () => ["deleted the webhook"],
  "tenant created": () => ["created the tenant"],
  "tenant updated": ({ members }) => [membersText(members, "the tenant")],
  "tenant archived": () => ["archived the tenant"],
  "tenant unarchived": () => ["brought back the tenant", "from the archive"],
  "tenant deleted": () => ["deleted the tenant"],
  "session ended": () => ["ended the session"],
  "events erased": () => ["erased events of"],
  "database created": () => ["set up the"],
  "clock confirmed": () => ["confirmed that the clock of the service is right"],
};

export function sentenceOf(entry: AuditEntry, names: Names): AuditSentence {
  const words = WORDS[`${entry.kind} ${entry.action}`];
  // A newer service may have actions that this page does not know.
  const [before, after = ""] = words?.(entry, names) ?? [`${entry.action.replaceAll("_", " ")} the ${entry.kind}`];
  return {
    ...actorOf(entry.actor, names),
    before,
    record: recordName(entry, names),
    recordPath: recordPath(entry),
    after,
  };
}

/** The versions that an entry lies between, where the service can compare them; null for all other entries. */
export function comparableVersions({ kind, action, version }: AuditEntry): { since: number; version: number } | null {
  const isPublish = (kind === "venue" && action !== "created" && action !== "deleted") || kind === "draft";
  if (!isPublish || !PUBLISHES.has(action) || version === null || version < 2) return null;
  return { since: version - 1, version };
}

const PUBLISHES: ReadonlySet<string> = new Set(["replaced", "restored", "published"]);

function actorOf(actor: string, names: Names): Pick<AuditSentence, "actor" | "actorPath"> {
  if (actor === "operator") return { actor: "Somebody at the command line", actorPath: null };
  if (actor === "service") return { actor: "The service", actorPath: null };
  const name = names.key(actor);
  return { actor: name ?? actor, actorPath: name === undefined ? null : `keys/${actor}` };
}

/** The name of the record. What was deleted has left its name in the entry. */
function recordName({ kind, action, id, members }: AuditEntry, names: Names): string {
  if (kind === "clock") return "";
  if (action === "deleted" && (kind === "venue" || kind === "tenant") && members[0] !== undefined) return members[0];
  if (kind === "events" && !id.startsWith("ven_")) return "all venues";
  const name = { key: names.key, tenant: names.tenant, webhook: names.webhook }[kind] ?? names.venue;
  return name(id) ?? id;
}

function recordPath({ kind, action, id }: AuditEntry): string | null {
  if (action === "deleted" && ["venue", "key", "webhook", "tenant"].includes(kind)) return null;
  const tabs: Record<string, string> = {
    draft: "/record",
    version: "/versions",
    imagery: "/imagery",
    floor_plan: "/design/trace",
    grant: "/grants",
  };
  if (kind === "venue" || kind in tabs) return `venues/${id}${tabs[kind] ?? ""}`;
  if (kind === "key") return `keys/${id}`;
  if (kind === "webhook") return `webhooks/${id}`;
  return kind === "tenant" ? "tenants" : null;
}

/** The names of members that people know by other words. */
const MEMBERS: Record<string, string> = {
  allowedOrigins: "pages",
  embedFrameAncestors: "pages that may frame the viewer",
  allowOriginOnly: "use without its secret",
  rateLimit: "rate limit",
  revokeAt: "time of its revoke",
  url: "address",
  active: "state",
};

function membersText(members: string[], noun: string): string {
  if (members.length === 0) return `changed ${noun}`;
  return `changed ${members.map((member) => MEMBERS[member] ?? member).join(", ")} of ${noun}`;
}

function asVersion(version: number | null): string {
  return version === null ? "" : `as version ${version}`;
}

function grantee({ tenantId }: AuditEntry, names: Names): string {
  return tenantId === null ? "a tenant" : (names.tenant(tenantId) ?? tenantId);
}

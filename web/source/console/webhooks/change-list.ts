// The entries of "What changed": merged from the audit list and the change feed, with what each is linked to. Pure.
import type { components } from "@seatpreview/client";

export type FeedEntry = components["schemas"]["FeedEntry"];
export type AuditEntry = components["schemas"]["AuditEntry"];

/** What is shown of a change. */
export type Change = Pick<FeedEntry, "n" | "at" | "actor" | "kind" | "id" | "tenantId" | "members"> & { type: string };

/** The kinds of records whose changes are shown. */
export const KINDS = ["key", "venue", "grant", "imagery"] as const;

/** Entries that are kept on the page. */
export const SHOWN_MAX = 500;

/** The types of the change feed, by the kind and the action of the audit list. */
const TYPES: Record<string, string> = {
  "key created": "key.created",
  "key updated": "key.updated",
  "key secret_replaced": "key.updated",
  "key rotated": "key.rotated",
  "key revoke_scheduled": "key.revoke_scheduled",
  "key revoke_cancelled": "key.revoke_cancelled",
  "key revoked": "key.revoked",
  "venue created": "venue.published",
  "venue replaced": "venue.published",
  "venue restored": "venue.restored",
  "venue archived": "venue.archived",
  "venue unarchived": "venue.unarchived",
  "venue deleted": "venue.deleted",
  "grant created": "grant.given",
  "grant ended": "grant.ended",
  "imagery uploaded": "image.uploaded",
  "imagery deleted": "image.deleted",
};

/** Returns the entries of the audit list that the change feed would show, in its form. */
export function changesOfAudit(entries: readonly AuditEntry[]): Change[] {
  return entries.flatMap(({ number, action, ...entry }) => {
    const type = TYPES[`${entry.kind} ${action}`];
    return type === undefined ? [] : [{ ...entry, n: number, type }];
  });
}

/**
 * Merges the newest entries of each kind, newest first. A page of a kind may have been cut off where another goes further
 * back: the list ends there, so that nothing is missing within it.
 */
export function mergedAudit(pages: readonly { data: AuditEntry[]; nextCursor: string | null }[]): Change[] {
  const ends = pages.filter(({ nextCursor }) => nextCursor !== null).map(({ data }) => data.at(-1)?.number ?? 0);
  const oldest = Math.max(0, ...ends);
  const entries = pages.flatMap(({ data }) => data).filter(({ number }) => number >= oldest);
  return withNew([], changesOfAudit(entries));
}

/** Adds entries to those that are shown, newest first, each once. */
export function withNew(shown: readonly Change[], added: readonly Change[]): Change[] {
  const byNumber = new Map([...shown, ...added].map((change) => [change.n, change]));
  return [...byNumber.values()].sort((one, other) => other.n - one.n).slice(0, SHOWN_MAX);
}

/** The address of the record that changed; null if this caller has no screen for it, or it is gone. */
export function recordPath(change: Change, ownTenantId: string | null): string | null {
  const { type, kind, id } = change;
  if (type === "venue.deleted") return null;
  if (kind === "key") return `keys/${id}`;
  if (kind === "venue") return `venues/${id}`;
  if (kind === "imagery") return `venues/${id}/imagery`;
  if (kind !== "grant") return null;
  // A grant is changed on the owner's side. The grantee has the venue itself, for as long as the grant lasts.
  if (change.tenantId !== ownTenantId) return `venues/${id}/grants`;
  return type === "grant.ended" ? null : `venues/${id}`;
}

/** Which members or which image a change is about, as a short text. */
export function detailText({ kind, members }: Change): string {
  if (members.length === 0) return "";
  return kind === "imagery" ? members.join(", ") : `changed: ${members.join(", ")}`;
}

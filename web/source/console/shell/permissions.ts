// What the caller may do. Every button and form of the console asks here, so that nothing is offered that the API refuses.
import { GROUP_NAMES, type Group, type Groups, groupsText, hasGroup, mayGive } from "../keys/groups";
import { type OperationId, operationOf } from "./operations";
import { type CallerInfo, isAdmin } from "./screen-props";

/** What an operation is about, as far as it decides whether the caller may call it. */
export type Subject = {
  venue?: { tenantId: string; archivedAt?: string | null };
  key?: { venues: readonly string[] | null; groups: Groups };
};

/** Returns the reason why the caller may not call the operation, as a sentence; null if it may. */
export function refusalOf(caller: CallerInfo, operation: OperationId, { venue, key }: Subject = {}): string | null {
  const { groups, isForAdmin = false, isForOwner = false } = operationOf(operation);
  if (groups.length > 0 && !groups.some((group) => hasGroup(caller.groups, group))) {
    return missingGroup(caller.groups, groups);
  }
  if (isForAdmin && !isAdmin(caller)) return "This needs a key of admin scope.";
  if (isForOwner && venue !== undefined && !isOwner(caller, venue)) {
    return "Your tenant was granted this venue. Only its owner can do this.";
  }
  if (MAKES_VENUE.has(operation) && caller.venues !== null) {
    return "Your key is limited to some venues, and a new one would not be among them.";
  }
  if (venue?.archivedAt != null && REFUSED_WHILE_ARCHIVED.has(operation)) {
    return "This venue is archived. Unarchive it first.";
  }
  return key === undefined || READS_KEY.has(operation) ? null : refusalOfKey(caller, key);
}

export function may(caller: CallerInfo, operation: OperationId, subject: Subject = {}): boolean {
  return refusalOf(caller, operation, subject) === null;
}

export function isOwner(caller: CallerInfo, venue: { tenantId: string }): boolean {
  return isAdmin(caller) || caller.tenantId === venue.tenantId;
}

const MAKES_VENUE: ReadonlySet<OperationId> = new Set(["createVenue", "copyVenue"]);
const REFUSED_WHILE_ARCHIVED: ReadonlySet<OperationId> = new Set([
  "replaceVenue",
  "replaceAliases",
  "putImage",
  "deleteImage",
  "putFloorPlan",
  "placeFloorPlan",
  "deleteFloorPlan",
  "putGrant",
  "endGrant",
  "putDraft",
  "deleteDraft",
  "publishDraft",
  "restoreVersion",
  "deleteVersion",
  "createSession",
  "previewSeat",
  "getPlan",
]);
const READS_KEY: ReadonlySet<OperationId> = new Set(["getKey", "listKeys"]);

/** Nobody changes a key that may do more than their own. */
function refusalOfKey(caller: CallerInfo, key: NonNullable<Subject["key"]>): string | null {
  const { venues } = caller;
  if (venues !== null && !(key.venues?.every((venueId) => venues.includes(venueId)) ?? false)) {
    return "This key may use venues that yours may not, so you cannot change it.";
  }
  if (!mayGive(caller.groups, key.groups)) return "This key may do more than yours, so you cannot change it.";
  return null;
}

function missingGroup(own: Groups, needed: readonly Group[]): string {
  if (needed.includes("management") && hasGroup(own, "management_read_only")) {
    return "Your key may only read. Changes need a key with the group Management.";
  }
  // The least of the groups that would do is named last.
  const [group] = needed.slice(-1);
  return `This needs a key with the group ${group === undefined ? "" : GROUP_NAMES[group]}. Yours has: ${groupsText(own)}.`;
}

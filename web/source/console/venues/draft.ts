// The draft of a venue as the API stores it, and what it conflicts with if somebody else was faster.
import { type Client, type components, type Fault, Problem, type WithEtag } from "@seatpreview/client";
import { mergeRecords } from "./merge-records";
import { recordOf, type StoredVenue, storedVenue, type Venue } from "./record";

export type StoredDraft = WithEtag<components["schemas"]["Draft"]>;

/** What somebody else did meanwhile: saved the draft, published or discarded it, or published another record. */
export type DraftConflict = {
  kind: "saved" | "gone" | "published";
  venue: StoredVenue;
  /** The draft as it is stored now; null if there is none. */
  draft: StoredDraft | null;
  theirs: unknown;
  mine: unknown;
  /** Both changes in one record; null if they contradict each other, or if it is not known what both began with. */
  merged: { record: unknown } | null;
};

/** Returns the draft of a venue; null if it has none. */
export async function readDraft(api: Client, venueId: string, signal?: AbortSignal): Promise<StoredDraft | null> {
  try {
    return await api.venues.getDraft(venueId, signal === undefined ? {} : { signal });
  } catch (failure) {
    if (failure instanceof Problem && failure.status === 404) return null;
    throw failure;
  }
}

/** What has to change before the draft can be published. */
export function draftFaults(draft: StoredDraft | null): Fault[] {
  return (draft?.faults ?? []).map(({ detail, pointer }) => ({ detail, ...(pointer == null ? {} : { pointer }) }));
}

/** Whether a request was refused because somebody else saved, published or discarded meanwhile. */
export function isOutdated(failure: unknown): boolean {
  return failure instanceof Problem && (failure.status === 412 || failure.status === 404);
}

/** Finds out what somebody else did since `draft` and `stored` were read. */
export async function findConflict(
  api: Client,
  stored: StoredVenue,
  draft: StoredDraft | null,
  mine: unknown,
): Promise<DraftConflict> {
  const { venueId } = stored.venue;
  const venue = storedVenue(await api.venues.get(venueId));
  const now = await readDraft(api, venueId);
  const begun = draft?.record ?? recordOf(stored.venue);
  if (now !== null && now.etag !== draft?.etag) {
    return conflict("saved", { venue, draft: now, theirs: now.record, mine }, begun);
  }
  const theirs = recordOf(venue.venue);
  if (now === null && draft !== null) return conflict("gone", { venue, draft: now, theirs, mine }, begun);
  return conflict("published", { venue, draft: now, theirs, mine }, await baseRecord(api, stored, now));
}

type Sides = Omit<DraftConflict, "kind" | "merged">;

function conflict(kind: DraftConflict["kind"], sides: Sides, base: unknown): DraftConflict {
  const merge = base === null ? null : mergeRecords(base, sides.theirs, sides.mine);
  return { kind, ...sides, merged: merge === null || merge.contested.length > 0 ? null : { record: merge.record } };
}

/** Returns the published record that a draft was begun with; null if its version is not kept any more. */
async function baseRecord(api: Client, stored: StoredVenue, draft: StoredDraft | null): Promise<unknown> {
  if (draft === null || draft.baseVersion === stored.venue.version) return recordOf(stored.venue);
  try {
    const kept = await api.versions.get(stored.venue.venueId, String(draft.baseVersion));
    return recordOf(kept.record as Venue);
  } catch (failure) {
    if (failure instanceof Problem && failure.status === 404) return null;
    throw failure;
  }
}

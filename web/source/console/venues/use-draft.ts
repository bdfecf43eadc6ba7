// Saves, publishes and discards the draft of a venue, and handles what somebody else did meanwhile.
import type { Client, UnfinishedRecord } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { showToast } from "../shell/toasts";
import { type Action, useAction } from "../shell/use-request";
import { type DraftConflict, findConflict, isOutdated, readDraft, type StoredDraft } from "./draft";
import { formatRecord, recordOf, type StoredVenue, storedVenue } from "./record";

export type DraftProps = {
  api: Client;
  stored: StoredVenue;
  onStored: (stored: StoredVenue) => void;
  draft: StoredDraft | null;
  onDraft: (draft: StoredDraft | null) => void;
  onText: (text: string) => void;
};

export type DraftSaving = {
  /** Saves a record as the draft. Then calls `next` with what was stored, unless somebody else was faster. */
  save: Action<[record: unknown, next?: (draft: StoredDraft) => void]>;
  /** Deletes the draft. `mine` is the text on the screen, for the case that somebody else saved meanwhile. */
  discard: Action<[mine: unknown]>;
  /** Shows what somebody else did, after a request with this record was refused. */
  explain: Action<[mine: unknown]>;
  conflict: DraftConflict | null;
  /** Saves this record as the draft, in full knowledge of the conflict. */
  resolve: (record: unknown) => void;
  takeTheirs: () => void;
  dismissConflict: () => void;
  /** Shows the venue as it is after its draft was published. */
  finishPublish: (version: number) => Promise<void>;
};

export function useDraft({ api, stored, onStored, draft, onDraft, onText }: DraftProps): DraftSaving {
  const [conflict, setConflict] = useState<DraftConflict | null>(null);
  const { venueId, version } = stored.venue;

  const show = (next: StoredDraft) => {
    onDraft(next);
    onText(formatRecord(next.record));
  };
  const save = useAction(async (record: unknown, next?: (draft: StoredDraft) => void) => {
    // A new draft is based on the record that is on the screen. A later one of somebody else is a conflict.
    const known = draft === null ? { ifNoneMatch: "*" as const, baseVersion: version } : { ifMatch: draft.etag };
    try {
      const saved = await api.venues.putDraft(venueId, record as UnfinishedRecord, known);
      show(saved);
      if (next === undefined) showToast("The draft was saved");
      else next(saved);
    } catch (failure) {
      if (!isOutdated(failure)) throw failure;
      setConflict(await findConflict(api, stored, draft, record));
    }
  });
  const resolving = useAction(async (record: unknown, found: DraftConflict) => {
    setConflict(null);
    const known = found.draft === null ? { ifNoneMatch: "*" as const } : { ifMatch: found.draft.etag };
    const rebased = found.kind === "saved" ? {} : { baseVersion: found.venue.venue.version };
    try {
      show(await api.venues.putDraft(venueId, record as UnfinishedRecord, { ...known, ...rebased }));
      onStored(found.venue);
      showToast("The draft was saved");
    } catch (failure) {
      if (!isOutdated(failure)) throw failure;
      setConflict(await findConflict(api, found.venue, found.draft, record));
    }
  });
  const discard = useAction(async (mine: unknown) => {
    if (draft === null) return;
    try {
      await api.venues.deleteDraft(venueId, { ifMatch: draft.etag });
    } catch (failure) {
      if (!isOutdated(failure)) throw failure;
      setConflict(await findConflict(api, stored, draft, mine));
      return;
    }
    onDraft(null);
    onText(formatRecord(recordOf(stored.venue)));
    showToast("The draft was discarded");
  });
  const explain = useAction(async (mine: unknown) => setConflict(await findConflict(api, stored, draft, mine)));
  return {
    save: { ...save, problem: save.problem ?? resolving.problem, isBusy: save.isBusy || resolving.isBusy },
    discard,
    explain,
    conflict,
    resolve: (record) => {
      if (conflict !== null) void resolving.run(record, conflict);
    },
    takeTheirs: () => {
      if (conflict === null) return;
      onStored(conflict.venue);
      onDraft(conflict.draft);
      onText(formatRecord(conflict.theirs));
      setConflict(null);
    },
    dismissConflict: () => setConflict(null),
    finishPublish: async (published) => {
      const now = storedVenue(await api.venues.get(venueId));
      onStored(now);
      onDraft(await readDraft(api, venueId));
      onText(formatRecord(recordOf(now.venue)));
      showToast(`Version ${published} was published`);
    },
  };
}

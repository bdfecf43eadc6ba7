// Saves a record with the ETag that was read, and handles the conflict if somebody else saved meanwhile.

import { type Client, Problem, type ReplaceVenueRequest } from "@seatpreview/client";
import { useState } from "preact/hooks";
import { type Action, useAction } from "../shell/use-request";
import { keepSavedWarnings } from "./label-warnings";
import { type StoredVenue, storedVenue } from "./record";

export type RecordSaving = {
  save: Action<[unknown]>;
  /** Set if somebody else has saved the record meanwhile. */
  conflict: { theirs: StoredVenue; mine: unknown } | null;
  /** Saves over the other version. */
  keepMine: () => void;
  takeTheirs: () => void;
  dismissConflict: () => void;
};

export function useSaveRecord(
  api: Client,
  stored: StoredVenue,
  onStored: (stored: StoredVenue) => void,
  onSaved: (stored: StoredVenue) => void,
  onTheirs: (theirs: StoredVenue) => void,
): RecordSaving {
  const [conflict, setConflict] = useState<RecordSaving["conflict"]>(null);
  const { venueId } = stored.venue;

  const put = async (record: unknown, etag: string) => {
    // The record is text that somebody wrote: the service tells what is wrong with it.
    const answer = await api.venues.replace(venueId, record as ReplaceVenueRequest, { ifMatch: etag });
    keepSavedWarnings(answer);
    const saved = storedVenue(answer);
    onStored(saved);
    onSaved(saved);
  };
  const saving = useAction(async (record: unknown) => {
    try {
      await put(record, stored.etag);
    } catch (failure) {
      if (!isVersionConflict(failure)) throw failure;
      setConflict({ theirs: storedVenue(await api.venues.get(venueId)), mine: record });
    }
  });
  const overwriting = useAction(async (record: unknown) => {
    if (conflict === null) return;
    setConflict(null);
    await put(record, conflict.theirs.etag);
  });
  return {
    save: { ...saving, problem: saving.problem ?? overwriting.problem, isBusy: saving.isBusy || overwriting.isBusy },
    conflict,
    keepMine: () => void overwriting.run(conflict?.mine),
    takeTheirs: () => {
      if (conflict === null) return;
      onStored(conflict.theirs);
      onTheirs(conflict.theirs);
      setConflict(null);
    },
    dismissConflict: () => setConflict(null),
  };
}

function isVersionConflict(failure: unknown): boolean {
  return failure instanceof Problem && failure.code === "precondition_failed";
}

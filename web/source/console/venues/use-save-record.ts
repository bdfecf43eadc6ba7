// Saves a record with the ETag that was read, and handles the conflict if somebody else saved meanwhile.
import { useState } from "preact/hooks";

import { ApiProblem, type Client } from "../../api/client";
import { type Action, useAction } from "../shell/use-request";
import type { StoredVenue, Venue } from "./record";

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
  const path = `/manage/venues/${stored.venue.venueId}`;

  const put = async (record: unknown, etag: string | null) => {
    const { data, etag: next } = await api.put<Venue>(path, { body: record, ifMatch: etag });
    const saved = { venue: data, etag: next };
    onStored(saved);
    onSaved(saved);
  };
  const doing = useAction(async (record: unknown) => {
    try {
      await put(record, stored.etag);
    } catch (failure) {
      if (!isVersionConflict(failure)) throw failure;
      const { data, etag } = await api.get<Venue>(path);
      setConflict({ theirs: { venue: data, etag }, mine: record });
    }
  });
  const again = useAction(async (record: unknown) => {
    if (conflict === null) return;
    setConflict(null);
    await put(record, conflict.theirs.etag);
  });
  return {
    save: { ...doing, problem: doing.problem ?? again.problem, isBusy: doing.isBusy || again.isBusy },
    conflict,
    keepMine: () => void again.run(conflict?.mine),
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
  return failure instanceof ApiProblem && failure.code === "precondition_failed";
}

// Storing a record under the version that was read, and what to do where that is not the last one any more.
import { useState } from "preact/hooks";

import { ApiProblem, type Client } from "../../api/client";
import { type Doing, useDoing } from "../shell/use-request";
import type { Stored, Venue } from "./record";

export type Saving = {
  doing: Doing<[unknown]>;
  /** Set where somebody else was quicker. */
  conflict: { theirs: Stored; mine: unknown } | null;
  /** Stores over what somebody else has stored. */
  keepMine: () => void;
  takeTheirs: () => void;
  later: () => void;
};

export function useSaving(
  api: Client,
  stored: Stored,
  onStored: (stored: Stored) => void,
  onSaved: (stored: Stored) => void,
  onTheirs: (theirs: Stored) => void,
): Saving {
  const [conflict, setConflict] = useState<Saving["conflict"]>(null);
  const path = `/manage/venues/${stored.venue.venueId}`;

  const put = async (record: unknown, etag: string | null) => {
    const { data, etag: next } = await api.put<Venue>(path, { body: record, ifMatch: etag });
    const saved = { venue: data, etag: next };
    onStored(saved);
    onSaved(saved);
  };
  const doing = useDoing(async (record: unknown) => {
    try {
      await put(record, stored.etag);
    } catch (failure) {
      if (!isOutrun(failure)) throw failure;
      const { data, etag } = await api.get<Venue>(path);
      setConflict({ theirs: { venue: data, etag }, mine: record });
    }
  });
  const again = useDoing(async (record: unknown) => {
    if (conflict === null) return;
    setConflict(null);
    await put(record, conflict.theirs.etag);
  });
  return {
    doing: { ...doing, problem: doing.problem ?? again.problem, isBusy: doing.isBusy || again.isBusy },
    conflict,
    keepMine: () => void again.run(conflict?.mine),
    takeTheirs: () => {
      if (conflict === null) return;
      onStored(conflict.theirs);
      onTheirs(conflict.theirs);
      setConflict(null);
    },
    later: () => setConflict(null),
  };
}

function isOutrun(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.code === "precondition_failed";
}

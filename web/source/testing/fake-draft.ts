// The draft of a venue that the stand-in for the service stores.
import { recordOf } from "../console/venues/record";
import { example, type FakeService, problem } from "./fake-service";
import { HALL } from "./fake-venue";

export type FakeDraft = {
  record: { name: string; timezone: string };
  revision: number;
  draftId: string;
  baseVersion: number;
};

export function draftOf(changes: object = {}): FakeDraft {
  const record = { ...recordOf(HALL), name: "Hall of tomorrow" };
  return example<FakeDraft>("getDraft", { record, baseVersion: 1, faults: [], leftOut: [], revision: 1, ...changes });
}

/** Stores a draft in the service, as the service does: a change needs the state that was read. */
export function storeDraft(
  service: FakeService,
  first: FakeDraft | null,
  stored: { draft: FakeDraft | null } = { draft: first },
): { draft: FakeDraft | null } {
  const outdated = () => problem(412, "precondition_failed", "The draft was changed.");
  const etag = () => (stored.draft === null ? "" : `"${stored.draft.revision}.${stored.draft.draftId}"`);
  service.answer("getDraft", () => stored.draft ?? problem(404, "not_found", "The venue has no draft."));
  service.answer("putDraft", ({ body, headers, query }) => {
    if (stored.draft === null ? headers["If-Match"] !== undefined : headers["If-Match"] !== etag()) return outdated();
    const baseVersion = Number(query.baseVersion ?? stored.draft?.baseVersion ?? 1);
    const revision = (stored.draft?.revision ?? 0) + 1;
    stored.draft = draftOf({ ...stored.draft, record: body, revision, baseVersion });
    return stored.draft;
  });
  service.answer("deleteDraft", ({ headers }) => {
    if (headers["If-Match"] !== etag()) return outdated();
    stored.draft = null;
    return {};
  });
  service.answer("listKeys", { data: [], nextCursor: null });
  return stored;
}

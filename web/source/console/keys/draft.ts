// The form state of a key, and the request bodies that are made from it.
import type { CreateKeyRequest, components, UpdateKeyRequest, WithEtag } from "@seatpreview/client";
import { changedMembers } from "../shell/record-drafts";

export type ApiKey = components["schemas"]["ApiKey"];
/** A key as the API returned it, with the ETag that a change must name. */
export type KeyWithEtag = { key: ApiKey; etag: string };
type RateLimit = components["schemas"]["RateLimit"];

/** Returns a key as the client gives it, together with its ETag. */
export function keyWithEtag(key: WithEtag<ApiKey>): KeyWithEtag {
  return { key, etag: key.etag };
}

/** A rate limit with its numbers as typed. An empty burst is chosen by the service. */
export type LimitDraft = { requests: string; windowSeconds: string; burst: string };

/** The members of a key that can be changed after it was created. */
export type KeyDraft = {
  label: string;
  allowedOrigins: string[];
  allowOriginOnly: boolean;
  embedFrameAncestors: string[];
  /** The ids of the venues; null for all venues of the tenant. */
  venues: string[] | null;
  /** The groups of operations that the key is limited to; null for all. */
  groups: ApiKey["groups"];
  /** The rate limit; null for the service's default. */
  rateLimit: LimitDraft | null;
};

export type Member = keyof KeyDraft;

export const NEW_DRAFT: KeyDraft = {
  label: "",
  allowedOrigins: [],
  allowOriginOnly: false,
  embedFrameAncestors: [],
  venues: null,
  groups: null,
  rateLimit: null,
};

export const POINTERS = [...Object.keys(NEW_DRAFT), "kind", "scope", "tenantId"].map((member) => `/${member}`);

export const NEW_LIMIT: LimitDraft = { requests: "6000", windowSeconds: "60", burst: "1000" };

export function draftOf(key: ApiKey): KeyDraft {
  const { label, allowedOrigins, allowOriginOnly, embedFrameAncestors, venues, groups, rateLimit } = key;
  return {
    label,
    allowedOrigins,
    allowOriginOnly,
    embedFrameAncestors,
    venues,
    groups,
    rateLimit: rateLimit === null ? null : limitDraftOf(rateLimit),
  };
}

export function limitDraftOf(limit: RateLimit): LimitDraft {
  return {
    requests: String(limit.requests),
    windowSeconds: String(limit.windowSeconds),
    burst: limit.burst === undefined ? "" : String(limit.burst),
  };
}

/** Removes surrounding white space and empty lines, so that the pointers in faults match the lines that are shown. */
export function trimmed(draft: KeyDraft): KeyDraft {
  return {
    ...draft,
    label: draft.label.trim(),
    allowedOrigins: lines(draft.allowedOrigins),
    embedFrameAncestors: lines(draft.embedFrameAncestors),
  };
}

/** The body of createKey. Members with their default value are left out. */
export function createRequest(draft: KeyDraft): CreateKeyRequest {
  return updateRequest(NEW_DRAFT, draft) as CreateKeyRequest;
}

/** The body of updateKey. It contains changed members only, so that nothing is sent that the caller may not change. */
export function updateRequest(before: KeyDraft, draft: KeyDraft): UpdateKeyRequest {
  const changes: Record<string, unknown> = {};
  for (const member of changedMembers(before, draft)) {
    changes[member] = member === "rateLimit" ? toRateLimit(draft.rateLimit) : draft[member];
  }
  return changes as UpdateKeyRequest;
}

/** Converts the typed texts. A text that is not a number is sent unchanged, so that the API's own fault is shown. */
export function toRateLimit(draft: LimitDraft | null): RateLimit | null {
  if (draft === null) return null;
  const burst = draft.burst.trim() === "" ? {} : { burst: numberOf(draft.burst) };
  return { requests: numberOf(draft.requests), windowSeconds: numberOf(draft.windowSeconds), ...burst } as RateLimit;
}

function numberOf(text: string): number | string {
  return /^-?\d+$/.test(text.trim()) ? Number(text) : text;
}

function lines(texts: string[]): string[] {
  return texts.map((text) => text.trim()).filter(Boolean);
}

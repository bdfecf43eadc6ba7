// A key as a form holds it: texts as they are typed, and the bodies that the API is sent.
import type { components } from "../../api/schema";

export type ApiKey = components["schemas"]["ApiKey"];
/** A key as the API returned it, with the ETag that a change must name. */
export type KeyWithEtag = { key: ApiKey; etag: string | null };
export type CreateKey = components["schemas"]["CreateKeyRequest"];
export type UpdateKey = components["schemas"]["UpdateKeyRequest"];
type RateLimit = components["schemas"]["RateLimit"];

/** Numbers as they are typed. An empty burst is left to the service. */
export type LimitDraft = { requests: string; windowSeconds: string; burst: string };

/** The members that can be changed later. */
export type KeyDraft = {
  label: string;
  allowedOrigins: string[];
  allowOriginOnly: boolean;
  embedFrameAncestors: string[];
  /** Null: all that the tenant may use. */
  venues: string[] | null;
  /** Null: the service's default. */
  rateLimit: LimitDraft | null;
};

export type Member = keyof KeyDraft;

export const MEMBERS: Member[] = [
  "label",
  "allowedOrigins",
  "allowOriginOnly",
  "embedFrameAncestors",
  "venues",
  "rateLimit",
];

export const POINTERS = [...MEMBERS, "kind", "scope", "tenantId"].map((member) => `/${member}`);

export const NEW_DRAFT: KeyDraft = {
  label: "",
  allowedOrigins: [],
  allowOriginOnly: false,
  embedFrameAncestors: [],
  venues: null,
  rateLimit: null,
};

export const NEW_LIMIT: LimitDraft = { requests: "6000", windowSeconds: "60", burst: "1000" };

export function draftOf(key: ApiKey): KeyDraft {
  const { label, allowedOrigins, allowOriginOnly, embedFrameAncestors, venues, rateLimit } = key;
  return {
    label,
    allowedOrigins,
    allowOriginOnly,
    embedFrameAncestors,
    venues,
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

/** Without white space around, and without empty lines, so that the API's pointers count what is shown. */
export function trimmed(draft: KeyDraft): KeyDraft {
  return {
    ...draft,
    label: draft.label.trim(),
    allowedOrigins: lines(draft.allowedOrigins),
    embedFrameAncestors: lines(draft.embedFrameAncestors),
  };
}

/** The body of createKey: members that stay at their default are left out. */
export function createRequest(draft: KeyDraft): CreateKey {
  return updateRequest(NEW_DRAFT, draft) as CreateKey;
}

/** The body of updateKey: only what differs, so that nothing is sent that the caller may not send. */
export function updateRequest(before: KeyDraft, draft: KeyDraft): UpdateKey {
  const changes: Record<string, unknown> = {};
  for (const member of changedMembers(before, draft)) {
    changes[member] = member === "rateLimit" ? toRateLimit(draft.rateLimit) : draft[member];
  }
  return changes as UpdateKey;
}

export function changedMembers(before: KeyDraft, draft: KeyDraft): Member[] {
  return MEMBERS.filter((member) => !isSame(before[member], draft[member]));
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Text that is no number goes to the API as it is: its sentence about it is the one to show. */
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

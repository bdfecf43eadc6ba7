// The form state of a webhook, and the request bodies that are made from it.
import type { CreateWebhookRequest, components, UpdateWebhookRequest, WithEtag } from "@seatpreview/client";
import { changedMembers } from "../shell/record-drafts";
import type { WebhookType } from "./change-types";

export type Webhook = components["schemas"]["Webhook"];
export type WebhookWithSecret = components["schemas"]["WebhookWithSecret"];
export type Delivery = components["schemas"]["Delivery"];
/** A webhook as the API returned it, with the ETag that a change must name. */
export type ReadWebhook = WithEtag<Webhook>;

/** The members of a webhook that its form changes. */
export type WebhookDraft = {
  url: string;
  label: string;
  /** The types that it hears of; null for all but summaries of events. */
  types: WebhookType[] | null;
  /** The ids of the venues; null for all venues of the tenant. */
  venues: string[] | null;
};

export type Member = keyof WebhookDraft;

export const MEMBER_NAMES: Record<Member, string> = {
  url: "address",
  label: "label",
  types: "types",
  venues: "venues",
};

export const NEW_DRAFT: WebhookDraft = { url: "", label: "", types: null, venues: null };

export const POINTERS = [...Object.keys(NEW_DRAFT), "tenantId"].map((member) => `/${member}`);

export function draftOf({ url, label, types, venues }: Webhook): WebhookDraft {
  return { url, label, types, venues };
}

/** Removes surrounding white space. */
export function trimmed(draft: WebhookDraft): WebhookDraft {
  return { ...draft, url: draft.url.trim(), label: draft.label.trim() };
}

/** The body of createWebhook, with the tenant that admin scope names. */
export function createRequest(draft: WebhookDraft, tenantId: string | null): CreateWebhookRequest {
  return { ...draft, ...(tenantId === null ? {} : { tenantId }) } as CreateWebhookRequest;
}

/** The body of updateWebhook: changed members only. */
export function updateRequest(before: WebhookDraft, draft: WebhookDraft): UpdateWebhookRequest {
  return Object.fromEntries(
    changedMembers(before, draft).map((member) => [member, draft[member]]),
  ) as UpdateWebhookRequest;
}

/** The name of a webhook in a sentence: its label, or the host of its address if it has none. */
export function webhookName({ label, url }: Pick<Webhook, "label" | "url">): string {
  return label === "" ? hostOf(url) : `“${label}”`;
}

/** The title of a webhook's screen and its row. */
export function webhookTitle({ label, url }: Pick<Webhook, "label" | "url">): string {
  return label === "" ? hostOf(url) : label;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

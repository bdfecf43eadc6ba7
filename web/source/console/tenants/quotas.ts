// Quotas as a form has them: texts, of which an empty one stands for the service's default.

import type { Tenant } from "../shell/venue-and-tenant-lists";

export type Quotas = Tenant["quotas"];
export type QuotaDraft = { imageMegabytes: string; venues: string; keys: string };

const MEGABYTE = 1_000_000;

export function quotaDraftOf(quotas: Quotas | undefined): QuotaDraft {
  const imageBytes = quotas?.imageBytes ?? null;
  return {
    imageMegabytes: imageBytes === null ? "" : String(imageBytes / MEGABYTE),
    venues: quotas?.venues == null ? "" : String(quotas.venues),
    keys: quotas?.keys == null ? "" : String(quotas.keys),
  };
}

/** Returns the quotas as the API takes them. What is no number is sent as 0, which the service refuses with a reason. */
export function toQuotas(draft: QuotaDraft): Required<Quotas> {
  return {
    imageBytes: numberOf(draft.imageMegabytes, MEGABYTE),
    venues: numberOf(draft.venues),
    keys: numberOf(draft.keys),
  };
}

/** Returns bytes in megabytes from ten of them on, and otherwise as they are. */
export function sizeText(bytes: number): string {
  if (bytes >= 10 * MEGABYTE) return `${Math.round(bytes / MEGABYTE).toLocaleString("en")} MB`;
  return `${bytes.toLocaleString("en")} bytes`;
}

function numberOf(text: string, unit = 1): number | null {
  if (text.trim() === "") return null;
  const number = Number(text);
  return Number.isFinite(number) ? Math.round(number * unit) : 0;
}

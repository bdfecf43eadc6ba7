// Quotas as a form has them: texts, of which an empty one stands for the service's default.

import type { Tenant } from "../shell/venue-and-tenant-lists";

export type Quotas = Tenant["quotas"];
export type QuotaDraft = { imageMegabytes: string; venues: string; keys: string; recordMegabytes: string };

const MEGABYTE = 1_000_000;

export function quotaDraftOf(quotas: Quotas | undefined): QuotaDraft {
  return {
    imageMegabytes: textOf(quotas?.imageBytes, MEGABYTE),
    venues: textOf(quotas?.venues),
    keys: textOf(quotas?.keys),
    recordMegabytes: textOf(quotas?.recordBytes, MEGABYTE),
  };
}

/** Returns the quotas as the API takes them. What is no number is sent as 0, which the service refuses with a reason. */
export function toQuotas(draft: QuotaDraft): Required<Quotas> {
  return {
    imageBytes: numberOf(draft.imageMegabytes, MEGABYTE),
    venues: numberOf(draft.venues),
    keys: numberOf(draft.keys),
    recordBytes: numberOf(draft.recordMegabytes, MEGABYTE),
  };
}

/** Returns bytes in megabytes from ten of them on, and otherwise as they are. */
export function sizeText(bytes: number): string {
  if (bytes >= 10 * MEGABYTE) return `${Math.round(bytes / MEGABYTE).toLocaleString("en")} MB`;
  return `${bytes.toLocaleString("en")} bytes`;
}

function textOf(quota: number | null | undefined, unit = 1): string {
  return quota == null ? "" : String(quota / unit);
}

function numberOf(text: string, unit = 1): number | null {
  if (text.trim() === "") return null;
  const number = Number(text);
  return Number.isFinite(number) ? Math.round(number * unit) : 0;
}

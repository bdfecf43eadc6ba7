// How often pages use a key without its secret, as text.
import type { ApiKey } from "./draft";

const DAY_MS = 86_400_000;

/** Whether pages may use the key without a secret: by its keyId, or by their origin alone. */
export function isForPages(key: ApiKey): boolean {
  return key.kind === "keyless" || key.allowOriginOnly;
}

/** Says how many requests of pages came with the key lately. Days are those of UTC. */
export function pageUsesText(key: ApiKey, nowMs: number): string {
  const uses = key.usesWithoutSecret ?? [];
  const newest = uses[0];
  if (newest === undefined) return "none in the last 14 days";
  const [today, yesterday] = [0, 1].map((daysAgo) => requestsOn(uses, nowMs - daysAgo * DAY_MS));
  if (today === 0 && yesterday === 0) return `none today or yesterday, the last on ${newest.day}`;
  return `${counted(today ?? 0)} today, ${(yesterday ?? 0).toLocaleString("en")} yesterday`;
}

function requestsOn(uses: NonNullable<ApiKey["usesWithoutSecret"]>, ms: number): number {
  const day = new Date(ms).toISOString().slice(0, 10);
  return uses.find((each) => each.day === day)?.requests ?? 0;
}

function counted(requests: number): string {
  return requests === 1 ? "1 request" : `${requests.toLocaleString("en")} requests`;
}

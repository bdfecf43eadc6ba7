import { expect, test } from "vitest";

import type { ApiKey } from "./draft";
import { isForPages, pageUsesText } from "./page-uses";

const NOW = Date.parse("2026-11-17T00:00:01Z");
const KEY = { keyId: "key_1", kind: "secret", allowOriginOnly: true } as unknown as ApiKey;
const usedOn = (...uses: [string, number][]): ApiKey => ({
  ...KEY,
  usesWithoutSecret: uses.map(([day, requests]) => ({ day, requests })),
});

test("a key is for pages if they need no secret", () => {
  expect(isForPages(KEY)).toBe(true);
  expect(isForPages({ ...KEY, allowOriginOnly: false })).toBe(false);
  expect(isForPages({ ...KEY, kind: "keyless", allowOriginOnly: false })).toBe(true);
});

test.each([
  [KEY, "none in the last 14 days"],
  [usedOn(["2026-11-17", 1234], ["2026-11-16", 7]), "1,234 requests today, 7 yesterday"],
  [usedOn(["2026-11-17", 1]), "1 request today, 0 yesterday"],
  [usedOn(["2026-11-16", 2], ["2026-11-15", 9]), "0 requests today, 2 yesterday"],
  [usedOn(["2026-11-15", 9]), "none today or yesterday, the last on 2026-11-15"],
])("the latest requests of pages are counted by day", (key, said) => {
  expect(pageUsesText(key, NOW)).toBe(said);
});

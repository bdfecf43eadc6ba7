import { expect, test } from "vitest";

import type { ApiKey } from "./draft";
import { embedHtml, missingForEmbedding } from "./snippets";

const KEY = {
  keyId: "key_1",
  kind: "secret",
  allowedOrigins: ["https://shop.example"],
  allowOriginOnly: true,
  embedFrameAncestors: ["https://shop.example"],
  groups: ["sessions"],
} as unknown as ApiKey;

test("a page names the key, and a keyless one is known by the page's origin", () => {
  expect(embedHtml("https://seats.example", KEY, "harbour", "A/1")).toContain('venue="harbour" key-id="key_1"');
  expect(embedHtml("https://seats.example", { ...KEY, kind: "keyless" }, "harbour", "A/1")).not.toContain("key-id");
});

test.each([
  [{ allowedOrigins: [] }, "allowed origins"],
  [{ allowOriginOnly: false }, "without the secret"],
  [{ groups: ["seats", "management"] }, "make sessions"],
  [{ embedFrameAncestors: [] }, "may embed"],
  [{ embedFrameAncestors: ["'none'"] }, "may embed"],
])("what keeps a page from showing the viewer is said: %j", (change, said) => {
  expect(missingForEmbedding({ ...KEY, ...change } as ApiKey)).toContain(said);
});

test("nothing keeps a page that the key allows", () => {
  expect(missingForEmbedding(KEY)).toBeNull();
});

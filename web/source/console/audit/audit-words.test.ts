import { expect, test } from "vitest";
import openapi from "../../api/openapi.json";
import type { Names } from "../shell/names";
import { type AuditEntry, comparableVersions, KINDS, sentenceOf } from "./audit-words";

const KNOWN: Record<string, string> = { ven_1: "Great Theatre", key_1: "Anna's key", ten_1: "Opera" };
const nameOf = (id: string) => KNOWN[id];
const NAMES: Names = { venue: nameOf, key: nameOf, tenant: nameOf, webhook: nameOf };

const entry = (kind: string, action: string, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  number: 1,
  at: "2026-11-15T08:30:00Z",
  actor: "key_1",
  action,
  kind,
  id: "ven_1",
  tenantId: "ten_1",
  members: [],
  version: null,
  ...changes,
});

function text(given: AuditEntry): string {
  const { actor, before, record, after } = sentenceOf(given, NAMES);
  return [actor, before, record, after].filter(Boolean).join(" ");
}

test.each<[AuditEntry, string, string | null]>([
  [entry("venue", "replaced", { version: 4 }), "Anna's key published version 4 of Great Theatre", "venues/ven_1"],
  [
    entry("venue", "deleted", { id: "ven_9", members: ["Old Hall"], actor: "operator" }),
    "Somebody at the command line deleted the venue Old Hall",
    null,
  ],
  [
    entry("draft", "published", { version: 5 }),
    "Anna's key published the draft of Great Theatre as version 5",
    "venues/ven_1/record",
  ],
  [
    entry("version", "deleted", { members: ["3"] }),
    "Anna's key deleted version 3 of Great Theatre",
    "venues/ven_1/versions",
  ],
  [
    entry("imagery", "uploaded", { members: ["107/K.jpg"] }),
    "Anna's key uploaded the image 107/K.jpg to Great Theatre",
    "venues/ven_1/imagery",
  ],
  [entry("grant", "created"), "Anna's key granted Great Theatre to Opera", "venues/ven_1/grants"],
  [
    entry("key", "updated", { id: "key_7", actor: "key_8", members: ["label", "allowedOrigins"] }),
    "key_8 changed label, pages of the key key_7",
    "keys/key_7",
  ],
  [entry("key", "revoked", { id: "key_1", actor: "service" }), "The service revoked the key Anna's key", "keys/key_1"],
  [entry("tenant", "archived", { id: "ten_1" }), "Anna's key archived the tenant Opera", "tenants"],
  [entry("events", "erased", { id: "all" }), "Anna's key erased events of all venues", null],
  [
    entry("clock", "confirmed", { actor: "operator", id: "clock" }),
    "Somebody at the command line confirmed that the clock of the service is right",
    null,
  ],
  [entry("hall", "was_painted", { id: "hall_1" }), "Anna's key was painted the hall hall_1", null],
])("%o is said in words", (given, words, path) => {
  expect(text(given)).toBe(words);
  expect(sentenceOf(given, NAMES).recordPath).toBe(path);
});

test("every kind that the API names can be chosen", () => {
  const kind = openapi.components.schemas.AuditEntry.properties.kind.description;
  expect(KINDS.map((each) => each.kind).sort()).toEqual([...kind.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort());
});

test("only what was published can be compared with what was before", () => {
  expect(comparableVersions(entry("venue", "replaced", { version: 4 }))).toEqual({ since: 3, version: 4 });
  expect(comparableVersions(entry("venue", "replaced", { version: 1 }))).toBeNull();
  expect(comparableVersions(entry("venue", "archived", { version: 4 }))).toBeNull();
  expect(comparableVersions(entry("key", "updated", { version: 4 }))).toBeNull();
});

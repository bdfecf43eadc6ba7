import { expect, test } from "vitest";
import openapi from "../../api/openapi.json";
import { type AuditEntry, type Change, changesOfAudit, mergedAudit, recordPath, withNew } from "./change-list";
import { CHANGE_TYPES, TYPE_GROUPS, typeName, typesText } from "./change-types";
import { answerText, isAboutToChange, missingAnswerText, nextAttemptText, readableBody } from "./delivery-status";
import type { Delivery } from "./draft";

const audit = (number: number, kind: string, action: string): AuditEntry => ({
  number,
  kind,
  action,
  id: `id_${number}`,
  at: "2026-11-15T08:30:00Z",
  actor: "operator",
  tenantId: null,
  members: [],
  version: null,
});
const change = (changes: object): Change => ({ ...changesOfAudit([audit(1, "key", "created")])[0]!, ...changes });

test("every type of the API has a name, and is among the types to choose from", () => {
  const known = openapi.components.schemas.FeedEntry.properties.type.enum;
  expect([...CHANGE_TYPES].sort()).toEqual([...known].sort());
  expect(TYPE_GROUPS.flatMap(({ types }) => types).length).toBe(known.length + 1);
  expect(typeName("hall.painted")).toBe("hall.painted");
});

test.each([
  [null, "all changes"],
  [["key.revoked"], "Key revoked"],
  [["key.revoked", "venue.published"], "Key revoked, Venue published"],
  [["key.revoked", "venue.published", "grant.given"], "Key revoked and 2 more"],
] as const)("types as a short text: %j", (types, text) => {
  expect(typesText(types === null ? null : [...types])).toBe(text);
});

test("an entry of the audit list has the type of the change feed, or is left out", () => {
  const types = changesOfAudit([
    audit(4, "venue", "replaced"),
    audit(3, "session", "ended"),
    audit(2, "key", "secret_replaced"),
    audit(1, "imagery", "deleted"),
  ]).map(({ n, type }) => [n, type]);
  expect(types).toEqual([
    [4, "venue.published"],
    [2, "key.updated"],
    [1, "image.deleted"],
  ]);
});

test("the list of earlier changes ends where one kind was cut off, so that nothing is missing within it", () => {
  const pages = [
    { data: [audit(9, "key", "created"), audit(6, "key", "revoked")], nextCursor: "more" },
    { data: [audit(8, "venue", "created"), audit(2, "venue", "created")], nextCursor: null },
    { data: [], nextCursor: null },
  ];
  expect(mergedAudit(pages).map(({ n }) => n)).toEqual([9, 8, 6]);
});

test("a change is shown once, the newest first", () => {
  const shown = withNew([change({ n: 5 }), change({ n: 3 })], [change({ n: 5 }), change({ n: 7 })]);
  expect(shown.map(({ n }) => n)).toEqual([7, 5, 3]);
});

test.each([
  [{ type: "key.revoked", kind: "key", id: "key_1" }, "keys/key_1"],
  [{ type: "venue.published", kind: "venue", id: "ven_1" }, "venues/ven_1"],
  [{ type: "venue.deleted", kind: "venue", id: "ven_1" }, null],
  [{ type: "image.uploaded", kind: "imagery", id: "ven_1" }, "venues/ven_1/imagery"],
  [{ type: "grant.ended", kind: "grant", id: "ven_1", tenantId: "ten_other" }, "venues/ven_1/grants"],
  [{ type: "grant.given", kind: "grant", id: "ven_1", tenantId: "ten_own" }, "venues/ven_1"],
  [{ type: "grant.ended", kind: "grant", id: "ven_1", tenantId: "ten_own" }, null],
])("the record of %j is at %s", (changes, path) => {
  expect(recordPath(change(changes), "ten_own")).toBe(path);
});

const AT = Date.parse("2026-11-15T08:30:00Z");
const delivery = (changes: Partial<Delivery>) =>
  ({
    status: "pending",
    nextAttemptAt: null,
    lastStatus: null,
    lastError: null,
    lastAnswer: null,
    lastAttemptAt: null,
    ...changes,
  }) as Delivery;

test("a delivery says in words what was answered, and when it is sent next", () => {
  expect(answerText(delivery({}))).toBe("not sent yet");
  expect(answerText(delivery({ lastStatus: 503, lastError: null }))).toBe("HTTP 503");
  expect(answerText(delivery({ lastError: "The name was not found." }))).toBe("The name was not found.");
  expect(missingAnswerText(delivery({ lastStatus: 200 }))).toContain("networks that the operator permits");
  expect(missingAnswerText(delivery({ lastStatus: 200, lastAnswer: "" }))).toBe("The answer had no text.");
  const waiting = delivery({ nextAttemptAt: "2026-11-15T08:35:00Z" });
  expect(nextAttemptText(waiting, true, AT)).toBe("in 5 min 0 s");
  expect(nextAttemptText(waiting, false, AT)).toBe("when the webhook is turned on");
  expect(nextAttemptText(delivery({}), true, AT)).toBeNull();
  expect(readableBody("no JSON")).toBe("no JSON");
});

test("a list is read again only while something is about to be sent", () => {
  const soon = delivery({ nextAttemptAt: "2026-11-15T08:30:05Z" });
  expect(isAboutToChange([soon], AT)).toBe(true);
  expect(isAboutToChange([delivery({ nextAttemptAt: "2026-11-15T09:00:00Z" })], AT)).toBe(false);
  expect(isAboutToChange([delivery({ status: "delivered" })], AT)).toBe(false);
});

import { expect, test } from "vitest";
import { reapplyChanges } from "../shell/record-drafts";
import { differencesOf } from "./differences";
import { createRequest, type KeyDraft, NEW_DRAFT, toRateLimit, trimmed, updateRequest } from "./draft";

const SHOP: KeyDraft = { ...NEW_DRAFT, label: "Shop", allowedOrigins: ["https://shop.example"] };

test("a new key sends only what is not its default", () => {
  expect(createRequest(SHOP)).toEqual({ label: "Shop", allowedOrigins: ["https://shop.example"] });
  expect(createRequest(NEW_DRAFT)).toEqual({});
});

test("an update sends only what changed, null included", () => {
  const limited = { ...SHOP, venues: ["ven_1"] };
  expect(updateRequest(limited, { ...limited, venues: null })).toEqual({ venues: null });
});

test("empty lines are gone before the API counts them", () => {
  const typed = { ...SHOP, allowedOrigins: ["", " https://a.example ", ""] };
  expect(trimmed(typed).allowedOrigins).toEqual(["https://a.example"]);
});

test("what is no number goes to the API as it was typed", () => {
  expect(toRateLimit({ requests: "many", windowSeconds: "60", burst: "" })).toEqual({
    requests: "many",
    windowSeconds: 60,
  });
});

test("one's own changes go on top of theirs, member by member", () => {
  const theirs = { ...SHOP, label: "Renamed", allowOriginOnly: true };
  const yours = { ...SHOP, label: "Mine" };
  expect(reapplyChanges(SHOP, theirs, yours)).toEqual({ ...theirs, label: "Mine" });
  expect(differencesOf(SHOP, theirs, yours).map(({ member, isContested }) => [member, isContested])).toEqual([
    ["label", true],
    ["allowOriginOnly", false],
  ]);
});

test("the same change on both sides is not contested", () => {
  const both = { ...SHOP, label: "Same" };
  expect(differencesOf(SHOP, both, both)).toMatchObject([{ member: "label", isContested: false }]);
});

import { expect, test } from "vitest";

import type { CallerInfo } from "../shell/screen-props";
import { type Groups, groupsFor, groupsText, hasGroup, mayGive, presetOf, presetsFor, proposedGroups } from "./groups";

const SECRET = { kind: "secret", scope: "tenant" } as const;
const KEYLESS = { kind: "keyless", scope: "tenant" } as const;
const ADMIN = { kind: "secret", scope: "admin" } as const;

function caller(groups: Groups): CallerInfo {
  return { groups } as CallerInfo;
}

test("a new secret key is proposed to make sessions and nothing else", () => {
  expect(proposedGroups(SECRET, caller(null))).toEqual(["sessions"]);
  expect(presetOf(presetsFor(SECRET, caller(null)), ["sessions"])?.text).toBe("Make sessions for my shop");
});

test("keyless and admin keys are proposed as they were before there were groups", () => {
  expect(proposedGroups(KEYLESS, caller(null))).toBeNull();
  expect(proposedGroups(ADMIN, caller(null))).toBeNull();
});

test("nobody is offered what they cannot give", () => {
  const limited = caller(["management", "seats"]);
  expect(presetsFor(SECRET, limited)).toEqual([]);
  expect(groupsFor("secret", limited)).toEqual(["seats", "management", "management_read_only"]);
  expect(proposedGroups(SECRET, limited)).toEqual(["seats", "management", "management_read_only"]);
  expect(mayGive(["sessions", "seats", "events", "management"], null)).toBe(false);
  expect(mayGive(null, null)).toBe(true);
});

test("a keyless key is offered nothing that needs a secret", () => {
  expect(groupsFor("keyless", caller(null))).toEqual(["sessions", "seats", "events"]);
  expect(presetsFor(KEYLESS, caller(null)).map(({ value }) => value)).toEqual(["shop", "all"]);
});

test("management includes its read-only part, and not the other way round", () => {
  expect(hasGroup(["management"], "management_read_only")).toBe(true);
  expect(hasGroup(["management_read_only"], "management")).toBe(false);
});

test("a preset is known in any order, and other groups are none", () => {
  const presets = presetsFor(SECRET, caller(null));
  expect(presetOf(presets, ["management_read_only", "seats", "events"])?.value).toBe("reader");
  expect(presetOf(presets, null)?.value).toBe("all");
  expect(presetOf(presets, ["seats"])).toBeUndefined();
});

test("groups are read as a list, and null as all", () => {
  expect(groupsText(["sessions", "management_read_only"])).toBe("Sessions, Management (read only)");
  expect(groupsText(null)).toBe("all");
});

import { beforeEach, expect, test } from "vitest";
import { forgetKeptKey, IDLE_MS_MAX, keepKey, keptKey, noteUse } from "./kept-key";

const AT = Date.parse("2026-11-15T08:30:00Z");
const MINUTE = 60_000;

beforeEach(() => sessionStorage.clear());

test("a key is kept for an hour after its last use, and removed then", () => {
  expect(keptKey(AT)).toBeNull();
  keepKey("sk_live_1", AT);
  noteUse(AT + 59 * MINUTE);
  expect(keptKey(AT + 118 * MINUTE)).toBe("sk_live_1");
  expect(keptKey(AT + 59 * MINUTE + IDLE_MS_MAX)).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test("use does not bring a key back that was idle for too long", () => {
  keepKey("sk_live_1", AT);
  noteUse(AT + IDLE_MS_MAX);
  expect(keptKey(AT + IDLE_MS_MAX)).toBeNull();
});

test("a time in the future, and anything that is no key, count as none", () => {
  keepKey("sk_live_1", AT + MINUTE);
  expect(keptKey(AT)).toBeNull();
  for (const text of ["", "no JSON", "null", "[]", '{"key": 7, "usedAtMs": 1}', '{"key": "sk_live_1"}']) {
    sessionStorage.setItem("seatpreview.console.key", text);
    expect(keptKey(AT)).toBeNull();
  }
});

test("a key that was forgotten is gone", () => {
  keepKey("sk_live_1", AT);
  forgetKeptKey();
  expect(sessionStorage.length).toBe(0);
});

// Tests of the hints for developers: each says how to fix the problem.
import { expect, test } from "vitest";
import { type Circumstances, developerHint, seatHint } from "./developer-hints";

const IT: Circumstances = {
  page: "https://shop.example",
  service: "https://seats.example",
  keyId: "key_1",
  venue: "arena",
  seat: null,
};

test("wrong origin, wrong key, wrong venue and no network have different hints", () => {
  expect(developerHint("origin_not_allowed", IT)).toBe("Add https://shop.example to allowedOrigins of key_1.");
  expect(developerHint("origin_not_allowed", { ...IT, keyId: null })).toContain("of the keyless key.");
  expect(developerHint("credentials_missing", IT)).toContain("https://shop.example in allowedOrigins");
  expect(developerHint("key_invalid", { ...IT, said: "No such key." })).toContain(
    'No such key. Check the attribute key-id="key_1"',
  );
  expect(developerHint("not_found", { ...IT, said: "No such venue." })).toBe(
    'No such venue. Check the attribute venue="arena".',
  );
  expect(developerHint("venue_not_allowed", IT)).toBe("Add arena to venues of key_1.");
  expect(developerHint("unreachable", IT)).toContain("connect-src https://seats.example");
  expect(developerHint("unexpected", { ...IT, status: 502 })).toContain("https://seats.example answered 502");
  expect(developerHint("frame_refused", IT)).toContain("Add https://shop.example to embedFrameAncestors of key_1.");
  // A ticket shop in a frame of the promoter's page: the browser asks whether both may show the viewer.
  expect(
    developerHint("frame_refused", { ...IT, framedBy: ["https://promoter.example", "https://shop.example"] }),
  ).toContain("Add https://shop.example and https://promoter.example to embedFrameAncestors of key_1.");
});

test("a refusal of the button has the service's words", () => {
  const said = "/cta/url leads to https://other.example. Add https://other.example to the key's allowedOrigins.";
  expect(developerHint("origin_not_allowed", { ...IT, said, isAboutRequest: true })).toBe(said);
});

test("what is temporary says when to try again", () => {
  expect(developerHint("rate_limited", { ...IT, said: "Too many.", retryAfter: "7" })).toBe(
    "Too many. Try again in 7 seconds.",
  );
  expect(developerHint("overloaded", IT)).toBe("Try again in a few seconds.");
});

test("what the element misses before it can ask the service is an attribute", () => {
  expect(developerHint("service_missing", IT)).toContain("Set the attribute service=");
  expect(developerHint("venue_missing", IT)).toContain("Set the attribute venue");
  expect(developerHint("session_invalid", IT)).toContain("viewerUrl");
});

test("no sentence tells which origins a key allows, which is nobody's business", () => {
  expect(developerHint("origin_not_allowed", { ...IT, said: "https://a.example is allowed." })).not.toContain(
    "a.example",
  );
});

test("a code without a sentence of its own gets what the service said", () => {
  expect(developerHint("teapot", { ...IT, said: "Short and stout." })).toBe("Short and stout.");
});

test("a problem of the viewer repeats the seat that was asked for", () => {
  const kop = { ...IT, seat: "Kop 9" };
  expect(seatHint("not_found", { ...kop, said: "Not found." })).toContain('Not found. (seat="Kop 9";');
  expect(seatHint("session_ended", { ...IT, said: "Ended." })).toBe("Ended.");
  expect(seatHint("unreachable", { ...kop, said: "Away." })).toBe("Away.");
});

import { expect, test } from "vitest";
import { example } from "../../testing/fake-service";
import type { CallerInfo } from "../shell/screen-props";
import type { Venue } from "../venues/record";
import { type Progress, stepsOf } from "./steps";

const CALLER = example<CallerInfo>("getCaller", { scope: "tenant", tenantId: "ten_1", groups: null, venues: null });
const NOTHING: Progress = {
  venue: null,
  hasDraft: false,
  hasImage: false,
  wasPreviewed: false,
  keys: [],
  wasSeenByBuyer: false,
};
const venue = (changes: object) =>
  example<Venue>("getVenue", { tenantId: "ten_1", venueId: "ven_1", archivedAt: null, ...changes });
const key = (changes: object) => [example<Progress["keys"][number]>("getKey", { status: "active", ...changes })];

const left = (changes: Partial<Progress>, caller = CALLER) =>
  stepsOf({ ...NOTHING, ...changes }, caller)
    .filter(({ isDone }) => !isDone)
    .map(({ name, path }) => `${name}: ${path}`);

test("at the beginning everything is left, and the first steps lead to a new venue", () => {
  expect(left({})).toEqual([
    "Describe your hall: venues/new",
    "Make it yours: venues/new",
    "See what a buyer sees: venues/new",
    "Try the labels that your tickets have: venues/new",
    "Publish it: venues/new",
    "Make a key for your page: keys/new",
    "Put the view on your page: events",
  ]);
});

test.each<[string, Partial<Progress>, string[]]>([
  [
    "a template that was published as it is",
    { venue: venue({ seatCount: 800, version: 1, rules: {} }) },
    ["Make it yours", "See what a buyer sees", "Try the labels that your tickets have"],
  ],
  [
    "a hall that is only a draft",
    { venue: venue({ seatCount: 0, version: 1, rules: {} }), hasDraft: true, wasPreviewed: true },
    ["Try the labels that your tickets have", "Publish it"],
  ],
  [
    "a hall with rules and an image",
    {
      venue: venue({ seatCount: 800, version: 3, rules: { seatKeys: { rules: [{}], examples: [] } } }),
      hasImage: true,
    },
    [],
  ],
])("%s", (_, changes, names) => {
  const left = stepsOf({ ...NOTHING, ...changes }, CALLER).filter(({ isDone }) => !isDone);
  expect(left.map(({ name }) => name).slice(0, -2)).toEqual(names);
});

test("a key counts if pages can use it, and only from those that it lists", () => {
  const isLeft = (changes: object) => left({ keys: key(changes) }).some((step) => step.startsWith("Make a key"));
  expect(isLeft({ kind: "keyless", allowedOrigins: ["https://shop.example"] })).toBe(false);
  expect(isLeft({ kind: "secret", allowOriginOnly: false, allowedOrigins: ["https://shop.example"] })).toBe(true);
  expect(isLeft({ kind: "keyless", allowedOrigins: ["https://shop.example"], status: "revoked" })).toBe(true);
});

test("what the key may not do is not offered", () => {
  expect(left({}, { ...CALLER, groups: ["management_read_only", "events"] })).toEqual([
    "Put the view on your page: events",
  ]);
  expect(left({ wasSeenByBuyer: null }, { ...CALLER, groups: ["management_read_only"] })).toEqual([]);
});

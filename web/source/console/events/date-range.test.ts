import { expect, test } from "vitest";

import { daysOf, daysShown, lastDays, plusDays, queryOf } from "./date-range";

test("the last days include the current one", () => {
  const span = lastDays(7, Date.now());
  expect(daysOf(span)).toHaveLength(7);
  expect(daysOf(span).at(-1)).toBe(span.to);
});

test("days go over the ends of months and years", () => {
  expect(plusDays("2027-02-28", 1)).toBe("2027-03-01");
  expect(daysOf({ from: "2026-12-31", to: "2027-01-01" })).toEqual(["2026-12-31", "2027-01-01"]);
});

test("a span that ends before it starts has no days", () => {
  expect(daysOf({ from: "2026-11-15", to: "2026-11-14" })).toEqual([]);
  expect(daysOf({ from: "", to: "2026-11-14" })).toEqual([]);
});

test("the last day is counted", () => {
  expect(queryOf({ from: "2026-11-01", to: "2026-11-30" }, false)).toEqual({ from: "2026-11-01", until: "2026-12-01" });
});

test("a venue in the east, where the next day has begun, is not left out", () => {
  const span = { from: "2026-11-14", to: "2026-11-15" };
  expect(queryOf(span, true).until).toBe("2026-11-17");
  expect(daysShown(span, ["2026-11-16", "2026-11-14"])).toEqual(["2026-11-14", "2026-11-15", "2026-11-16"]);
});

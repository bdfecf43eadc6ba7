import { expect, test } from "vitest";
import { formatDateTime, formatSeconds, formatTimeAgo, formatTimeLeft } from "./times";

const NOON = "2026-11-15T12:00:00Z";
const before = (ms: number) => formatTimeAgo(NOON, Date.parse(NOON) + ms);

test("a date names its time zone", () => {
  const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: "short" })
    .formatToParts(new Date(NOON))
    .find(({ type }) => type === "timeZoneName");
  expect(formatDateTime(NOON)).toContain(zone?.value);
  expect(formatDateTime(NOON)).toContain("2026");
});

test("the time since something is told in its largest unit", () => {
  expect([before(59_000), before(-59_000)]).toEqual(["just now", "just now"]);
  expect(before(12 * 60_000)).toBe("12 minutes ago");
  expect(before(5 * 3_600_000)).toBe("5 hours ago");
  expect(before(86_400_000)).toBe("yesterday");
  expect(before(90 * 86_400_000)).toBe("3 months ago");
});

test("the time that is left has its two largest units", () => {
  expect(formatTimeLeft(6 * 86_400_000 + 23 * 3_600_000)).toBe("6 d 23 h");
  expect(formatTimeLeft(59 * 60_000 + 8_000)).toBe("59 min 8 s");
  expect([formatTimeLeft(400), formatTimeLeft(0)]).toEqual(["1 s", "0 s"]);
});

test("a number of seconds is told in the largest unit that fits", () => {
  expect([1, 60, 90, 3600, 7200, 86_400].map(formatSeconds)).toEqual([
    "1 second",
    "1 minute",
    "90 seconds",
    "1 hour",
    "2 hours",
    "1 day",
  ]);
});

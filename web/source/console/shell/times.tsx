// Dates, relative times and durations as text.
import { useEffect, useState } from "preact/hooks";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats a time in the zone of this browser, and names the zone: people read the same screen in several. */
export function formatDateTime(iso: string): string {
  return DATE_TIME.format(new Date(iso));
}

const DATE_TIME = new Intl.DateTimeFormat(undefined, {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

export function formatTimeAgo(iso: string, nowMs: number): string {
  const passed = nowMs - Date.parse(iso);
  if (Math.abs(passed) < MINUTE) return "just now";
  const [unit, length] = unitOf(Math.abs(passed));
  const count = -Math.trunc(passed / length);
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(count, unit);
}

/** Formats the remaining time with its two largest units: "6 d 23 h", "59 min 8 s". */
export function formatTimeLeft(ms: number): string {
  if (ms <= 0) return "0 s";
  const parts: [number, string][] = [
    [Math.floor(ms / DAY), "d"],
    [Math.floor((ms % DAY) / HOUR), "h"],
    [Math.floor((ms % HOUR) / MINUTE), "min"],
    [Math.floor((ms % MINUTE) / SECOND), "s"],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return "1 s";
  return parts
    .slice(first, first + 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}

/** Formats a number of seconds in words: "1 hour", "90 seconds". */
export function formatSeconds(count: number): string {
  const units: [number, string][] = [
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
    [1, "second"],
  ];
  const [length, unit] = units.find(([each]) => count >= each && count % each === 0) ?? [1, "second"];
  const whole = count / length;
  return whole === 1 ? `1 ${unit}` : `${whole} ${unit}s`;
}

export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** A relative time with the exact time as its title and in its `datetime` attribute. */
export function TimeAgo({ at }: { at: string }) {
  const now = useNow(30 * SECOND);
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatTimeAgo(at, now)}
    </time>
  );
}

function unitOf(ms: number): [Intl.RelativeTimeFormatUnit, number] {
  if (ms < HOUR) return ["minute", MINUTE];
  if (ms < DAY) return ["hour", HOUR];
  if (ms < 60 * DAY) return ["day", DAY];
  return ["month", 30 * DAY];
}

// The keys that a label resolves to, and those that are expected of it: one, several seats of a row, or none.
import type { LabelResult } from "./label-result";

/** A key, the keys of several seats, or null if the label must be declined. */
export type Expected = string | string[] | null;

const SEPARATOR = /\s*[|,]\s*/;
/** The row is empty in a section without rows. */
const SEAT_KEY = /^[^/]+\/[^/]*\/[^/]+$/;

/**
 * Parses keys with "|" or commas between them; null for an empty text. After the first key, seats of the same row may
 * stand alone: "107/K/9|10". A section's own name may hold a comma, so a text that does not begin with the key of a seat
 * is one key.
 */
export function parseExpected(text: string): Expected {
  const whole = text.trim();
  const parts = whole.split(SEPARATOR).filter((part) => part !== "");
  const first = parts[0] ?? "";
  if (!SEAT_KEY.test(first)) return whole || null;
  const row = first.slice(0, first.lastIndexOf("/"));
  const keys = parts.map((part) => (part.includes("/") ? part : `${row}/${part}`));
  // While a list is being typed, its last separator is followed by nothing.
  return keys.length > 1 ? keys : first;
}

export function formatExpected(expected: Expected | undefined): string {
  return Array.isArray(expected) ? expected.join(" | ") : (expected ?? "");
}

/** The key or keys that a label was matched with; null if it was not matched. */
export function matchedKeys(result: LabelResult): Expected {
  if (result.status !== "matched" || result.seat === null) return null;
  const seats = result.seats ?? [];
  return seats.length > 1 ? seats.map(({ key }) => key) : result.seat.key;
}

/** Whether two expectations are the same. A list of one key is that key. */
export function isSame(one: Expected | undefined, other: Expected | undefined): boolean {
  return JSON.stringify(simplified(one)) === JSON.stringify(simplified(other));
}

function simplified(expected: Expected | undefined): Expected | undefined {
  return Array.isArray(expected) && expected.length === 1 ? expected[0] : expected;
}

/** A short text for keys: "107/K/9", or "107/K seats 9, 10" for several seats of a row, and "Box seats 3, 4" without one. */
export function keysText(keys: string | readonly string[]): string {
  if (typeof keys === "string") return keys;
  const cuts = keys.map((key) => key.lastIndexOf("/"));
  const rows = new Set(keys.map((key, index) => key.slice(0, cuts[index])));
  const [row] = rows;
  if (row === undefined || rows.size > 1 || cuts.includes(-1)) return keys.join(", ");
  return `${row.replace(/\/$/, "")} seats ${keys.map((key, index) => key.slice((cuts[index] ?? 0) + 1)).join(", ")}`;
}

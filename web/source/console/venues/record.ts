// A venue's record: the members that its owner writes, their formatting, and the differences of two records.
import type { components, ReplaceVenueRequest, WithEtag } from "@seatpreview/client";

export type Venue = components["schemas"]["Venue"];
export type VenueRecord = ReplaceVenueRequest;
export type SeatKeys = components["schemas"]["SeatKeys"];

export type StoredVenue = {
  venue: Venue;
  etag: string;
};

/** Returns a venue as the client gives it, together with its ETag. */
export function storedVenue(venue: WithEtag<Venue>): StoredVenue {
  return { venue, etag: venue.etag };
}

export type Difference = {
  pointer: string;
  theirs: unknown;
  mine: unknown;
};

const DIFFERENCES_MAX = 60;
const LINE_MAX = 96;

export function recordOf(venue: Venue): VenueRecord {
  const { name, timezone, aliases, imagerySets, rules, ads, viewerDefaults, imageLinks, translations } = venue;
  return { name, timezone, aliases, imagerySets, rules, ads, viewerDefaults, imageLinks, translations };
}

/** Formats a record as JSON. Short objects and lists are written on one line. */
export function formatRecord(record: unknown): string {
  return line(record, "");
}

/** Formats a value within a record, whose first line has this indent. */
export function formatValue(value: unknown, indent: string): string {
  return line(value, indent);
}

/** Lists the members in which two records differ. */
export function differences(theirs: unknown, mine: unknown, pointer = ""): Difference[] {
  if (JSON.stringify(theirs) === JSON.stringify(mine)) return [];
  if (!isBranch(theirs) || !isBranch(mine) || Array.isArray(theirs) !== Array.isArray(mine)) {
    return [{ pointer, theirs, mine }];
  }
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  const found = [...names].flatMap((name) => differences(theirs[name], mine[name], `${pointer}/${escaped(name)}`));
  return found.slice(0, DIFFERENCES_MAX);
}

function line(value: unknown, indent: string): string {
  if (!isBranch(value)) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  if (entries.length === 0) return isList ? "[]" : "{}";
  const short = oneLine(value);
  if (short.length + indent.length <= LINE_MAX && !entries.some(([, each]) => isDeep(each))) return short;
  const lines = entries.map(
    ([name, each]) => `${deeper}${isList ? "" : `${JSON.stringify(name)}: `}${line(each, deeper)}`,
  );
  return `${isList ? "[" : "{"}\n${lines.join(",\n")}\n${indent}${isList ? "]" : "}"}`;
}

function oneLine(value: unknown): string {
  if (!isBranch(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{ ${members.map(([name, each]) => `${JSON.stringify(name)}: ${oneLine(each)}`).join(", ")} }`;
}

/** Whether a value has nested objects, which are not written on one line. */
function isDeep(value: unknown): boolean {
  return isBranch(value) && Object.values(value).some((each) => isBranch(each) && !Array.isArray(each));
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

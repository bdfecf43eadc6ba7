// What changes for buyers between two versions of a record, in plain words.
import type { components } from "@seatpreview/client";

export type Changes = components["schemas"]["ChangesForBuyers"];

export type ChangeLine = {
  text: string;
  /** The first of what has changed, and how many more there are. */
  examples: string[];
  more: number;
  /** Whether buyers, or links of shops, may miss something after the change. */
  isWarning: boolean;
};

/** Lists what changes, the most harmful first. Empty if nothing changes for buyers. */
export function changesInWords(changes: Changes): ChangeLine[] {
  const { added, gone, renamed, moved } = changes.seats;
  const lines = [
    ...eventSeats(changes.eventSeatsGone),
    line(`${count(gone.count, "seat")} gone`, gone.count, [...gone.examples], true),
    line(
      `${count(renamed.count, "seat")} renamed: the same place, another key`,
      renamed.count,
      renamed.examples.map(({ before, after }) => `${before} becomes ${after}`),
      true,
    ),
    line(
      `${count(moved.count, "seat")} moved by more than half a metre`,
      moved.count,
      moved.examples.map(({ key, distanceM }) => `${key} by ${metres(distanceM)}`),
    ),
    line(`${count(added.count, "seat")} added`, added.count, [...added.examples]),
    line(
      `${count(changes.labelsChanged, "label")} ${changes.labelsChanged === 1 ? "finds" : "find"} other seats than before`,
      changes.labelsChanged,
      changes.labels.map(({ label, before, after }) => `${labelText(label)}: ${found(before)}, then ${found(after)}`),
      true,
    ),
    line(`${count(changes.imagesUnused.count, "image")} not used any more`, changes.imagesUnused.count, [
      ...changes.imagesUnused.examples,
    ]),
  ];
  return lines.filter((each) => each !== null);
}

/** What could not be compared, as sentences. */
export function notCompared({ labelsNotCompared, eventSeatsGone }: Changes): string[] {
  return [
    ...(eventSeatsGone === null
      ? ["There are too many events to tell whether seats disappear that buyers looked at lately."]
      : []),
    ...(labelsNotCompared > 0
      ? [`${count(labelsNotCompared, "label")} could not be compared, because it would have taken too long.`]
      : []),
  ];
}

/** Returns a number and its noun: "1 seat", "1,200 seats". */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** Joins names as a sentence does: "1, 2 and 3". */
export function joined(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function eventSeats(gone: Changes["eventSeatsGone"]): (ChangeLine | null)[] {
  if (gone === null) return [];
  const text = `${count(gone.count, "seat")} gone that buyers looked at in the last 30 days`;
  return [line(text, gone.count, [...gone.examples], true)];
}

function line(text: string, number: number, examples: string[], isWarning = false): ChangeLine | null {
  return number === 0 ? null : { text, examples, more: number - examples.length, isWarning };
}

function labelText(label: Changes["labels"][number]["label"]): string {
  return typeof label === "string" ? `“${label}”` : `“${Object.values(label).filter(Boolean).join(" ")}”`;
}

function found(keys: Changes["labels"][number]["before"]): string {
  if (keys === null) return "no seat";
  return typeof keys === "string" ? keys : joined(keys);
}

function metres(distance: number): string {
  return `${distance.toLocaleString("en", { maximumFractionDigits: 1 })} m`;
}

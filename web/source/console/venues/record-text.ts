// The text of a record that has changed: what did not change stays as somebody wrote it.
import type { Json } from "../../layouts/written-json";
import { type JsonPositions, parsePositions, pointerOf } from "./json-positions";
import { formatRecord, formatValue } from "./record";

/** Longer texts are written anew: to find every member in them takes longer. */
const PATCHED_LENGTH_MAX = 4_000_000;

/** Returns the text of `after`, given the text of `before`. Values that are the same object keep their text. */
export function changedText(text: string, before: Json, after: Json): string {
  if (before === after) return text;
  if (text.length > PATCHED_LENGTH_MAX) return formatRecord(after);
  const positions = parsePositions(text);
  return positions.fault === null
    ? new TextWriter(text, positions).written("", before, after, "")
    : formatRecord(after);
}

/** Parses a text; values that are equal to those of `before` are the same objects. Null if it is no JSON object. */
export function parsedRecord(text: string, before: Json = {}): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isBranch(value) && !Array.isArray(value) ? (shared(before, value) as Json) : null;
  } catch {
    return null;
  }
}

/** Returns `after`, in which everything that is equal in `before` is the object of `before`. */
export function shared(before: unknown, after: unknown): unknown {
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) return after;
  const names = Object.keys(after);
  let isSame = names.length === Object.keys(before).length;
  const copy: Record<string, unknown> = Array.isArray(after) ? ([] as unknown as Record<string, unknown>) : {};
  for (const name of names) {
    const value = Object.hasOwn(before, name) ? shared(before[name], after[name]) : after[name];
    isSame &&= Object.hasOwn(before, name) && Object.is(value, before[name]);
    Object.defineProperty(copy, name, { value, writable: true, enumerable: true, configurable: true });
  }
  return isSame ? before : copy;
}

class TextWriter {
  constructor(
    private readonly text: string,
    private readonly positions: JsonPositions,
  ) {}

  /** The text of a value that was at `pointer` before. */
  written(pointer: string, before: unknown, after: unknown, indent: string): string {
    const member = this.positions.members.get(pointer);
    if (member === undefined) return formatValue(after, indent);
    if (Object.is(before, after)) return this.text.slice(member.valueStart, member.end);
    if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) {
      return formatValue(after, indent);
    }
    return hasSameNames(before, after)
      ? this.replaced(pointer, before, after, member.valueStart, member.end)
      : this.entries(pointer, before, after, indent);
  }

  /** The text with only the changed members replaced. */
  private replaced(pointer: string, before: Branch, after: Branch, start: number, end: number): string {
    // In the order of the text: names that look like numbers come first among the keys of an object.
    const changed = Object.keys(before)
      .filter((name) => !Object.is(before[name], after[name]))
      .map((name) => ({ name, member: this.positions.members.get(pointerOf(pointer, name)) }))
      .sort((one, other) => (one.member?.start ?? 0) - (other.member?.start ?? 0));
    const parts: string[] = [];
    let at = start;
    for (const { name, member } of changed) {
      if (member === undefined) continue;
      const indent = this.indentAt(member.start);
      parts.push(this.text.slice(at, member.valueStart));
      parts.push(this.written(member.pointer, before[name], after[name], indent));
      at = member.end;
    }
    return parts.join("") + this.text.slice(at, end);
  }

  /** One entry in each line, since there are more or fewer than before. Entries that were there keep their text. */
  private entries(pointer: string, before: Branch, after: Branch, indent: string): string {
    const places = new Map(Object.keys(before).map((name) => [before[name], name]));
    const isList = Array.isArray(after);
    const placeOf = (name: string) => (isList ? (places.get(after[name]) ?? name) : name);
    if (!Object.values(after).some((each) => isBranch(each))) return formatValue(after, indent);
    const deeper = `${indent}  `;
    const lines = Object.keys(after)
      .filter((name) => after[name] !== undefined)
      .map((name) => {
        const place = placeOf(name);
        const value = this.written(pointerOf(pointer, place), before[place], after[name], deeper);
        return `${deeper}${isList ? "" : `${JSON.stringify(name)}: `}${value}`;
      });
    const [open, close] = isList ? "[]" : "{}";
    return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(",\n")}\n${indent}${close}`;
  }

  /** The spaces at the beginning of the line with this offset. */
  private indentAt(offset: number): string {
    const start = this.text.lastIndexOf("\n", offset - 1) + 1;
    let end = start;
    while (this.text[end] === " " || this.text[end] === "\t") end += 1;
    return this.text.slice(start, end);
  }
}

type Branch = Record<string, unknown>;

function hasSameNames(before: Branch, after: Branch): boolean {
  const names = Object.keys(after);
  return (
    names.length === Object.keys(before).length &&
    names.every((name) => Object.hasOwn(before, name) && after[name] !== undefined)
  );
}

function isBranch(value: unknown): value is Branch {
  return typeof value === "object" && value !== null;
}

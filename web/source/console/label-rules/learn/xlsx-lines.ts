// Reads one sheet of an XLSX file row by row, and keeps nothing but texts that cells share.
import type { Entry, FileEntry } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { FileRefusal, type Pieces } from "./file-pieces";

const ENTRIES_MAX = 1000;
const SMALL_PART_CHARACTERS_MAX = 8 * 2 ** 20;
const SHARED_CHARACTERS_MAX = 64 * 2 ** 20;
/** What a shared text counts for, even if it is empty. */
const TEXT_COST = 16;
const ELEMENT_CHARACTERS_MAX = 2 ** 20;
const TAG_CHARACTERS_MAX = 1000;
const RATIO_MAX = 200;
const RATIO_FREE_BYTES = 4 * 2 ** 20;
const COLUMNS_MAX = 1000;
/** So few rows are read in one go that the page does not stand still. */
const ROWS_AT_ONCE = 50;
const DAMAGED = "The workbook is damaged. Open it in a spreadsheet program, and save it again.";

type Parts = Map<string, FileEntry>;

export type Workbook = {
  /** The names of the visible sheets. */
  sheets: string[];
  lines: (sheet: string) => Pieces;
};

export async function openXlsx(file: Blob): Promise<Workbook> {
  const entries = await readDirectory(file);
  if (entries.has("mimetype") && entries.has("content.xml")) {
    throw new FileRefusal("The file is an OpenDocument sheet (ODS). Save it as XLSX or CSV.");
  }
  if (!entries.has("xl/workbook.xml")) throw new FileRefusal("The file is a ZIP archive and not a workbook (XLSX).");
  if ([...entries.values()].some(({ encrypted }) => encrypted)) {
    throw new FileRefusal("The workbook is encrypted. Save it without a password.");
  }
  const relations = await wholePart(entries, "xl/_rels/workbook.xml.rels");
  const targets = new Map(
    tags(relations, "Relationship").map((tag) => [attribute(tag, "Id"), attribute(tag, "Target")]),
  );
  const parts = new Map<string, string>();
  for (const tag of tags(await wholePart(entries, "xl/workbook.xml"), "sheet")) {
    const target = targets.get(attribute(tag, "\\w+:id")) ?? "";
    const part = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
    if (entries.has(part) && !/\sstate="(?!visible)/.test(tag)) parts.set(attribute(tag, "name"), part);
  }
  if (parts.size === 0) throw new FileRefusal("The workbook has no visible sheet.");
  return { sheets: [...parts.keys()], lines: (sheet) => readSheet(entries, parts.get(sheet) ?? "") };
}

async function* readSheet(entries: Parts, part: string) {
  const shared = await sharedTexts(entries);
  for await (const { elements, share } of elementsOf(entries, part, "row")) {
    for (let from = 0; from < elements.length; from += ROWS_AT_ONCE) {
      yield { lines: elements.slice(from, from + ROWS_AT_ONCE).map((row) => cellsOf(row, shared)), share };
    }
  }
}

async function sharedTexts(entries: Parts): Promise<string[]> {
  const texts: string[] = [];
  if (!entries.has("xl/sharedStrings.xml")) return texts;
  let characters = 0;
  for await (const { elements } of elementsOf(entries, "xl/sharedStrings.xml", "si")) {
    for (const { content } of elements) {
      const text = textIn(withoutReadingAids(content));
      characters += text.length + TEXT_COST;
      if (characters > SHARED_CHARACTERS_MAX) {
        throw new FileRefusal("The workbook has too much text to be read here. Save the sheet as CSV.");
      }
      texts.push(text);
    }
  }
  return texts;
}

const TEXT = /<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)</g;
const VALUE = /<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)</;
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi;
const NAMED: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function cellsOf(row: Element, shared: readonly string[]): string[] {
  const cells: string[] = [];
  for (const { tag, content } of elementsIn(row.content, "c").elements) {
    const column = columnOf(attribute(tag, "r"), cells.length);
    if (column < cells.length || column >= COLUMNS_MAX) throw new FileRefusal(DAMAGED);
    while (cells.length < column) cells.push("");
    cells.push(cellValue(attribute(tag, "t"), content, shared));
  }
  return cells;
}

function cellValue(kind: string, content: string, shared: readonly string[]): string {
  if (kind === "inlineStr") return textIn(content);
  const value = unescaped(VALUE.exec(content)?.[1] ?? "").trim();
  if (kind === "s") return shared[Number(value)] ?? "";
  if (kind === "b") return value === "1" ? "yes" : "no";
  const number = Number(value);
  const isWhole = (kind === "" || kind === "n") && value !== "" && Number.isInteger(number) && Math.abs(number) < 1e15;
  return isWhole ? String(number) : value;
}

function withoutReadingAids(content: string): string {
  const aids = content.includes("rPh") ? elementsIn(content, "rPh").elements : [];
  return aids.reduce((text, aid) => text.replace(aid.content, ""), content);
}

function textIn(content: string): string {
  return unescaped([...content.matchAll(TEXT)].map(([, text = ""]) => text).join("")).trim();
}

function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(ENTITY, (_, hexadecimal?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? "";
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

/** The index of a cell's column. A cell without a reference follows the one before it. */
function columnOf(reference: string, following: number): number {
  const letters = /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase();
  if (letters === undefined) return following;
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function tags(xml: string, name: string): string[] {
  return xml.match(pattern(`<(?:\\w+:)?${name}\\s[^>]*>`)) ?? [];
}

function attribute(tag: string, name: string): string {
  const found = pattern(`\\s${name}="([^"]*)"`);
  found.lastIndex = 0;
  return unescaped(found.exec(tag)?.[1] ?? "");
}

const patterns = new Map<string, RegExp>();

/** A pattern for all matches, made once. */
function pattern(source: string): RegExp {
  const made = patterns.get(source) ?? new RegExp(source, "g");
  patterns.set(source, made);
  return made;
}

async function wholePart(entries: Parts, part: string): Promise<string> {
  let text = "";
  for await (const { text: piece } of textOf(entries, part)) {
    text += piece;
    if (text.length > SMALL_PART_CHARACTERS_MAX) throw new FileRefusal(DAMAGED);
  }
  return text;
}

/** Yields the elements of a name that are complete, piece by piece. */
async function* elementsOf(entries: Parts, part: string, name: string) {
  let rest = "";
  for await (const { text, share } of textOf(entries, part)) {
    rest += text;
    if (rest.includes("<!DOCTYPE")) throw new FileRefusal(DAMAGED);
    const { elements, end } = elementsIn(rest, name);
    rest = rest.slice(end);
    if (rest.length > ELEMENT_CHARACTERS_MAX) throw new FileRefusal(DAMAGED);
    yield { elements, share };
  }
}

type Element = { tag: string; content: string };

/** The complete elements of a name in a text, and where what is left begins. Each character is looked at once. */
function elementsIn(text: string, name: string): { elements: Element[]; end: number } {
  const opening = pattern(`<(?:\\w+:)?${name}(?=[\\s/>])[^>]*>`);
  const closing = pattern(`</(?:\\w+:)?${name}>`);
  const elements: Element[] = [];
  let end = 0;
  for (;;) {
    opening.lastIndex = end;
    const tag = opening.exec(text);
    // Nothing but the beginning of a tag is kept of what is no element.
    if (tag === null) return { elements, end: Math.max(end, text.length - TAG_CHARACTERS_MAX) };
    closing.lastIndex = opening.lastIndex;
    const isEmpty = tag[0].endsWith("/>");
    const close = isEmpty ? null : closing.exec(text);
    if (!isEmpty && close === null) return { elements, end: tag.index };
    elements.push({ tag: tag[0], content: text.slice(opening.lastIndex, close?.index ?? opening.lastIndex) });
    end = isEmpty ? opening.lastIndex : closing.lastIndex;
  }
}

/** Unpacks a part of the archive piece by piece, and says what share of it was read. */
async function* textOf(entries: Parts, part: string) {
  const entry = entries.get(part);
  if (entry === undefined) throw new FileRefusal(DAMAGED);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // What goes wrong while unpacking ends the stream, and is told where it is read.
  entry.getData(writable, { useWebWorkers: false }).catch(() => undefined);
  const reader = readable.getReader();
  const decoder = new TextDecoder();
  let unpacked = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      unpacked += value.byteLength;
      if (unpacked > Math.max(RATIO_FREE_BYTES, entry.compressedSize * RATIO_MAX)) {
        throw new FileRefusal("The workbook unpacks to far more than its own size. Save the sheet as CSV.");
      }
      yield { text: decoder.decode(value, { stream: true }), share: Math.min(1, unpacked / entry.uncompressedSize) };
    }
  } catch (failure) {
    throw failure instanceof FileRefusal ? failure : new FileRefusal(DAMAGED);
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** The files of a ZIP archive by their names. The library is loaded with the first workbook. */
async function readDirectory(file: Blob): Promise<Parts> {
  const { BlobReader, ZipReader } = await import("@zip.js/zip.js/lib/zip-core-custom.js");
  const found: Parts = new Map();
  try {
    for await (const entry of new ZipReader(new BlobReader(file)).getEntriesGenerator()) {
      if (isFile(entry)) found.set(entry.filename, entry);
      if (found.size > ENTRIES_MAX) throw new FileRefusal(DAMAGED);
    }
  } catch {
    throw new FileRefusal(DAMAGED);
  }
  return found;
}

function isFile(entry: Entry): entry is FileEntry {
  return !entry.directory;
}

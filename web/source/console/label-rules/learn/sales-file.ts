// A sales file as the browser reads it: its columns and first lines, and then all lines with progress.
import { openCsv } from "./csv-lines";
import { FileRefusal, type Pieces } from "./file-pieces";
import type { Cells, LabelGroups } from "./label-groups";
import { openXlsx } from "./xlsx-lines";

const PREVIEW_LINES = 5;
/** The page gets a turn after so many milliseconds of work. */
const SLICE_MS = 12;
const SLICE_LINES = 50;

export type SalesFile = {
  name: string;
  sheets: string[];
  /** Whether letters with accents should be looked at. */
  isWindows1252: boolean;
  lines: (sheet: string) => Pieces;
};

/** The columns that hold the label, by index, and the one of the known seat; null if there is none. */
export type ChosenColumns = { label: number[]; seat: number | null };

export type Preview = { columns: string[]; lines: string[][]; hasHeader: boolean };

export async function openSalesFile(file: File): Promise<SalesFile> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (file.size === 0) throw new FileRefusal("The file is empty.");
  const refusal = OTHER_KINDS.find(([bytes]) => bytes.every((byte, at) => start[at] === byte))?.[1];
  if (refusal !== undefined) throw new FileRefusal(refusal);
  if (start[0] === 0x50 && start[1] === 0x4b) {
    const book = await openXlsx(file);
    return { name: file.name, sheets: book.sheets, isWindows1252: false, lines: book.lines };
  }
  const text = await openCsv(file);
  return { name: file.name, sheets: [], isWindows1252: text.encoding === "windows-1252", lines: text.lines };
}

/** Reads the first lines. A list of one column has a header only if there is no digit in it. */
export async function previewOf(sales: SalesFile, sheet: string, hasHeader?: boolean): Promise<Preview> {
  const first: string[][] = [];
  for await (const { lines } of sales.lines(sheet)) {
    first.push(...lines.filter(isFilled));
    if (first.length > PREVIEW_LINES) break;
  }
  const head = first[0];
  if (head === undefined) throw new FileRefusal("The file has no lines with text.");
  const isHeader = hasHeader ?? !(head.length === 1 && /\p{Nd}/u.test(head[0] ?? ""));
  const shown = first.slice(isHeader ? 1 : 0).slice(0, PREVIEW_LINES);
  const width = Math.max(head.length, ...shown.map((line) => line.length));
  const columns = Array.from({ length: width }, (_, at) => (isHeader && head[at]) || `Column ${at + 1}`);
  return { columns, lines: shown, hasHeader: isHeader };
}

/** Counts all lines, in slices between which the page can do something else. `onProgress` takes the share that was read. */
export async function countLines(
  sales: SalesFile,
  sheet: string,
  { label, seat }: ChosenColumns,
  hasHeader: boolean,
  groups: LabelGroups,
  onProgress: (share: number, lines: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let isFirst = hasHeader;
  let sliceEnd = performance.now() + SLICE_MS;
  for await (const { lines, share } of sales.lines(sheet)) {
    for (const [at, line] of lines.entries()) {
      if (isFirst) {
        if (isFilled(line)) isFirst = false;
        continue;
      }
      const cells: Cells = label.map((column) => (line[column] ?? "").replaceAll("\0", ""));
      groups.add(cells, seat === null ? "" : (line[seat] ?? ""));
      if (at % SLICE_LINES === 0 && performance.now() > sliceEnd) {
        onProgress(share, groups.lines);
        await pause();
        sliceEnd = performance.now() + SLICE_MS;
      }
    }
    signal.throwIfAborted();
  }
  onProgress(1, groups.lines);
}

function isFilled(line: readonly string[]): boolean {
  return line.some((cell) => cell !== "");
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const OTHER_KINDS: [number[], string][] = [
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    "The file is an old Excel file (XLS) or is protected by a password. Open it in a spreadsheet program, and save it as XLSX or CSV.",
  ],
  [[0x25, 0x50, 0x44, 0x46], "The file is a PDF, which has no cells. Export the list of tickets as XLSX or CSV."],
  [[0x89, 0x50, 0x4e, 0x47], "The file is a picture. Export the list of tickets as XLSX or CSV."],
  [[0xff, 0xd8, 0xff], "The file is a picture. Export the list of tickets as XLSX or CSV."],
];

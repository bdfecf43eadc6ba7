// Reads CSV piece by piece: any usual encoding and separator, and a file of any length.
import { FileRefusal, type Pieces } from "./file-pieces";

const SEPARATORS = [",", ";", "\t", "|"];
const CELL_CHARACTERS_MAX = 131_072;
const CELLS_MAX = 1000;
const SAMPLE_LINES = 200;
const START_BYTES = 32 * 1024;

/** Takes text in pieces and returns the lines that are complete. */
export class CsvParser {
  private cells: string[] = [];
  private cell = "";
  private isQuoted = false;
  /** Whether the last character was a quotation mark within quotes: a second one is a character of the cell. */
  private wasQuote = false;
  private wasReturn = false;

  constructor(private readonly separator: string) {}

  take(text: string): string[][] {
    const lines: string[][] = [];
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at]!;
      if (this.isQuoted) {
        if (character === '"') {
          this.addText(text.slice(from, at));
          from = at + 1;
          this.isQuoted = false;
          this.wasQuote = true;
        }
        continue;
      }
      if (character === '"' && (this.wasQuote || (this.cell === "" && text.slice(from, at) === ""))) {
        if (this.wasQuote) this.addText('"');
        this.isQuoted = true;
        from = at + 1;
      } else if (character === this.separator) {
        this.addText(text.slice(from, at));
        this.endCell();
        from = at + 1;
      } else if (character === "\n" || character === "\r") {
        this.addText(text.slice(from, at));
        from = at + 1;
        if (character === "\r" || !this.wasReturn) lines.push(this.endLine());
      }
      this.wasQuote = false;
      this.wasReturn = character === "\r";
    }
    this.addText(text.slice(from));
    return lines;
  }

  /** The last line, which may have no end. */
  finish(): string[][] {
    if (this.isQuoted) throw new FileRefusal(UNCLOSED);
    return this.cell === "" && this.cells.length === 0 ? [] : [this.endLine()];
  }

  private addText(text: string): void {
    this.cell += text;
    if (this.cell.length > CELL_CHARACTERS_MAX) throw new FileRefusal(UNCLOSED);
  }

  private endCell(): void {
    this.cells.push(this.cell.trim());
    this.cell = "";
    if (this.cells.length > CELLS_MAX) throw new FileRefusal(`A line has more than ${CELLS_MAX} cells.`);
  }

  private endLine(): string[] {
    this.endCell();
    const line = this.cells;
    this.cells = [];
    return line;
  }
}

export type CsvFile = { encoding: string; lines: () => Pieces };

export async function openCsv(file: Blob): Promise<CsvFile> {
  const encoding = await encodingOf(file);
  const start = new TextDecoder(encoding).decode(await file.slice(0, START_BYTES).arrayBuffer());
  if (start.includes("\0")) {
    throw new FileRefusal("The file is neither text nor a workbook. Save it as CSV (UTF-8) or XLSX.");
  }
  const hint = /^"?sep=(.)"?\r?\n/i.exec(start)?.[0];
  const separator = hint === undefined ? separatorOf(start) : hint.replace(/"/g, "").charAt(4);
  return { encoding, lines: () => readLines(file, encoding, separator, hint !== undefined) };
}

async function* readLines(file: Blob, encoding: string, separator: string, hasHint: boolean): Pieces {
  const parser = new CsvParser(separator);
  const decoder = new TextDecoder(encoding);
  let bytes = 0;
  let skipped = hasHint ? 1 : 0;
  for await (const piece of pieces(file)) {
    bytes += piece.byteLength;
    const lines = parser.take(decoder.decode(piece, { stream: true }));
    yield { lines: lines.slice(skipped), share: bytes / file.size };
    if (lines.length > 0) skipped = 0;
  }
  yield { lines: [...parser.take(decoder.decode()), ...parser.finish()].slice(skipped), share: 1 };
}

const PIECE_BYTES = 32 * 1024;

/** Reads a file in pieces that are small enough to be handled without the page standing still. */
async function* pieces(file: Blob): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += PIECE_BYTES) {
    yield new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer());
  }
}

/** UTF-16 by its mark or its zero bytes, UTF-8 if all of the file is, and otherwise Windows-1252. */
async function encodingOf(file: Blob): Promise<string> {
  const start = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  start.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]! += 1;
  });
  if (zeros[1]! > start.length / 4) return "utf-16le";
  if (zeros[0]! > start.length / 4) return "utf-16be";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const piece of pieces(file)) decoder.decode(piece, { stream: true });
    decoder.decode();
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** The separator that splits most of the first lines into equally many cells, and into more than one. */
function separatorOf(start: string): string {
  const scores = SEPARATORS.map((separator) => consistency(start, separator));
  return SEPARATORS[scores.indexOf(Math.max(...scores))] ?? ",";
}

function consistency(start: string, separator: string): number {
  const counts = new Map<number, number>();
  let lines: string[][];
  try {
    lines = new CsvParser(separator).take(start.endsWith("\n") ? start : `${start}\n`).slice(0, SAMPLE_LINES);
  } catch {
    return 0;
  }
  const filled = lines.filter((line) => line.some((cell) => cell !== ""));
  for (const { length } of filled) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width = 0, count = 0] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
  return Math.round((10 * count) / Math.max(1, filled.length)) + width / 10_000;
}

const UNCLOSED = "A cell of the file is far too long. Look for a quotation mark that is never closed.";

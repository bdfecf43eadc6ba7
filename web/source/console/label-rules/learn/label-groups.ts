// Groups of labels by shape, counted line by line in bounded memory. `seatpreview seat-keys learn` makes the same ones.

/** The most shapes that are kept. When there are more, the rarer half is left out. */
const SHAPES_MAX = 4000;
/** The most different labels that are kept of each shape. */
export const SAMPLES_MAX = 8;
const LABEL_CHARACTERS_MAX = 512;
const PART_CHARACTERS_MAX = 100;

/** A label as its cells: the text, or section, row and seat. */
export type Cells = readonly string[];

export type Sample = {
  cells: Cells;
  /** The seat that the file states; empty if it does not, or names several for the same label. */
  seat: string;
  isContradicted: boolean;
};

export type Group = { shape: string; lines: number; samples: Sample[] };

/** One character of these scripts is a word, such as the one for row or seat. */
const GENERALISED =
  /\p{Nd}+|(?<![\p{L}\p{Nl}\p{No}])(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[\p{L}\p{Nl}\p{No}](?![\p{L}\p{Nl}\p{No}])|\s+/gu;
const DIGITS = /^\p{Nd}/u;
const BLANK = /^\s/;

/** The label in lower case, with 0 for each number and A for each letter that stands alone. */
export function shapeOf(label: string): string {
  const text = label.normalize("NFC").trim().toLowerCase();
  return text.replace(GENERALISED, (found) => (DIGITS.test(found) ? "0" : BLANK.test(found) ? " " : "A"));
}

export class LabelGroups {
  lines = 0;
  blankLines = 0;
  /** Lines whose label is longer than a label may be. */
  longLines = 0;
  /** Lines of shapes that were left out, since there are too many shapes. */
  rareLines = 0;
  private groups = new Map<string, Counted>();

  constructor(private readonly shapesMax = SHAPES_MAX) {}

  add(cells: Cells, seat: string): void {
    this.lines += 1;
    if (cells.every((cell) => cell === "")) this.blankLines += 1;
    else if (isTooLong(cells)) this.longLines += 1;
    else this.groupOf(cells.map(shapeOf).join(" | ")).add(cells, seat);
  }

  get size(): number {
    return this.groups.size;
  }

  /** The groups with the most lines. */
  mostFrequent(most: number): Group[] {
    return this.ranked(most).map(({ shape, lines, samples }) => ({ shape, lines, samples }));
  }

  private groupOf(shape: string): Counted {
    let group = this.groups.get(shape);
    if (group === undefined) {
      if (this.groups.size >= this.shapesMax) this.makeRoom();
      group = new Counted(shape);
      this.groups.set(shape, group);
    }
    return group;
  }

  private ranked(most: number): Counted[] {
    const all = [...this.groups.values()];
    return all.sort((one, other) => other.lines - one.lines || (one.shape < other.shape ? -1 : 1)).slice(0, most);
  }

  private makeRoom(): void {
    const kept = new Map(this.ranked(Math.floor(this.shapesMax / 2)).map((group) => [group.shape, group]));
    for (const group of this.groups.values()) if (!kept.has(group.shape)) this.rareLines += group.lines;
    this.groups = kept;
  }
}

class Counted {
  lines = 0;
  private readonly withSeat = new Samples();
  private readonly withoutSeat = new Samples();

  constructor(readonly shape: string) {}

  add(cells: Cells, seat: string): void {
    this.lines += 1;
    (seat === "" ? this.withoutSeat : this.withSeat).add(cells, seat);
  }

  /** Labels of the group. Those whose seat the file states come first, since they show what is right. */
  get samples(): Sample[] {
    const known = this.withSeat.ranked();
    const others = this.withoutSeat.ranked().filter(([label]) => !this.withSeat.has(label));
    return [...known, ...others].slice(0, SAMPLES_MAX).map(([, { sample }]) => sample);
  }
}

type Ranked = { sample: Sample; rank: number };

/** The labels whose checksums are lowest: the same ones in any order of the lines. */
class Samples {
  private readonly kept = new Map<string, Ranked>();
  private highest: [string, number] | null = null;

  has(label: string): boolean {
    return this.kept.has(label);
  }

  add(cells: Cells, seat: string): void {
    const label = cells.join("\n");
    const known = this.kept.get(label);
    if (known !== undefined) {
      state(known.sample, seat);
      return;
    }
    const rank = checksum(label);
    if (this.highest !== null) {
      if (isAfter([label, rank], this.highest)) return;
      this.kept.delete(this.highest[0]);
    }
    this.kept.set(label, { sample: { cells, seat, isContradicted: false }, rank });
    const last = this.kept.size < SAMPLES_MAX ? undefined : this.ranked().at(-1);
    this.highest = last === undefined ? null : [last[0], last[1].rank];
  }

  ranked(): [string, Ranked][] {
    const all = [...this.kept];
    return all.sort(([one, a], [other, b]) => (isAfter([one, a.rank], [other, b.rank]) ? 1 : -1));
  }
}

/** Takes over what another line states about the same label. */
function state(sample: Sample, seat: string): void {
  if (sample.isContradicted || seat === "" || seat === sample.seat) return;
  sample.isContradicted = true;
  sample.seat = "";
}

function isAfter([one, rank]: [string, number], [other, otherRank]: [string, number]): boolean {
  return rank === otherRank ? one > other : rank > otherRank;
}

function isTooLong([first = "", ...parts]: Cells): boolean {
  return first.length > LABEL_CHARACTERS_MAX || parts.some((part) => part.length > PART_CHARACTERS_MAX);
}

const encoder = new TextEncoder();

/** CRC-32, as the command line has it: both take the same labels of a file. */
function checksum(text: string): number {
  let sum = -1;
  for (const byte of encoder.encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}

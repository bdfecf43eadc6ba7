// The rows of stands as strips on the ground plan, joined to those of neighbouring sections.

import type { Plan, PlanSection, SectionGeometry } from "../plan/plan";
import { HALL_SHAPES, HALLS, type HallKind } from "./halls";
import type { Point2, RowLine } from "./row-lines";
import { banksOf, CENTRE_M } from "./row-lines";

export type { Point2 } from "./row-lines";

/** The share of a row's depth that is in front of the seats. */
const FRONT_PART = 0.65;
/** Rows of neighbouring sections are joined if they are at most this far apart. */
const AISLE_MOST_M = 8;
/** Between listed seats, an aisle is no wider than this: where they end is known. */
const LISTED_AISLE_MOST_M = 3;
const LEVEL_M = 0.12;
const OVERLAP_M = 1;
/** A curved row is drawn in pieces of about this length. */
const PIECE_M = 2.2;
/** On stone steps people sit on the edge of the step behind their feet, this far in front of their hips. */
const BENCH_EDGE_M = 0.2;
const BENCH_M = 0.75;
const BOX_BACK_M = 0.5;
const BOX_END_M = 0.3;
const LISTED_BOX_END_M = 0.1;
const WALKWAY_MOST_M = 6;
/** The floor between two rows of listed seats reaches this far under the step of the second, since no two are alike. */
const UNDER_STEP_M = 0.3;
/** Rows that rise by less stand on the floor. */
const FLAT_M = 0.05;

/** A row with its front and back edges, from left to right. */
export type Strip = {
  z: number;
  front: Point2[];
  back: Point2[];
  /** The ends of the seats on each side. The strip itself reaches to the middle of the aisle. */
  seats: { left: End; right: End };
  isJoined: { left: boolean; right: boolean };
  /** The sides of the aisles between its seats. */
  aisles: { left: End; right: End }[];
};

export type End = {
  front: Point2;
  back: Point2;
};

export type Stand = {
  section: PlanSection;
  geometry: SectionGeometry;
  /** The rows, from the front to the back. */
  strips: Strip[];
};

/** Returns the stands of all sections with rows and geometry. Tables, and seats that stand alone, are on none. */
export function standsOf(plan: Plan, hall: HallKind = "arena"): Stand[] {
  const stands: Stand[] = [];
  for (const section of plan.sections) {
    if (section.geometry === null || section.rows.length === 0) continue;
    const { geometry } = section;
    for (const bank of banksOf(plan, section, geometry)) {
      stands.push({ section, geometry, strips: stripsOf(plan, section, geometry, bank, hall) });
    }
  }
  join(stands);
  return stands;
}

/** Whether the chairs of a section stand on the floor. Such chairs are removed if the section is closed. */
export function isLoose({ geometry, strips }: Stand, floorZ: number): boolean {
  const isRuled = geometry.shape !== "free" && geometry.rowHeightsM.length === 0;
  const isFlat = isRuled
    ? geometry.riserM < FLAT_M
    : strips.every((strip, row) => row === 0 || strip.z - strips[row - 1]!.z < FLAT_M);
  return isFlat && Math.abs((strips[0]?.z ?? 0) - floorZ) < 0.4;
}

function stripsOf(
  plan: Plan,
  section: PlanSection,
  geometry: SectionGeometry,
  lines: RowLine[],
  hall: HallKind,
): Strip[] {
  const isStone = HALLS[hall].building === "stone";
  const underM = geometry.shape === "free" ? UNDER_STEP_M : 0;
  const { rowEndM } = HALL_SHAPES[hall];
  const endM = Math.min(rowEndM, lines[0]?.isBox ? LISTED_BOX_END_M : section.kind === "suite" ? BOX_END_M : rowEndM);
  const pieces = piecesOf(lines);
  // The floor of a cross aisle belongs to the row in front of it.
  const inFrontM = (line: RowLine): number => {
    const treadM = Math.min(line.treadM, geometry.treadM);
    return Math.min(line.frontMostM, isStone ? treadM + BENCH_EDGE_M : treadM * FRONT_PART);
  };
  const strips = lines.map((line, row) => {
    const next = lines[row + 1];
    const frontM = -inFrontM(line);
    const backM =
      next === undefined ? (line.isBox ? BOX_BACK_M : frontM + geometry.treadM) : next.treadM - inFrontM(next) + underM;
    return stripOf(line, { z: line.z, frontM, backM, endM, pieces });
  });
  if (isStone) strips.push(lastBench(plan, geometry, lines, endM, pieces));
  return strips;
}

/** The step on which the last row of stone steps sits. It reaches to the steps behind it, as a walkway. */
function lastBench(plan: Plan, geometry: SectionGeometry, lines: RowLine[], endM: number, pieces: number): Strip {
  const last = lines.at(-1)!;
  const before = lines.at(-2);
  let backM = BENCH_M - BENCH_EDGE_M;
  const isCentred = geometry.centre === null && geometry.shape !== "free";
  for (const { geometry: other } of isCentred ? plan.sections : []) {
    if (other === null || other.centre !== null) continue;
    const distanceM = last.frontMostM + CENTRE_M;
    const otherM = other.distanceM - other.treadM - BENCH_EDGE_M - distanceM;
    if (otherM > -BENCH_EDGE_M && otherM < WALKWAY_MOST_M - BENCH_EDGE_M) backM = Math.max(backM, otherM);
  }
  const riseM = before === undefined || geometry.riserM > 0 ? geometry.riserM : last.z - before.z;
  return stripOf(last, { z: last.z + riseM, frontM: -BENCH_EDGE_M, backM, endM, pieces });
}

type StripMeasures = {
  z: number;
  /** Where the strip begins and ends, behind the seats. */
  frontM: number;
  backM: number;
  /** How far the floor reaches beyond the seats. */
  endM: number;
  pieces: number;
};

function stripOf(row: RowLine, { z, frontM, backM, endM, pieces }: StripMeasures): Strip {
  const [fromM, toM] = [row.leftM - endM, row.rightM + endM];
  const line = (behindM: number): Point2[] =>
    Array.from({ length: pieces + 1 }, (_, piece) => row.at(fromM + ((toM - fromM) * piece) / pieces, behindM));
  const end = (rightM: number): End => ({ front: row.at(rightM, frontM), back: row.at(rightM, backM) });
  return {
    z,
    front: line(frontM),
    back: line(backM),
    seats: { left: end(row.leftM), right: end(row.rightM) },
    isJoined: { left: false, right: false },
    aisles: row.aisles.map(([left, right]) => ({ left: end(left), right: end(right) })),
  };
}

/** The number of pieces of each row, equal for all rows of a stand so that their corners line up. */
function piecesOf(lines: RowLine[]): number {
  if (!lines.some((line) => line.isBent)) return 1;
  const widest = Math.max(...lines.map((line) => line.rightM - line.leftM));
  return Math.max(2, Math.ceil(widest / PIECE_M));
}

type JoinableStrip = {
  stand: Stand;
  strip: Strip;
};

/** Joins neighbouring rows of the same height at the middle of the aisle between them. */
function join(stands: Stand[]): void {
  const lefts = new Map<string, JoinableStrip[]>();
  for (const stand of stands) {
    for (const row of stand.strips) add(lefts, row.seats.left.front, { stand, strip: row });
  }
  for (const stand of stands) {
    for (const row of stand.strips) {
      const other = nearest(lefts, stand, row);
      if (other !== null) meet(row, other);
    }
  }
}

function nearest(lefts: Map<string, JoinableStrip[]>, stand: Stand, row: Strip): Strip | null {
  const here = row.seats.right.front;
  let best: Strip | null = null;
  let bestM = stand.geometry.shape === "free" ? LISTED_AISLE_MOST_M : AISLE_MOST_M;
  for (const candidate of around(lefts, here)) {
    if (candidate.stand === stand || Math.abs(candidate.strip.z - row.z) > LEVEL_M) continue;
    if (candidate.strip.isJoined.left || !isAlike(row, candidate.strip) || !isToTheRight(row, candidate.strip))
      continue;
    const apartM = distanceM(here, candidate.strip.seats.left.front);
    if (apartM < bestM) [best, bestM] = [candidate.strip, apartM];
  }
  return best;
}

/** Whether two rows face nearly the same direction. */
function isAlike(one: Strip, other: Strip): boolean {
  const [ax, ay] = depth(one.seats.right);
  const [bx, by] = depth(other.seats.left);
  return ax * bx + ay * by > 0.6;
}

/** Whether a row begins where another one ends, or further on. */
function isToTheRight(row: Strip, other: Strip): boolean {
  const [start, end] = [row.seats.left.front, row.seats.right.front];
  const length = distanceM(start, end) || 1;
  const [x, y] = [other.seats.left.front[0] - end[0], other.seats.left.front[1] - end[1]];
  return (x * (end[0] - start[0]) + y * (end[1] - start[1])) / length > -OVERLAP_M;
}

function depth({ front, back }: End): Point2 {
  const length = distanceM(front, back) || 1;
  return [(back[0] - front[0]) / length, (back[1] - front[1]) / length];
}

function meet(left: Strip, right: Strip): void {
  const front = middle(left.seats.right.front, right.seats.left.front);
  const back = middle(left.seats.right.back, right.seats.left.back);
  left.front[left.front.length - 1] = front;
  left.back[left.back.length - 1] = back;
  right.front[0] = front;
  right.back[0] = back;
  left.isJoined.right = true;
  right.isJoined.left = true;
}

const CELL_M = 8;

function add(cells: Map<string, JoinableStrip[]>, [x, y]: Point2, loose: JoinableStrip): void {
  const key = `${Math.floor(x / CELL_M)},${Math.floor(y / CELL_M)}`;
  const cell = cells.get(key);
  if (cell === undefined) cells.set(key, [loose]);
  else cell.push(loose);
}

function* around(cells: Map<string, JoinableStrip[]>, [x, y]: Point2): Iterable<JoinableStrip> {
  for (let column = -1; column <= 1; column++) {
    for (let row = -1; row <= 1; row++) {
      yield* cells.get(`${Math.floor(x / CELL_M) + column},${Math.floor(y / CELL_M) + row}`) ?? [];
    }
  }
}

export function middle(one: Point2, other: Point2, part = 0.5): Point2 {
  return [one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part];
}

export function distanceM(one: Point2, other: Point2): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

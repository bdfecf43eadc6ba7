// The rows of stands as strips on the ground plan, joined to those of neighbouring sections.

import type { Plan, PlanSection, Point, SectionGeometry } from "../plan/plan";
import { seatingOf } from "../plan/plan";
import { HALL_SHAPES, type HallKind } from "./halls";

export type Point2 = readonly [x: number, y: number];

/** The share of a row's depth that is in front of the seats. */
const FRONT_PART = 0.65;
/** Rows of neighbouring sections are joined if they are at most this far apart. */
const AISLE_MOST_M = 8;
const LEVEL_M = 0.12;
const OVERLAP_M = 1;
/** A curved row is drawn in pieces of about this length. */
const PIECE_M = 2.2;
const UNKNOWN_WIDTH_M = 8;
/** On stone steps people sit on the edge of the step behind their feet, this far in front of their hips. */
const BENCH_EDGE_M = 0.2;
const BENCH_M = 0.75;
const BOX_END_M = 0.3;
const WALKWAY_MOST_M = 6;

/** A row with its front and back edges, from left to right. */
export type Strip = {
  z: number;
  front: Point2[];
  back: Point2[];
  /** The ends of the seats on each side. The strip itself reaches to the middle of the aisle. */
  seats: { left: End; right: End };
  isJoined: { left: boolean; right: boolean };
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

/** Returns a stand for every section with rows and geometry. */
export function standsOf(plan: Plan, hall: HallKind = "arena"): Stand[] {
  const stands: Stand[] = [];
  for (const section of plan.sections) {
    if (section.geometry === null || section.rows.length === 0) continue;
    const { geometry } = section;
    const pieces = piecesOf(plan, section, geometry);
    const strips = section.rows.map((_, row) => strip(plan, section, geometry, row, pieces, hall));
    if (hall === "amphitheatre") strips.push(lastBench(plan, section, geometry, pieces));
    stands.push({ section, geometry, strips });
  }
  join(stands);
  return stands;
}

/** Whether the chairs of a section stand on the floor. Such chairs are removed if the section is closed. */
export function isLoose({ geometry, strips }: Stand, floorZ: number): boolean {
  return geometry.riserM < 0.05 && Math.abs((strips[0]?.z ?? 0) - floorZ) < 0.4;
}

function strip(
  plan: Plan,
  section: PlanSection,
  geometry: SectionGeometry,
  row: number,
  pieces: number,
  hall: HallKind,
): Strip {
  const distanceM = geometry.distanceM + row * geometry.treadM;
  const inFrontM = hall === "amphitheatre" ? geometry.treadM + BENCH_EDGE_M : geometry.treadM * FRONT_PART;
  const frontM = Math.max(0.2, distanceM - inFrontM);
  const halfM = widthM(plan, section, geometry, row) / 2;
  const z = geometry.elevationM + row * geometry.riserM;
  const endM = section.kind === "suite" ? Math.min(BOX_END_M, HALL_SHAPES[hall].rowEndM) : HALL_SHAPES[hall].rowEndM;
  return stripOf(plan, section, geometry, {
    distanceM,
    frontM,
    backM: frontM + geometry.treadM,
    halfM,
    z,
    endM,
    pieces,
  });
}

/** The step on which the last row of stone steps sits. It reaches to the steps behind it, as a walkway. */
function lastBench(plan: Plan, section: PlanSection, geometry: SectionGeometry, pieces: number): Strip {
  const row = section.rows.length - 1;
  const distanceM = geometry.distanceM + row * geometry.treadM;
  const frontM = distanceM - BENCH_EDGE_M;
  let backM = frontM + BENCH_M;
  for (const { geometry: other } of plan.sections) {
    const otherM = other === null ? 0 : other.distanceM - other.treadM - BENCH_EDGE_M;
    if (otherM > frontM && otherM < frontM + WALKWAY_MOST_M) backM = Math.max(backM, otherM);
  }
  const z = geometry.elevationM + section.rows.length * geometry.riserM;
  const halfM = widthM(plan, section, geometry, row) / 2;
  const endM = HALL_SHAPES.amphitheatre.rowEndM;
  return stripOf(plan, section, geometry, { distanceM, frontM, backM, halfM, z, endM, pieces });
}

type StripMeasures = {
  distanceM: number;
  frontM: number;
  backM: number;
  /** Half the width of the seats, and how far the floor reaches beyond them. */
  halfM: number;
  endM: number;
  z: number;
  pieces: number;
};

function stripOf(plan: Plan, section: PlanSection, geometry: SectionGeometry, measures: StripMeasures): Strip {
  const { distanceM, frontM, backM, halfM, endM, z, pieces } = measures;
  const shiftM = geometry.shiftM + section.ordinal * geometry.shiftStepM;
  const bearing = ((geometry.bearingDeg + section.ordinal * geometry.bearingStepDeg) * Math.PI) / 180;
  const line = (awayM: number, reachM: number): Point2[] =>
    Array.from({ length: pieces + 1 }, (_, piece) => {
      const rightM = shiftM - reachM + (2 * reachM * piece) / pieces;
      return onGround(geometry, plan.origin, bearing, awayM, rightM, distanceM);
    });
  const seatsFront = line(frontM, halfM);
  const seatsBack = line(backM, halfM);
  return {
    z,
    front: line(frontM, halfM + endM),
    back: line(backM, halfM + endM),
    seats: {
      left: { front: seatsFront[0]!, back: seatsBack[0]! },
      right: { front: seatsFront.at(-1)!, back: seatsBack.at(-1)! },
    },
    isJoined: { left: false, right: false },
  };
}

function onGround(
  geometry: SectionGeometry,
  origin: Point,
  bearing: number,
  awayM: number,
  rightM: number,
  rowDistanceM: number,
): Point2 {
  if (geometry.shape === "curved") {
    const turn = bearing - rightM / rowDistanceM;
    return [origin.x + awayM * Math.sin(turn), origin.y + awayM * Math.cos(turn)];
  }
  return [
    origin.x + awayM * Math.sin(bearing) - rightM * Math.cos(bearing),
    origin.y + awayM * Math.cos(bearing) + rightM * Math.sin(bearing),
  ];
}

function widthM(plan: Plan, section: PlanSection, geometry: SectionGeometry, row: number): number {
  const slots = seatingOf(plan, section, row).length;
  return slots === 0 ? UNKNOWN_WIDTH_M : slots * geometry.spacingM;
}

/** The number of pieces of each row, equal for all rows of a section so that their corners line up. */
function piecesOf(plan: Plan, section: PlanSection, geometry: SectionGeometry): number {
  if (geometry.shape === "straight") return 1;
  const widest = Math.max(...section.rows.map((_, row) => widthM(plan, section, geometry, row)));
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
  let bestM = AISLE_MOST_M;
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

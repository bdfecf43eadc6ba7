// The rows of sections as lines on the ground plan, whether rules or lists give the places of their seats.
import type { Plan, PlanSection, SectionGeometry } from "../plan/plan";
import { seatingOf } from "../plan/plan";
import type { SeatPosition } from "../plan/positions";
import { pointOnRow, rowDepthM, rowFrame, rowPositions } from "../plan/positions";
import { boxRanks } from "./seat-clusters";

export type Point2 = readonly [x: number, y: number];

const UNKNOWN_WIDTH_M = 8;
/** A gap between two seats that is wider than their spacing by this is an aisle. */
const AISLE_LEAST_M = 0.4;
/** Nobody sits nearer to the centre of a row than this. */
export const CENTRE_M = 0.2;
/** Listed seats of a row are on one line if each is beside the one before, at its height, and faces as it does. */
const LINE = { apartM: 0.9, apartMostM: 1.4, beside: 0.7, riseM: 0.12, facing: 0.8 };
/** A listed row is on the same stand as one in front of it, if it is at most this far behind and above it. */
const BEHIND = { leastM: 0.3, mostM: 3.5, riseM: 1.5, rows: 3 };
/** A line that leaves its chord by more is drawn in several pieces. */
const BENT_M = 0.12;
const BOX_TREAD_M = 0.9;

/** A row of seats. Places on it are given by metres to the right of some point of the row. */
export type RowLine = {
  z: number;
  /** Where its seats begin and end. */
  leftM: number;
  rightM: number;
  /** How far it is behind the row in front of it; the usual distance of rows for the first one. */
  treadM: number;
  /** How far its floor may reach to the front. */
  frontMostM: number;
  isBent: boolean;
  /** Where aisles between its seats begin and end. */
  aisles: [fromM: number, toM: number][];
  at(rightM: number, behindM: number): Point2;
  /** Whether it is the front or the back of a box. */
  isBox?: boolean;
};

/** Returns the rows of a section that form a stand, from the front to the back. Listed seats may form several. */
export function banksOf(plan: Plan, section: PlanSection, geometry: SectionGeometry): RowLine[][] {
  if (geometry.shape === "free")
    return listedBanks(plan, section, geometry).map((bank) => bank.map(({ line }) => line));
  return [section.rows.map((_, row) => ruledLine(plan, section, geometry, row))];
}

/** Returns the seats of a section that stand alone: at tables, or beside no other seat. */
export function looseSeats(plan: Plan, section: PlanSection): SeatPosition[] {
  if (section.geometry?.shape !== "free") return [];
  const runs = runsOf(plan, section, section.geometry.spacingM);
  return section.tables === undefined
    ? runs
        .filter((row) => boxOf(row) === null)
        .flat()
        .filter((run) => run.length === 1)
        .flat()
    : runs.flat(2);
}

function ruledLine(plan: Plan, section: PlanSection, geometry: SectionGeometry, row: number): RowLine {
  const frame = rowFrame(geometry, plan.origin, section.ordinal, row);
  const { spacingM } = geometry;
  const offsets = plan.offsets[section.rows[row]!.offsets ?? -1];
  const slots = seatingOf(plan, section, row).length;
  const halfM = (slots === 0 ? UNKNOWN_WIDTH_M : slots * spacingM) / 2;
  const isCentred = frame.isCurved || geometry.centre === null;
  return {
    z: frame.z,
    leftM: offsets === undefined ? -halfM : offsets[0]! - spacingM / 2,
    rightM: offsets === undefined ? halfM : offsets.at(-1)! + spacingM / 2,
    treadM: row === 0 ? geometry.treadM : rowDepthM(geometry, row) - rowDepthM(geometry, row - 1),
    frontMostM: isCentred ? frame.distanceM - CENTRE_M : Infinity,
    isBent: frame.isCurved,
    aisles: aislesBetween(offsets ?? [], spacingM),
    at: (rightM, behindM) => {
      const { x, y } = pointOnRow(frame, rightM, behindM);
      return [x, y];
    },
  };
}

function aislesBetween(offsets: readonly number[], spacingM: number): [number, number][] {
  return offsets.slice(1).flatMap((rightM, index): [number, number][] => {
    const leftM = offsets[index]!;
    return rightM - leftM > spacingM + AISLE_LEAST_M ? [[leftM + spacingM / 2, rightM - spacingM / 2]] : [];
  });
}

/** Seats beside each other, from left to right. */
type Run = SeatPosition[];

type ListedRow = {
  line: RowLine;
  middle: Point2;
  forward: Point2;
  halfM: number;
};

/** Puts the rows of listed seats behind each other, as far as they are. */
function listedBanks(plan: Plan, section: PlanSection, geometry: SectionGeometry): ListedRow[][] {
  if (section.tables !== undefined) return [];
  const rows = runsOf(plan, section, geometry.spacingM).flatMap((runs) => listedRows(runs, geometry));
  if (isBackToFront(rows)) rows.reverse();
  const banks: ListedRow[][] = [];
  /** The banks that a further row may be behind, with the number of the row that they ended with. */
  let open = new Map<ListedRow[], number>();
  for (const [number, row] of rows.entries()) {
    const next = new Map<ListedRow[], number>();
    for (const run of row) {
      const bank = [...open.keys()].find((candidate) => isBehind(candidate.at(-1)!, run));
      if (bank === undefined) banks.push([run]);
      else {
        open.delete(bank);
        run.line.treadM = behindM(bank.at(-1)!, run);
        bank.push(run);
      }
      next.set(bank ?? banks.at(-1)!, number);
    }
    for (const [bank, last] of open) if (number - last < BEHIND.rows) next.set(bank, last);
    open = next;
  }
  return banks;
}

/** The runs of a row as lines; of a box, its front and its back behind each other. */
function listedRows(runs: Run[], geometry: SectionGeometry): ListedRow[][] {
  const ranks = boxOf(runs);
  if (ranks === null) return [runs.filter((run) => run.length > 1).map((run) => listedRow(run, geometry))];
  return ranks.map((rank) => {
    const row = listedRow(rank, geometry);
    return [{ ...row, line: { ...row.line, treadM: Math.min(row.line.treadM, BOX_TREAD_M), isBox: true } }];
  });
}

function boxOf(runs: Run[]): [Run, Run] | null {
  return runs.length > 1 ? boxRanks(runs.flat()) : null;
}

/** Cuts the seats of each row where they are not beside each other. */
function runsOf(plan: Plan, section: PlanSection, spacingM: number): Run[][] {
  return section.rows.map((_, row) => {
    const seating = seatingOf(plan, section, row);
    const runs: Run[] = [];
    rowPositions(plan, section, row).forEach((seat, slot) => {
      if (seating[slot] === null) return;
      const before = runs.at(-1)?.at(-1);
      if (before !== undefined && areBeside(before, seat, spacingM)) runs.at(-1)!.push(seat);
      else runs.push([seat]);
    });
    return runs.map((run) => (isLeftToRight(run) ? run : run.reverse()));
  });
}

function areBeside(one: SeatPosition, other: SeatPosition, spacingM: number): boolean {
  const [x, y] = [other.x - one.x, other.y - one.y];
  const apartM = Math.hypot(x, y);
  const mostM = Math.min(LINE.apartMostM, Math.max(LINE.apartM, spacingM * 1.5));
  if (apartM > mostM || Math.abs(other.z - one.z) > LINE.riseM) return false;
  const [ax, ay] = forwardOf(one);
  const [bx, by] = forwardOf(other);
  return Math.abs(x * ay - y * ax) >= LINE.beside * apartM && ax * bx + ay * by > LINE.facing;
}

/** Plans list seats as a person sees them who faces the focus; seats may face elsewhere. */
function isLeftToRight(run: Run): boolean {
  const [first, last] = [run[0]!, run.at(-1)!];
  const [x, y] = forwardOf(first);
  return (last.x - first.x) * y - (last.y - first.y) * x >= 0;
}

function listedRow(run: Run, geometry: SectionGeometry): ListedRow {
  const [first, last] = [run[0]!, run.at(-1)!];
  const lengths = [0];
  for (let seat = 1; seat < run.length; seat++) {
    const [one, other] = [run[seat - 1]!, run[seat]!];
    lengths.push(lengths[seat - 1]! + Math.hypot(other.x - one.x, other.y - one.y));
  }
  const endM = Math.min(geometry.spacingM, lengths.at(-1)! / (run.length - 1)) / 2;
  const at = (rightM: number, behind: number): Point2 => {
    let piece = 0;
    while (piece < run.length - 2 && lengths[piece + 1]! < rightM) piece++;
    const [one, other] = [run[piece]!, run[piece + 1]!];
    const part = (rightM - lengths[piece]!) / (lengths[piece + 1]! - lengths[piece]! || 1);
    const [x, y] = between(forwardOf(one), forwardOf(other), Math.min(1, Math.max(0, part)));
    const length = Math.hypot(x, y) || 1;
    return [
      one.x + (other.x - one.x) * part - (x / length) * behind,
      one.y + (other.y - one.y) * part - (y / length) * behind,
    ];
  };
  const halfM = lengths.at(-1)! / 2;
  const seat = run[run.length >> 1]!;
  const forward = forwardOf(seat);
  const [chordX, chordY] = [(first.x + last.x) / 2, (first.y + last.y) / 2];
  return {
    line: {
      // A chair may sink into a step by a little, but none floats above it.
      z: Math.max(...run.map(({ z }) => z)),
      leftM: -endM,
      rightM: lengths.at(-1)! + endM,
      treadM: geometry.treadM,
      frontMostM: Infinity,
      isBent: Math.abs((seat.x - chordX) * forward[0] + (seat.y - chordY) * forward[1]) > BENT_M,
      aisles: [],
      at,
    },
    middle: at(halfM, 0),
    forward,
    halfM,
  };
}

/** Whether rows are listed from the back to the front, unlike plans should list them. */
function isBackToFront(rows: ListedRow[][]): boolean {
  let behind = 0;
  let before: ListedRow | undefined;
  for (const [run] of rows) {
    if (before !== undefined && run !== undefined) behind += Math.sign(behindM(before, run));
    before = run ?? before;
  }
  return behind < 0;
}

function isBehind(front: ListedRow, run: ListedRow): boolean {
  const tread = behindM(front, run);
  const rise = run.line.z - front.line.z;
  if (tread < BEHIND.leastM || tread > BEHIND.mostM || rise < -0.02 || rise > BEHIND.riseM) return false;
  const [ax, ay] = front.forward;
  const [bx, by] = run.forward;
  const asideM = Math.abs((run.middle[0] - front.middle[0]) * ay - (run.middle[1] - front.middle[1]) * ax);
  return ax * bx + ay * by > LINE.facing && asideM < Math.max(front.halfM, run.halfM);
}

function behindM(front: ListedRow, run: ListedRow): number {
  const [x, y] = front.forward;
  return (front.middle[0] - run.middle[0]) * x + (front.middle[1] - run.middle[1]) * y;
}

function forwardOf({ facingDeg }: SeatPosition): Point2 {
  const facing = (facingDeg * Math.PI) / 180;
  return [Math.sin(facing), Math.cos(facing)];
}

function between(one: Point2, other: Point2, part: number): Point2 {
  return [one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part];
}

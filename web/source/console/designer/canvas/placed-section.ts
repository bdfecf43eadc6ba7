// Where the seats of a section are on the canvas. Computed once for each section that was read, and kept as long as
// that section is in use: a rule that did not change gives the same sections again.

import { centroid, outlineOf, SCHEMATIC_GEOMETRY } from "../../../plan/map-outlines";
import { type Bounds, boundsOf, isInside, type MapPoint } from "../../../plan/map-shapes";
import type { Plan, PlanSection } from "../../../plan/plan";
import { seatingOf } from "../../../plan/plan";
import { rowPositions } from "../../../plan/positions";

/** The seats of a section in the order of rows and slots, in metres on the map: x to the right, y down. */
export type PlacedSection = {
  section: PlanSection;
  count: number;
  x: Float32Array;
  y: Float32Array;
  /** The bearing that each seat faces, in radians. */
  facing: Float32Array;
  row: Uint16Array;
  slot: Uint16Array;
  /** The index of each row's first seat; one more for the end. */
  starts: Uint32Array;
  spacingM: number;
  depthM: number;
  outline: readonly MapPoint[];
  bounds: Bounds;
  centre: MapPoint;
};

const SEAT_DEPTH_M = 0.5;
const SEAT_SHARE = 0.9;

const known = new WeakMap<PlanSection, PlacedSection>();

export function placedSection(plan: Plan, section: PlanSection): PlacedSection {
  const found = known.get(section);
  if (found !== undefined) return found;
  const placed = compute(plan, section);
  known.set(section, placed);
  return placed;
}

/** The seat whose mark covers a place on the map; null if there is none. */
export function seatAt(placed: PlacedSection, at: MapPoint, withinM = 0): number | null {
  const reach = Math.max(placed.spacingM * 0.55, placed.depthM * 0.55) + withinM;
  if (!isNear(placed.bounds, at, reach)) return null;
  let [best, least] = [-1, reach];
  for (const index of seatsNear(placed, at)) {
    const distance = Math.hypot(placed.x[index]! - at.x, placed.y[index]! - at.y);
    if (distance < least) [best, least] = [index, distance];
  }
  return best < 0 ? null : best;
}

/** Whether a place is on the floor of a section. */
export function isOnFloor({ bounds, outline }: PlacedSection, at: MapPoint): boolean {
  return isNear(bounds, at, 0) && isInside(at, outline);
}

function compute(plan: Plan, section: PlanSection): PlacedSection {
  const geometry = section.geometry ?? SCHEMATIC_GEOMETRY;
  const shown = section.geometry === null ? { ...section, geometry, ordinal: 0 } : section;
  const most = section.rows.reduce((sum, _, row) => sum + seatingOf(plan, section, row).length, 0);
  const [x, y, facing] = [new Float32Array(most), new Float32Array(most), new Float32Array(most)];
  const [row, slot] = [new Uint16Array(most), new Uint16Array(most)];
  const starts = new Uint32Array(section.rows.length + 1);
  let count = 0;
  section.rows.forEach((_, rowIndex) => {
    starts[rowIndex] = count;
    const seating = seatingOf(plan, section, rowIndex);
    rowPositions(plan, shown, rowIndex).forEach((place, at) => {
      if (seating[at] == null) return;
      x[count] = place.x;
      y[count] = -place.y;
      facing[count] = (place.facingDeg * Math.PI) / 180;
      row[count] = rowIndex;
      slot[count] = at;
      count += 1;
    });
  });
  starts[section.rows.length] = count;
  const outline = outlineOf(plan, section);
  return {
    section,
    count,
    x: x.subarray(0, count),
    y: y.subarray(0, count),
    facing: facing.subarray(0, count),
    row: row.subarray(0, count),
    slot: slot.subarray(0, count),
    starts,
    spacingM: geometry.spacingM * SEAT_SHARE,
    depthM: Math.min(SEAT_DEPTH_M, geometry.treadM * 0.75),
    outline,
    bounds: boundsOf(outline),
    centre: centroid(outline),
  };
}

function isNear({ left, top, width, height }: Bounds, { x, y }: MapPoint, byM: number): boolean {
  return x >= left - byM && x <= left + width + byM && y >= top - byM && y <= top + height + byM;
}

/** A grid of cells, each with the seats in it, so that few are compared with a place. */
type Grid = { columns: number; rows: number; starts: Uint32Array; seats: Uint32Array };

const CELL_M = 2;
const grids = new WeakMap<PlacedSection, Grid>();

function* seatsNear(placed: PlacedSection, { x, y }: MapPoint): Generator<number> {
  const grid = gridOf(placed);
  const [column, row] = cellOf(placed, x, y);
  for (let down = Math.max(0, row - 1); down <= Math.min(grid.rows - 1, row + 1); down++) {
    for (let across = Math.max(0, column - 1); across <= Math.min(grid.columns - 1, column + 1); across++) {
      const cell = down * grid.columns + across;
      for (let at = grid.starts[cell]!; at < grid.starts[cell + 1]!; at++) yield grid.seats[at]!;
    }
  }
}

function gridOf(placed: PlacedSection): Grid {
  const found = grids.get(placed);
  if (found !== undefined) return found;
  const [columns, rows] = [1 + Math.ceil(placed.bounds.width / CELL_M), 1 + Math.ceil(placed.bounds.height / CELL_M)];
  const cells = Uint32Array.from({ length: placed.count }, (_, seat) => {
    const [column, row] = cellOf(placed, placed.x[seat]!, placed.y[seat]!);
    return Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column));
  });
  const starts = new Uint32Array(columns * rows + 1);
  for (const cell of cells) starts[cell + 1]! += 1;
  for (let cell = 0; cell < columns * rows; cell++) starts[cell + 1]! += starts[cell]!;
  const next = starts.slice();
  const seats = new Uint32Array(placed.count);
  cells.forEach((cell, seat) => {
    seats[next[cell]!++] = seat;
  });
  const grid = { columns, rows, starts, seats };
  grids.set(placed, grid);
  return grid;
}

function cellOf({ bounds }: PlacedSection, x: number, y: number): [number, number] {
  return [Math.floor((x - bounds.left) / CELL_M), Math.floor((y - bounds.top) / CELL_M)];
}

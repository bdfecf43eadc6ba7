// The shapes of sections, rows and seats on the map: outlines, bounds, and the nearest one in a direction.

import { extentOutline, turnedRectangle } from "./focus-shapes";
import { beyondEnd, centroid, type MapPoint, outlineOf, rowLine, slotPoints } from "./map-outlines";
import type { Obstruction, Plan, PlanSection, PlanTable } from "./plan";
import { seatingOf } from "./plan";

export type { MapPoint } from "./map-outlines";

export type Bounds = {
  left: number;
  top: number;
  width: number;
  height: number;
};

export type SectionShape = {
  section: PlanSection;
  path: string;
  centre: MapPoint;
  bounds: Bounds;
  /** The corners of the shape. */
  outline: readonly MapPoint[];
};

export type MapSeat = MapPoint & {
  rowIndex: number;
  slot: number;
  seat: string;
};

export type MapRow = {
  rowIndex: number;
  /** Null for the seats of a section without rows. */
  id: string | null;
  path: string;
  /** The left end of the row, and the point one slot farther out. Its name is written there. */
  end: MapPoint;
  beyond: MapPoint;
  /** Its slots from left to right. Where its end is not in view, its name is written at the first one that is. */
  slots: readonly MapPoint[];
};

/** The directions of the arrow keys. */
export const ARROW_DIRECTIONS: Record<string, MapPoint> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** The part of the map's width that the names of boxes beside it need. */
const BESIDE_SHARE = 0.1;

export function shapeOf(plan: Plan, section: PlanSection): SectionShape {
  const outline = outlineOf(plan, section);
  const bounds = boundsOf(outline);
  const centre = centroid(outline);
  return { section, path: closedPath(outline), centre, bounds, outline };
}

/** The rows of a section that have seats, from the front to the back. The name of a table is in its middle. */
export function rowsOf(plan: Plan, section: PlanSection): MapRow[] {
  return section.rows.flatMap((row, rowIndex) => {
    const line = rowLine(plan, section, rowIndex);
    const end = line[0];
    if (end === undefined) return [];
    const table = section.tables?.length === section.rows.length ? section.tables[rowIndex] : undefined;
    if (table !== undefined) {
      const middle = { x: table.x, y: -table.y };
      return [{ rowIndex, id: row.id, path: closedPath(line), end: middle, beyond: middle, slots: [] }];
    }
    const [slots, beyond] = [slotPoints(plan, section, rowIndex), beyondEnd(plan, section, rowIndex)];
    return [{ rowIndex, id: row.id, path: openPath(line), end, beyond, slots }];
  });
}

/** The seats of a section, row by row, each from left to right. */
export function seatsOf(plan: Plan, section: PlanSection): MapSeat[] {
  return section.rows.flatMap((_, rowIndex) => seatsOfRow(plan, section, rowIndex));
}

export function seatsOfRow(plan: Plan, section: PlanSection, rowIndex: number): MapSeat[] {
  const places = slotPoints(plan, section, rowIndex);
  return seatingOf(plan, section, rowIndex).flatMap((seat, slot) => {
    const place = places[slot];
    return seat === null || place === undefined ? [] : [{ ...place, rowIndex, slot, seat }];
  });
}

export function obstructionPath(body: Obstruction): string {
  return closedPath(obstructionOutline(body));
}

export function obstructionOutline(body: Obstruction): MapPoint[] {
  return body.polygon?.points.map(([x = 0, y = 0]) => ({ x, y: -y })) ?? cornersOf(body);
}

/** The path of a table: a circle or a rectangle. */
export function tablePath({ shape, x, y, widthM, depthM, turnDeg }: PlanTable): string {
  const radius = short(widthM / 2);
  if (shape === "round") {
    return `M${short(x - widthM / 2)} ${short(-y)}a${radius} ${radius} 0 1 0 ${short(widthM)} 0a${radius} ${radius} 0 1 0 ${short(-widthM)} 0Z`;
  }
  return closedPath(turnedRectangle({ x, y: -y }, widthM, depthM, turnDeg));
}

/** The bounds of the whole map: all sections, the focus with its extent, obstructions, with a margin. */
export function boundsOfPlan(plan: Plan, shapes: readonly SectionShape[]): Bounds {
  const points = shapes.flatMap((shape) => corners(shape.bounds));
  for (const body of plan.obstructions) {
    points.push(...obstructionOutline(body));
  }
  points.push({ x: plan.focus.x, y: -plan.focus.y }, ...extentOutline(plan.focus));
  const bounds = boundsOf(points);
  const { left, top, width, height } = withMargin(bounds, 0.03);
  if (!shapes.some((shape) => isBoxAtSide(shape, bounds))) return { left, top, width, height };
  const besideM = width * BESIDE_SHARE;
  return { left: left - besideM, top, width: width + 2 * besideM, height };
}

/** Whether a shape is a box at the left or right edge of the map. Its name stands beside it, and needs space there. */
function isBoxAtSide({ section, bounds }: SectionShape, { left, width }: Bounds): boolean {
  if (section.kind !== "suite" || bounds.width > width * BESIDE_SHARE) return false;
  const gap = Math.min(bounds.left - left, left + width - bounds.left - bounds.width);
  return gap < bounds.width;
}

/** Adds a margin on each side, as a share of the longer side; a side counts as at least 4 m. */
export function withMargin(bounds: Bounds, share: number): Bounds {
  const margin = Math.max(bounds.width, bounds.height, 4) * share + 0.6;
  return {
    left: bounds.left - margin,
    top: bounds.top - margin,
    width: bounds.width + 2 * margin,
    height: bounds.height + 2 * margin,
  };
}

export function boundsOf(points: readonly MapPoint[]): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  if (left > right) return { left: -10, top: -10, width: 20, height: 20 };
  return { left, top, width: right - left, height: bottom - top };
}

/** Returns the nearest point in a direction, with sideways distance counted double; null if there is none. */
export function nextTowards<T extends MapPoint>(from: MapPoint, others: readonly T[], direction: MapPoint): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const other of others) {
    const [dx, dy] = [other.x - from.x, other.y - from.y];
    const ahead = dx * direction.x + dy * direction.y;
    const aside = Math.abs(dx * direction.y - dy * direction.x);
    const cost = ahead + 2 * aside;
    if (ahead > 0.01 && aside <= 2 * ahead && cost < least) [best, least] = [other, cost];
  }
  return best;
}

export function nearest<T extends MapPoint>(to: MapPoint, points: readonly T[], withinM: number): T | null {
  let best: T | null = null;
  let least = withinM;
  for (const point of points) {
    const distance = Math.hypot(point.x - to.x, point.y - to.y);
    if (distance <= least) [best, least] = [point, distance];
  }
  return best;
}

/** The path of a wedge from a point towards a bearing, which shows a field of view. */
export function conePath(from: MapPoint, bearingDeg: number, widthDeg: number, lengthM: number): string {
  const steps = 12;
  const rim = Array.from({ length: steps + 1 }, (_, step) => {
    const turn = ((bearingDeg + widthDeg * (step / steps - 0.5)) * Math.PI) / 180;
    return { x: from.x + lengthM * Math.sin(turn), y: from.y - lengthM * Math.cos(turn) };
  });
  return closedPath([from, ...rim]);
}

function cornersOf(body: Obstruction): MapPoint[] {
  if (body.box === null) return [];
  const {
    x: [left = 0, right = 0],
    y: [south = 0, north = 0],
  } = body.box;
  return corners({ left, top: -north, width: right - left, height: north - south });
}

function corners({ left, top, width, height }: Bounds): MapPoint[] {
  return [
    { x: left, y: top },
    { x: left + width, y: top },
    { x: left + width, y: top + height },
    { x: left, y: top + height },
  ];
}

/** Whether a point lies inside of an outline, by the edges that a ray to the right crosses. */
export function isInside({ x, y }: MapPoint, outline: readonly MapPoint[]): boolean {
  let inside = false;
  let before = outline.at(-1);
  for (const corner of outline) {
    if (before !== undefined && corner.y > y !== before.y > y) {
      const crossing = corner.x + ((y - corner.y) / (before.y - corner.y)) * (before.x - corner.x);
      if (x < crossing) inside = !inside;
    }
    before = corner;
  }
  return inside;
}

export function closedPath(points: readonly MapPoint[]): string {
  return points.length === 0 ? "" : `${openPath(points)}Z`;
}

function openPath(points: readonly MapPoint[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${short(x)} ${short(y)}`).join("");
}

function short(metres: number): string {
  return String(Math.round(metres * 100) / 100);
}

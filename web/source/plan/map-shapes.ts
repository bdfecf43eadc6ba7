// The shapes of sections, rows and seats on the map: outlines, bounds, and the nearest one in a direction.

import type { Obstruction, Plan, PlanSection, SectionGeometry } from "./plan";
import { seatingOf } from "./plan";
import { positionOf, slotsRightOf } from "./positions";

/** A point on the map, in metres, in SVG coordinates: x to the right, y down. */
export type MapPoint = {
  x: number;
  y: number;
};

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
};

/** The geometry that is used to draw sections without a geometry of their own. */
export const SCHEMATIC_GEOMETRY: SectionGeometry = {
  shape: "straight",
  bearingDeg: 180,
  bearingStepDeg: 0,
  distanceM: 2,
  elevationM: 0,
  treadM: 0.9,
  riserM: 0,
  spacingM: 0.6,
  shiftM: 0,
  shiftStepM: 0,
};

/** The directions of the arrow keys. */
export const ARROW_DIRECTIONS: Record<string, MapPoint> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

const ARC_STEP_M = 1;
const ARC_STEPS_MAX = 48;
const SMOOTH_M = 0.6;
const STANDING_M2 = 0.25;
const SEATED_M2 = 1.1;
const AREA_ASPECT = 1.6;
/** The part of the map's width that the names of boxes beside it need. */
const BESIDE_SHARE = 0.1;

export function shapeOf(plan: Plan, section: PlanSection): SectionShape {
  const outline = section.rows.some((row) => row.seating !== null)
    ? outlineOfRows(plan, section)
    : outlineOfArea(plan, section);
  const bounds = boundsOf(outline);
  const centre = centreOf(outline);
  return { section, path: closedPath(outline), centre, bounds, outline };
}

/** The rows of a section that have seats, from the front to the back. */
export function rowsOf(plan: Plan, section: PlanSection): MapRow[] {
  return section.rows.flatMap((row, rowIndex) => {
    const slots = seatingOf(plan, section, rowIndex).length;
    if (slots === 0) return [];
    const half = (slots - 1) / 2;
    const line = across(plan, section, rowIndex, -half, half);
    const [end, beyond] = [at(plan, section, rowIndex, -half), at(plan, section, rowIndex, -half - 1)];
    return [{ rowIndex, id: row.id, path: openPath(line), end, beyond }];
  });
}

/** The seats of a section, row by row, each from left to right. */
export function seatsOf(plan: Plan, section: PlanSection): MapSeat[] {
  return section.rows.flatMap((_, rowIndex) => seatsOfRow(plan, section, rowIndex));
}

export function seatsOfRow(plan: Plan, section: PlanSection, rowIndex: number): MapSeat[] {
  const seating = seatingOf(plan, section, rowIndex);
  return seating.flatMap((seat, slot) => {
    if (seat === null) return [];
    return [{ ...at(plan, section, rowIndex, slotsRightOf(slot, seating.length)), rowIndex, slot, seat }];
  });
}

export function obstructionPath(body: Obstruction): string {
  return closedPath(obstructionOutline(body));
}

export function obstructionOutline(body: Obstruction): MapPoint[] {
  return body.polygon?.points.map(([x = 0, y = 0]) => ({ x, y: -y })) ?? cornersOf(body);
}

/** The bounds of the whole map: all sections, obstructions and the focus, with a margin. */
export function boundsOfPlan(plan: Plan, shapes: readonly SectionShape[]): Bounds {
  const points = shapes.flatMap((shape) => corners(shape.bounds));
  for (const body of plan.obstructions) {
    points.push(...obstructionOutline(body));
  }
  points.push({ x: plan.focus.x, y: -plan.focus.y });
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

/** The outline of all rows: along the front of the first, the right ends, the back of the last, and the left ends. */
function outlineOfRows(plan: Plan, section: PlanSection): MapPoint[] {
  const rows = section.rows.flatMap((_, rowIndex) => {
    const slots = seatingOf(plan, section, rowIndex).length;
    return slots === 0 ? [] : [{ rowIndex, half: slots / 2 }];
  });
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return outlineOfArea(plan, section);
  const right = rows.flatMap(({ rowIndex, half }) => side(plan, section, rowIndex, half));
  const left = rows.flatMap(({ rowIndex, half }) => side(plan, section, rowIndex, -half)).reverse();
  return [
    ...across(plan, section, first.rowIndex - 0.5, -first.half, first.half),
    ...simplified(right),
    ...across(plan, section, last.rowIndex + 0.5, last.half, -last.half),
    ...simplified(left),
  ];
}

/** Simplifies a line (Ramer-Douglas-Peucker); no point moves by more than about the spacing of two seats. */
function simplified(line: MapPoint[]): MapPoint[] {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined || line.length < 3) return line;
  let [most, worst] = [SMOOTH_M, 0];
  line.forEach((point, index) => {
    const off = offLine(point, first, last);
    if (off > most) [most, worst] = [off, index];
  });
  if (worst === 0) return [first, last];
  return [...simplified(line.slice(0, worst + 1)), ...simplified(line.slice(worst)).slice(1)];
}

function offLine(point: MapPoint, one: MapPoint, other: MapPoint): number {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return Math.hypot(point.x - one.x, point.y - one.y);
  return Math.abs((point.x - one.x) * dy - (point.y - one.y) * dx) / length;
}

function side(plan: Plan, section: PlanSection, rowIndex: number, slotsRight: number): MapPoint[] {
  return [at(plan, section, rowIndex - 0.5, slotsRight), at(plan, section, rowIndex + 0.5, slotsRight)];
}

/** The outline of a section without described seats: a rectangle with the floor area that its capacity needs. */
function outlineOfArea(plan: Plan, section: PlanSection): MapPoint[] {
  const each = section.kind === "standing" ? STANDING_M2 : SEATED_M2;
  const area = Math.max(section.capacity, 4) * each;
  const depth = Math.max(Math.sqrt(area / AREA_ASPECT), section.rows.length * geometryOf(section).treadM);
  const { treadM, spacingM } = geometryOf(section);
  const [rows, slots] = [depth / treadM / 2, area / depth / spacingM / 2];
  const middle = (section.rows.length - 1) / 2;
  const centre = Math.max(middle, 0);
  return [
    at(plan, section, centre - rows, -slots),
    at(plan, section, centre - rows, slots),
    at(plan, section, centre + rows, slots),
    at(plan, section, centre + rows, -slots),
  ];
}

/** Points along a row. A straight row needs only its two ends. */
function across(plan: Plan, section: PlanSection, rowIndex: number, from: number, to: number): MapPoint[] {
  const geometry = geometryOf(section);
  const lengthM = Math.abs(to - from) * geometry.spacingM;
  const steps =
    geometry.shape === "straight" ? 1 : Math.min(ARC_STEPS_MAX, Math.max(2, Math.ceil(lengthM / ARC_STEP_M)));
  return Array.from({ length: steps + 1 }, (_, step) =>
    at(plan, section, rowIndex, from + ((to - from) * step) / steps),
  );
}

function at(plan: Plan, section: PlanSection, rowIndex: number, slotsRight: number): MapPoint {
  const origin = section.geometry === null ? { x: 0, y: 0, z: 0 } : plan.origin;
  const ordinal = section.geometry === null ? 0 : section.ordinal;
  const { x, y } = positionOf(geometryOf(section), origin, { ordinal, rowIndex, slotsRight });
  return { x, y: -y };
}

function geometryOf(section: PlanSection): SectionGeometry {
  return section.geometry ?? SCHEMATIC_GEOMETRY;
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

/** The centroid of an outline. */
function centreOf(outline: readonly MapPoint[]): MapPoint {
  let [twice, x, y] = [0, 0, 0];
  outline.forEach((one, index) => {
    const other = outline[(index + 1) % outline.length] ?? one;
    const cross = one.x * other.y - other.x * one.y;
    twice += cross;
    x += (one.x + other.x) * cross;
    y += (one.y + other.y) * cross;
  });
  if (Math.abs(twice) < 1e-6) {
    const { left, top, width, height } = boundsOf(outline);
    return { x: left + width / 2, y: top + height / 2 };
  }
  return { x: x / (3 * twice), y: y / (3 * twice) };
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

function closedPath(points: readonly MapPoint[]): string {
  return points.length === 0 ? "" : `${openPath(points)}Z`;
}

function openPath(points: readonly MapPoint[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${short(x)} ${short(y)}`).join("");
}

function short(metres: number): string {
  return String(Math.round(metres * 100) / 100);
}

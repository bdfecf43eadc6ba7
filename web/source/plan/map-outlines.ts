// The outlines of sections and the lines of rows on the map. The service draws the same shapes into its pictures
// (seatpreview/preview_images/venue_map.py).
import type { Plan, PlanSection, SectionGeometry } from "./plan";
import { seatingOf } from "./plan";
import { pointOnRow, rowDepthM, rowFrame, rowPositions } from "./positions";

/** A point on the map, in metres, in SVG coordinates: x to the right, y down. */
export type MapPoint = {
  x: number;
  y: number;
};

/** The geometry that is used to draw sections without a geometry of their own. */
export const SCHEMATIC_GEOMETRY: SectionGeometry = {
  shape: "straight",
  centre: [0, 0],
  bearingDeg: 180,
  bearingStepDeg: 0,
  distanceM: 2,
  elevationM: 0,
  treadM: 0.9,
  riserM: 0,
  spacingM: 0.6,
  shiftM: 0,
  shiftStepM: 0,
  rowDepthsM: [],
  rowHeightsM: [],
};

const ARC_STEP_M = 1;
const ARC_STEPS_MAX = 48;
/** The largest distance of a point from the simplified line: about the spacing of two seats. */
const SMOOTH_M = 0.6;
const STANDING_M2 = 0.25;
const SEATED_M2 = 1.1;
const AREA_ASPECT = 1.6;
/** Half of the depth of the floor at a seat whose row has no line. */
const SEAT_DEPTH_M = 0.5;

/** The outline of all rows of a section, or of a standing area; without seats, a rectangle that its capacity needs. */
export function outlineOf(plan: Plan, section: PlanSection): MapPoint[] {
  if (section.area !== undefined) return section.area.map(([x = 0, y = 0]) => ({ x, y: -y }));
  const rows = [...section.rows.keys()].filter((rowIndex) => seatingOf(plan, section, rowIndex).length > 0);
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return outlineOfArea(plan, section);
  if (rows.some((rowIndex) => section.rows[rowIndex]?.positions !== undefined)) {
    // The hull of the seats first: only the corners of its seats can be corners of the outline.
    const outer = hull(rows.flatMap((rowIndex) => slotPoints(plan, section, rowIndex)));
    return hull(outer.flatMap((seat) => seatCorners(section, seat)));
  }
  const right = rows.flatMap((rowIndex) => side(plan, section, rowIndex, 1));
  const left = rows.flatMap((rowIndex) => side(plan, section, rowIndex, 0));
  return [
    ...across(plan, section, first, -0.5),
    ...simplified(right),
    ...across(plan, section, last, 0.5).reverse(),
    ...simplified(left).reverse(),
  ];
}

/** The line of a row through its seats, from the left to the right; empty if its seats are not known. */
export function rowLine(plan: Plan, section: PlanSection, rowIndex: number): MapPoint[] {
  const points = slotPoints(plan, section, rowIndex);
  const isStraight = section.rows[rowIndex]?.positions === undefined && geometryOf(section).shape === "straight";
  return isStraight && points.length > 2 ? [points[0]!, points.at(-1)!] : points;
}

/** The point one slot to the left of a row's left end. The row's name is written there. */
export function beyondEnd(plan: Plan, section: PlanSection, rowIndex: number): MapPoint {
  const [first = { x: 0, y: 0 }, second] = slotPoints(plan, section, rowIndex);
  const { spacingM } = geometryOf(section);
  if (section.rows[rowIndex]?.positions === undefined) {
    return at(plan, section, rowIndex, endsM(plan, section, rowIndex)[0] - spacingM / 2);
  }
  if (second === undefined) return { x: first.x - spacingM, y: first.y };
  const [dx, dy] = [first.x - second.x, first.y - second.y];
  const scale = spacingM / (Math.hypot(dx, dy) || 1);
  return { x: first.x + dx * scale, y: first.y + dy * scale };
}

/** The slots of a row from left to right, gaps included. */
export function slotPoints(plan: Plan, section: PlanSection, rowIndex: number): MapPoint[] {
  return rowPositions(plan, placed(section), rowIndex).map(({ x, y }) => ({ x, y: -y }));
}

/** The centre of gravity of an outline; of one without an area, the middle between its farthest points. */
export function centroid(outline: readonly MapPoint[]): MapPoint {
  let [twice, x, y] = [0, 0, 0];
  outline.forEach((one, index) => {
    const other = outline[(index + 1) % outline.length] ?? one;
    const cross = one.x * other.y - other.x * one.y;
    twice += cross;
    x += (one.x + other.x) * cross;
    y += (one.y + other.y) * cross;
  });
  if (Math.abs(twice) < 1e-6) return middleOf(outline);
  return { x: x / (3 * twice), y: y / (3 * twice) };
}

function middleOf(points: readonly MapPoint[]): MapPoint {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  if (points.length === 0) return { x: 0, y: 0 };
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

/** A section with a place to draw it at. */
function placed(section: PlanSection): PlanSection {
  return section.geometry === null ? { ...section, geometry: SCHEMATIC_GEOMETRY, ordinal: 0 } : section;
}

function geometryOf(section: PlanSection): SectionGeometry {
  return section.geometry ?? SCHEMATIC_GEOMETRY;
}

/** The outline of a section without described seats: a rectangle with the floor area that its capacity needs. */
function outlineOfArea(plan: Plan, section: PlanSection): MapPoint[] {
  const geometry = geometryOf(section);
  const area = Math.max(section.capacity, 4) * (section.kind === "standing" ? STANDING_M2 : SEATED_M2);
  const depth = Math.max(Math.sqrt(area / AREA_ASPECT), section.rows.length * geometry.treadM);
  const [treads, halfM] = [depth / geometry.treadM / 2, area / depth / 2];
  const lastM = section.rows.length === 0 ? 0 : rowDepthM(geometry, section.rows.length - 1);
  const middle = lastM / geometry.treadM / 2;
  return [
    at(plan, section, 0, -halfM, middle - treads),
    at(plan, section, 0, halfM, middle - treads),
    at(plan, section, 0, halfM, middle + treads),
    at(plan, section, 0, -halfM, middle + treads),
  ];
}

/** Points along a row from left to right. A straight row needs only its two ends. */
function across(plan: Plan, section: PlanSection, rowIndex: number, treadsBehind: number): MapPoint[] {
  const [leftM, rightM] = endsM(plan, section, rowIndex);
  const isStraight = geometryOf(section).shape === "straight";
  const steps = isStraight ? 1 : Math.min(ARC_STEPS_MAX, Math.max(2, Math.ceil((rightM - leftM) / ARC_STEP_M)));
  return Array.from({ length: steps + 1 }, (_, step) =>
    at(plan, section, rowIndex, leftM + ((rightM - leftM) * step) / steps, treadsBehind),
  );
}

/** The left (0) or right (1) end of a row, from its front to its back. */
function side(plan: Plan, section: PlanSection, rowIndex: number, end: 0 | 1): MapPoint[] {
  const rightM = endsM(plan, section, rowIndex)[end];
  return [at(plan, section, rowIndex, rightM, -0.5), at(plan, section, rowIndex, rightM, 0.5)];
}

/** The left and the right end of a row, half a seat beyond its slots, in metres right of its middle. */
function endsM(plan: Plan, section: PlanSection, rowIndex: number): [number, number] {
  const { spacingM } = geometryOf(section);
  const offsets = section.rows[rowIndex]?.offsets;
  const line = offsets === undefined ? [] : (plan.offsets[offsets] ?? []);
  const [first, last] = [line[0], line.at(-1)];
  if (first !== undefined && last !== undefined) return [first - spacingM / 2, last + spacingM / 2];
  const halfM = (seatingOf(plan, section, rowIndex).length * spacingM) / 2;
  return [-halfM, halfM];
}

function at(plan: Plan, section: PlanSection, rowIndex: number, rightM: number, treadsBehind = 0): MapPoint {
  const { geometry, ordinal } = placed(section);
  const frame = rowFrame(geometry!, plan.origin, ordinal, rowIndex);
  const { x, y } = pointOnRow(frame, rightM, treadsBehind * geometry!.treadM);
  return { x, y: -y };
}

/** The corners of the floor of a seat whose position is listed. */
function seatCorners(section: PlanSection, { x, y }: MapPoint): MapPoint[] {
  const { spacingM, treadM } = geometryOf(section);
  const [halfM, depthM] = [spacingM / 2, Math.min(SEAT_DEPTH_M, treadM / 2)];
  return [
    { x: x - halfM, y: y - depthM },
    { x: x - halfM, y: y + depthM },
    { x: x + halfM, y: y - depthM },
    { x: x + halfM, y: y + depthM },
  ];
}

/** The convex hull of points (Andrew's monotone chain). */
function hull(points: readonly MapPoint[]): MapPoint[] {
  const ordered = [...points].sort((one, other) => one.x - other.x || one.y - other.y);
  if (ordered.length < 3) return ordered;
  const [lower, upper] = [halfHull(ordered), halfHull(ordered.reverse())];
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

function halfHull(ordered: readonly MapPoint[]): MapPoint[] {
  const chain: MapPoint[] = [];
  for (const point of ordered) {
    while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
    chain.push(point);
  }
  return chain;
}

/** The sign tells to which side the way from start over middle to end turns. */
function turn(start: MapPoint, middle: MapPoint, end: MapPoint): number {
  return (middle.x - start.x) * (end.y - start.y) - (middle.y - start.y) * (end.x - start.x);
}

/** Simplifies a line (Ramer-Douglas-Peucker), so that rows of different lengths do not make a jagged edge. */
function simplified(line: MapPoint[]): MapPoint[] {
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined || line.length < 3) return line;
  let [most, worst] = [SMOOTH_M, 0];
  line.forEach((point, index) => {
    const off = offLine(point, first, last);
    // Of points that are equally far, the last one, as the service does it.
    if (off > SMOOTH_M && off >= most) [most, worst] = [off, index];
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

// The lines from seats to the focus, computed as the service does it (seatpreview/seats/sightline.py).
import { centroid, type MapPoint } from "./map-outlines";
import { isInside, obstructionOutline } from "./map-shapes";
import type { Plan, PlanPositions, PlanSection, Point } from "./plan";
import { eyeHeightM, type RowFrame, rowDepthM, rowFrame, rowPositions } from "./positions";

/** The line from the eyes at a seat to where people perform. */
export type Sightline = {
  distanceM: number;
  /** The height of the eyes above it. */
  elevationM: number;
  /** How far the line passes above the eyes of the row in front. Null in a first row. */
  cValueMm: number | null;
};

/** A focus that is so near to a stage is on it. */
const BESIDE_M = 1;
/** How high above a stage its performers are looked at. */
const FACE_M = 1.5;

/** Where people perform: at the focus; where that is beside the stage or screen that they look at, at the middle of it
 * (`performed_at` in seatpreview/sightlines/looked_at.py). */
export function performedAt({ focus, obstructions }: Plan): Point {
  const bodies = obstructions.map((body) => {
    const outline = obstructionOutline(body);
    const [low = 0, high = 0] = (body.box ?? body.polygon)?.z ?? [];
    return { kind: body.kind, outline, low, high, offM: offOutlineM({ x: focus.x, y: -focus.y }, outline) };
  });
  const nearest = (kind: string) =>
    bodies.filter((body) => body.kind === kind).sort((one, other) => one.offM - other.offM)[0];
  const isOnScreen = bodies.some(
    ({ kind, low, high, offM }) => kind === "screen" && offM === 0 && low <= focus.z && focus.z <= high,
  );
  const hasField = focus.extent !== null && focus.extent.kind !== "screen";
  const found = nearest("stage") ?? (hasField ? undefined : nearest("screen"));
  if (found === undefined || isOnScreen || found.offM <= BESIDE_M) return focus;
  const middle = centroid(found.outline);
  return { x: middle.x, y: -middle.y, z: found.kind === "stage" ? found.high + FACE_M : (found.low + found.high) / 2 };
}

/** How far a point is from an outline: 0 inside of it, and endless where there is none. */
function offOutlineM(at: MapPoint, outline: readonly MapPoint[]): number {
  if (outline.length < 3) return Infinity;
  if (isInside(at, outline)) return 0;
  return Math.min(...outline.map((start, index) => offEdgeM(at, start, outline[(index + 1) % outline.length]!)));
}

function offEdgeM(at: MapPoint, start: MapPoint, end: MapPoint): number {
  const [x, y] = [end.x - start.x, end.y - start.y];
  const part = ((at.x - start.x) * x + (at.y - start.y) * y) / (x * x + y * y || 1);
  const nearest = Math.min(1, Math.max(0, part));
  return Math.hypot(at.x - start.x - nearest * x, at.y - start.y - nearest * y);
}

/** The lines from all slots of a row, gaps included; none if the section has no geometry. */
export function rowSightlines(plan: Plan, section: PlanSection, rowIndex: number): Sightline[] {
  const up = eyeHeightM(section);
  const target = performedAt(plan);
  const crossingOf = crossingsOf(plan, section, rowIndex);
  return rowPositions(plan, section, rowIndex).map(({ x, y, z }) => {
    const eye = { x, y, z: z + up };
    const crossing = crossingOf?.(eye, target) ?? null;
    return {
      distanceM: Math.hypot(target.x - x, target.y - y, target.z - eye.z),
      elevationM: eye.z - target.z,
      cValueMm: crossing === null ? null : 1000 * aboveM(eye, target, crossing, up),
    };
  });
}

/** Where a line of sight crosses the row in front on the ground plan: 0 at the eye, 1 at the target. */
type Crossing = { part: number; floorZ: number };
type FindCrossing = (eye: Point, target: Point) => Crossing | null;

function aboveM(eye: Point, target: Point, { part, floorZ }: Crossing, eyesUpM: number): number {
  return eye.z + part * (target.z - eye.z) - (floorZ + eyesUpM);
}

/** How lines cross the row in front, which is assumed to continue on both sides. Null in a first row. */
function crossingsOf(plan: Plan, section: PlanSection, rowIndex: number): FindCrossing | null {
  const { geometry, rows } = section;
  if (geometry === null || rowIndex === 0 || rows[rowIndex]?.id == null) return null;
  const { positions } = rows[rowIndex - 1]!;
  if (positions !== undefined) return (eye, target) => listedRowCrossing(positions, eye, target);
  const frame = rowFrame(geometry, plan.origin, section.ordinal, rowIndex - 1);
  const treadM = rowDepthM(geometry, rowIndex) - rowDepthM(geometry, rowIndex - 1);
  return (eye, target) => rowCrossing(frame, treadM, eye, target);
}

function rowCrossing(inFront: RowFrame, treadM: number, eye: Point, target: Point): Crossing | null {
  const [aheadX, aheadY] = [target.x - eye.x, target.y - eye.y];
  if (inFront.isCurved) {
    const [hereX, hereY] = [eye.x - inFront.centreX, eye.y - inFront.centreY];
    const part = circleCrossing(hereX, hereY, aheadX, aheadY, inFront.distanceM);
    return part === null ? null : { part, floorZ: inFront.z };
  }
  const approachM = -(aheadX * Math.sin(inFront.bearing) + aheadY * Math.cos(inFront.bearing));
  return approachM > treadM ? { part: treadM / approachM, floorZ: inFront.z } : null;
}

/** Where a line that starts outside a circle around (0, 0) first meets it. */
function circleCrossing(hereX: number, hereY: number, aheadX: number, aheadY: number, radiusM: number): number | null {
  const length2 = aheadX * aheadX + aheadY * aheadY;
  const inwards = -(hereX * aheadX + hereY * aheadY);
  const outside2 = hereX * hereX + hereY * hereY - radiusM * radiusM;
  const root2 = inwards * inwards - length2 * outside2;
  if (inwards <= 0 || root2 < 0) return null;
  // The product of both solutions is known. Computing the smaller one from it avoids cancellation.
  const crossing = outside2 / (inwards + Math.sqrt(root2));
  return crossing < 1 ? crossing : null;
}

/** The nearest pair of neighbouring seats between which the line passes. The row continues at both ends. */
function listedRowCrossing({ x, y, z }: PlanPositions, eye: Point, target: Point): Crossing | null {
  let nearest: Crossing | null = null;
  for (let pair = 0; pair + 1 < x.length; pair++) {
    const place = (slot: number) => ({ x: x[slot]! / 100, y: y[slot]! / 100, z: (z[slot] ?? 0) / 100 });
    const found = pairCrossing(place(pair), place(pair + 1), pair === 0, pair + 2 === x.length, eye, target);
    if (found !== null && (nearest === null || found.part < nearest.part)) nearest = found;
  }
  return nearest;
}

function pairCrossing(
  left: Point,
  right: Point,
  isFirst: boolean,
  isLast: boolean,
  eye: Point,
  target: Point,
): Crossing | null {
  const [aheadX, aheadY] = [target.x - eye.x, target.y - eye.y];
  const [alongX, alongY] = [right.x - left.x, right.y - left.y];
  const turn = aheadX * alongY - aheadY * alongX;
  if (turn === 0) return null;
  const [toX, toY] = [left.x - eye.x, left.y - eye.y];
  const part = (toX * alongY - toY * alongX) / turn;
  const along = (toX * aheadY - toY * aheadX) / turn;
  if (part <= 0 || part >= 1 || (along < 0 && !isFirst) || (along > 1 && !isLast)) return null;
  return { part, floorZ: left.z + Math.min(1, Math.max(0, along)) * (right.z - left.z) };
}

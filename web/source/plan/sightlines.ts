// The lines from seats to the focus, computed as the service does it (seatpreview/seats/sightline.py).
import type { Plan, PlanPositions, PlanSection, Point } from "./plan";
import { eyeHeightM, type RowFrame, rowDepthM, rowFrame, rowPositions } from "./positions";

/** The line from the eyes at a seat to the focus. */
export type Sightline = {
  distanceM: number;
  /** The height of the eyes above the focus. */
  elevationM: number;
  /** How far the line passes above the eyes of the row in front. Null in a first row. */
  cValueMm: number | null;
};

/** The lines from all slots of a row, gaps included; none if the section has no geometry. */
export function rowSightlines(plan: Plan, section: PlanSection, rowIndex: number): Sightline[] {
  const up = eyeHeightM(section);
  const crossingOf = crossingsOf(plan, section, rowIndex);
  return rowPositions(plan, section, rowIndex).map(({ x, y, z }) => {
    const eye = { x, y, z: z + up };
    const crossing = crossingOf?.(eye, plan.focus) ?? null;
    return {
      distanceM: Math.hypot(plan.focus.x - x, plan.focus.y - y, plan.focus.z - eye.z),
      elevationM: eye.z - plan.focus.z,
      cValueMm: crossing === null ? null : 1000 * aboveM(eye, plan.focus, crossing, up),
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

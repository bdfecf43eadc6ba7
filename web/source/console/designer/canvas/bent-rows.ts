// How rows are bent by a handle: between the depth of a bend, which a hand pulls, and the radius, which a record holds.
import type { Point } from "../../../plan/plan";
import { bentRow } from "./canvas-handles";
import type { PlacedSection } from "./placed-section";

/** The bend of a first row. */
export type Bend = {
  /** Half of the width between the ends of the row. */
  halfM: number;
  /** How far its ends are in front of its middle. */
  deepM: number;
  /** How far the middle is from the focus: the radius of rows around it. */
  awayM: number;
};

/** Less than this is straight. */
const STRAIGHT_M = 0.05;
/** A radius that differs from the distance of the focus by less than this share means rows around the focus. */
const AROUND_SHARE = 0.06;

export function bendOf(placed: PlacedSection, focus: Pick<Point, "x" | "y">): Bend {
  const row = bentRow(placed);
  const [first, last] = [placed.starts[row]!, placed.starts[row + 1]! - 1];
  const middle = (first + last) >> 1;
  const halfM = Math.hypot(placed.x[last]! - placed.x[first]!, placed.y[last]! - placed.y[first]!) / 2;
  const geometry = placed.section.geometry;
  const radiusM = geometry?.shape === "curved" ? geometry.distanceM : 0;
  const deepM = radiusM > halfM ? radiusM - Math.sqrt(radiusM ** 2 - halfM ** 2) : 0;
  const awayM = Math.hypot(placed.x[middle]! - focus.x, placed.y[middle]! + focus.y);
  return { halfM, deepM, awayM: Math.round(awayM * 100) / 100 };
}

/** The radius of a row whose ends are this far in front of its middle; null if it is straight. A radius near to the
 * distance of the focus becomes that distance, unless this is null. */
export function radiusOfBend(halfM: number, deepM: number, awayM: number | null): number | null {
  if (deepM < STRAIGHT_M) return null;
  const within = Math.min(deepM, halfM);
  const radiusM = (halfM ** 2 + within ** 2) / (2 * within);
  if (awayM !== null && Math.abs(radiusM - awayM) < AROUND_SHARE * awayM) return awayM;
  return Math.round(radiusM * 100) / 100;
}

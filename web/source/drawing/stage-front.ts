// Where the front of a stage is, for a plan that does not say it: as src/seatpreview/sightlines/looked_at.py has it.
import type { Plan } from "../plan/plan";
import type { Point2 } from "./rows";

/** A stated front counts if it is less than this away from the direction of the audience, of which this much is there. */
const STATED = { leastCosine: Math.cos((75 * Math.PI) / 180), oneSidedness: 0.15 };
/** A side of the stage is its front if the audience is in its direction, or nearly, and it is not one of a circle's. */
const SIDE = { leastCosine: Math.cos((35 * Math.PI) / 180), sidesMost: 8 };
/** How much of the audience is on one side where a stage has its front there. */
export const HAS_FRONT = 0.25;

/** Returns the direction of the front: as stated, or else that of the side that faces the audience.
 * @param corners those of the stage, counter-clockwise. */
export function stageFront(
  { focus: { extent } }: Plan,
  corners: readonly Point2[],
  audience: Point2,
  oneSidedness: number,
): Point2 {
  if (extent?.kind === "stage" && extent.points.length === 0 && oneSidedness > STATED.oneSidedness) {
    const stated = bearing(extent.turnDeg);
    if (dot(stated, audience) > STATED.leastCosine) return stated;
  }
  if (oneSidedness <= HAS_FRONT || corners.length > SIDE.sidesMost) return audience;
  const sides = corners.map((corner, index) => outward(corner, corners[(index + 1) % corners.length]!));
  const best = sides.reduce((one, other) => (dot(other, audience) > dot(one, audience) ? other : one));
  return dot(best, audience) > SIDE.leastCosine ? best : audience;
}

export function bearing(degrees: number): Point2 {
  return [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
}

/** The direction that a side of a counter-clockwise polygon faces. */
export function outward(from: Point2, to: Point2): Point2 {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
}

function dot([x, y]: Point2, [otherX, otherY]: Point2): number {
  return x * otherX + y * otherY;
}

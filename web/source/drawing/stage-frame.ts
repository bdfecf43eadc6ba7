// The frame of a stage: points beside, in front of and above the focus, and how far the stage reaches.

import type { Point3 } from "./mesh-builder";
import type { Point2 } from "./rows";
import type { VenueMeasures } from "./venue-measures";
import { footprintOf, heightOf } from "./venue-measures";

export type StageFrame = {
  /** Where the stage begins towards the audience, where it ends, and half its width, measured from the focus. */
  frontM: number;
  backM: number;
  halfM: number;
  topZ: number;
  /** How far the hall reaches to the sides of the focus, and towards the audience. */
  hallHalfM: number;
  hallM: number;
  /** A point on the ground plan: to the side, and towards the audience. */
  ground(sideM: number, forwardM: number): Point2;
  at(sideM: number, forwardM: number, z: number): Point3;
  /** The inverse of `ground`. */
  from(point: Point2): { sideM: number; forwardM: number };
};

/** The frame of the first stage; of an assumed one around the focus if the plan has none. */
export function stageFrame(measures: VenueMeasures): StageFrame {
  const { focus, audience, floorZ, stages, outline } = measures;
  const [forwardX, forwardY] = audience;
  const from = ([x, y]: Point2): { sideM: number; forwardM: number } => ({
    sideM: -(x - focus[0]) * forwardY + (y - focus[1]) * forwardX,
    forwardM: (x - focus[0]) * forwardX + (y - focus[1]) * forwardY,
  });
  const ground = (sideM: number, forwardM: number): Point2 => [
    focus[0] - forwardY * sideM + forwardX * forwardM,
    focus[1] + forwardX * sideM + forwardY * forwardM,
  ];
  const [stage] = stages;
  const corners = stage === undefined ? [] : footprintOf(stage).map(from);
  const hall = outline.map(from);
  return {
    frontM: stage === undefined ? 2 : Math.max(...corners.map((corner) => corner.forwardM)),
    backM: stage === undefined ? -8 : Math.min(...corners.map((corner) => corner.forwardM)),
    halfM: stage === undefined ? 7 : Math.max(...corners.map((corner) => Math.abs(corner.sideM))),
    topZ: stage === undefined ? floorZ + 1 : heightOf(stage)[1],
    hallHalfM: Math.max(...hall.map((corner) => Math.abs(corner.sideM))),
    hallM: Math.max(...hall.map((corner) => corner.forwardM)),
    ground,
    at: (sideM, forwardM, z) => [...ground(sideM, forwardM), z],
    from,
  };
}

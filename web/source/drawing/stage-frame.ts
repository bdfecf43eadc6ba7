// The frame of a stage: points beside, in front of and above the focus, and how far the stage reaches.

import type { Point3 } from "./mesh-builder";
import type { Point2 } from "./rows";
import { middle } from "./rows";
import type { VenueMeasures } from "./venue-measures";
import { footprintOf, heightOf } from "./venue-measures";

/** An assumed stage: how far it reaches towards the audience and away from it, and half its width. */
const USUAL = { frontM: 2, deepM: 10, halfM: 7 };
/** Between an assumed stage and the first row. */
const TO_FIRST_ROW_M = 1.2;

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
  const assumedM = stage === undefined ? Math.min(USUAL.frontM, firstRowM(measures, from) - TO_FIRST_ROW_M) : 0;
  return {
    frontM: stage === undefined ? assumedM : Math.max(...corners.map((corner) => corner.forwardM)),
    backM: stage === undefined ? assumedM - USUAL.deepM : Math.min(...corners.map((corner) => corner.forwardM)),
    halfM: stage === undefined ? USUAL.halfM : Math.max(...corners.map((corner) => Math.abs(corner.sideM))),
    topZ: stage === undefined ? floorZ + 1 : heightOf(stage)[1],
    hallHalfM: Math.max(...hall.map((corner) => Math.abs(corner.sideM))),
    hallM: Math.max(...hall.map((corner) => corner.forwardM)),
    ground,
    at: (sideM, forwardM, z) => [...ground(sideM, forwardM), z],
    from,
  };
}

/** How far the first seats in front of an assumed stage are from the focus, towards the audience. */
function firstRowM({ shown, loose }: VenueMeasures, from: StageFrame["from"]): number {
  const fronts = shown.flatMap(({ strips }) => {
    const { front } = strips[0]!;
    return [...front, middle(front[0]!, front.at(-1)!)];
  });
  for (const { seats } of loose) for (const { x, y } of seats) fronts.push([x, y]);
  return fronts.reduce((least, point) => {
    const { sideM, forwardM } = from(point);
    return forwardM < 0 || Math.abs(sideM) > USUAL.halfM ? least : Math.min(least, forwardM);
  }, Infinity);
}

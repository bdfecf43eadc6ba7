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

/** How far the proscenium of a theatre stands behind the front of the stage. */
const APRON_M = 1.2;
/** How far an open curtain reaches into the opening on each side. */
export const CURTAIN_M = 0.9;
const AROUND_SCREEN_M = 0.15;

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

/** The opening of a theatre's proscenium. */
export type Opening = {
  halfM: number;
  topZ: number;
  /** Where the plane of the proscenium is, measured from the focus towards the audience. */
  planeM: number;
  hasPelmet: boolean;
};

export function openingOf({ frontM, halfM, topZ, from }: StageFrame, { roofZ, plan }: VenueMeasures): Opening {
  const planeM = frontM - APRON_M;
  const screen = plan.obstructions.find((body) => body.kind === "screen" && plan.lookedAt?.kind === "screen");
  if (screen !== undefined) {
    // Nothing of the frame may hide the screen.
    const sides = footprintOf(screen).map((corner) => Math.abs(from(corner).sideM));
    const half = Math.max(...sides) + CURTAIN_M + AROUND_SCREEN_M;
    return { halfM: half, topZ: heightOf(screen)[1] + AROUND_SCREEN_M, planeM, hasPelmet: false };
  }
  // What the curtain leaves open is as wide as the plan's walls leave it.
  const half = Math.max(3.5, halfM - 1.4) + CURTAIN_M;
  return { halfM: half, topZ: Math.min(roofZ - 2.2, topZ + Math.max(5, half * 1.25)), planeM, hasPelmet: true };
}

/** Where the proscenium is: what is behind it belongs to the stage. */
export function isBehindProscenium(measures: VenueMeasures): (at: Point2) => boolean {
  const frame = stageFrame(measures);
  return (at) => frame.from(at).forwardM < frame.frontM - APRON_M;
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

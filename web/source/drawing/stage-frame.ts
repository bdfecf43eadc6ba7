// The frame of a stage: points beside, in front of and above the focus, and how far the stage reaches.

import type { Obstruction } from "../plan/plan";
import type { Point3 } from "./mesh-builder";
import type { Point2 } from "./rows";
import { distanceM, middle } from "./rows";
import type { VenueMeasures } from "./venue-measures";
import { footprintOf, heightOf } from "./venue-measures";

/** An assumed stage: how far it reaches towards the audience and away from it, and half its width. */
const USUAL = { frontM: 2, deepM: 10, halfM: 7 };
/** Between an assumed stage and the first row. */
const TO_FIRST_ROW_M = 1.2;
/** An assumed stage is at least this deep, and half as wide, whatever is around it. */
const LEAST_M = 2;
/** Corners of a stage in the plan are rounded. */
const SAME_M = 0.02;

export type StageFrame = {
  /** Where the stage begins towards the audience, where it ends, and half its width, measured from the focus. */
  frontM: number;
  backM: number;
  halfM: number;
  topZ: number;
  /** How far the hall reaches to the sides of the focus, towards the audience, and where it ends behind the stage. */
  hallHalfM: number;
  hallM: number;
  hallBackM: number;
  /** A point on the ground plan: to the side, and towards the audience. */
  ground(sideM: number, forwardM: number): Point2;
  at(sideM: number, forwardM: number, z: number): Point3;
  /** The inverse of `ground`. */
  from(point: Point2): Beside;
};

type Beside = { sideM: number; forwardM: number };

/** The frame of the stage that people look at; of an assumed one around the focus if the plan has none. */
export function stageFrame(measures: VenueMeasures): StageFrame {
  const { focus, audience, floorZ, outline } = measures;
  const [forwardX, forwardY] = audience;
  const from = ([x, y]: Point2): Beside => ({
    sideM: -(x - focus[0]) * forwardY + (y - focus[1]) * forwardX,
    forwardM: (x - focus[0]) * forwardX + (y - focus[1]) * forwardY,
  });
  const ground = (sideM: number, forwardM: number): Point2 => [
    focus[0] - forwardY * sideM + forwardX * forwardM,
    focus[1] + forwardX * sideM + forwardY * forwardM,
  ];
  const stage = lookedAtStage(measures);
  const corners = stage === undefined ? assumedCorners(measures, from) : footprintOf(stage).map(from);
  const hall = outline.map(from);
  return {
    frontM: Math.max(...corners.map((corner) => corner.forwardM)),
    backM: Math.min(...corners.map((corner) => corner.forwardM)),
    halfM: Math.max(...corners.map((corner) => Math.abs(corner.sideM))),
    topZ: stage === undefined ? floorZ + 1 : heightOf(stage)[1],
    hallHalfM: Math.max(...hall.map((corner) => Math.abs(corner.sideM))),
    hallM: Math.max(...hall.map((corner) => corner.forwardM)),
    hallBackM: Math.min(...hall.map((corner) => corner.forwardM)),
    ground,
    at: (sideM, forwardM, z) => [...ground(sideM, forwardM), z],
    from,
  };
}

/** Of several stages, the one whose corners the plan calls what people look at. */
function lookedAtStage({ stages, plan }: VenueMeasures): Obstruction | undefined {
  const [lookedAtX, lookedAtY] = plan.lookedAt?.points[0] ?? [];
  const isCorner = ([x, y]: Point2) => distanceM([x, y], [lookedAtX ?? x, lookedAtY ?? y]) < SAME_M;
  return stages.find((stage) => footprintOf(stage).some(isCorner)) ?? stages[0];
}

/** Two corners of an assumed stage, which ends before the first seats on each side of it. */
function assumedCorners(measures: VenueMeasures, from: StageFrame["from"]): Beside[] {
  const seats = firstSeats(measures).map(from);
  const nearest = (distances: number[]) =>
    distances.reduce((least, distance) => Math.min(least, distance), Infinity) - TO_FIRST_ROW_M;
  const across = seats.filter(({ sideM }) => Math.abs(sideM) <= USUAL.halfM).map(({ forwardM }) => forwardM);
  const frontM = Math.min(USUAL.frontM, nearest(across.filter((forwardM) => forwardM >= 0)));
  const behindM = nearest(across.filter((forwardM) => forwardM < 0).map((forwardM) => -forwardM));
  const backM = Math.max(frontM - USUAL.deepM, Math.min(-behindM, frontM - LEAST_M));
  const beside = seats.filter(({ forwardM }) => forwardM < frontM && forwardM > backM);
  const halfM = Math.min(USUAL.halfM, Math.max(LEAST_M, nearest(beside.map(({ sideM }) => Math.abs(sideM)))));
  return [
    { sideM: halfM, forwardM: frontM },
    { sideM: -halfM, forwardM: backM },
  ];
}

/** Points of the first rows, and the seats that stand alone. */
function firstSeats({ shown, loose }: VenueMeasures): Point2[] {
  const points = shown.flatMap(({ strips }) => {
    const { front } = strips[0]!;
    return [...front, middle(front[0]!, front.at(-1)!)];
  });
  for (const { seats } of loose) for (const { x, y } of seats) points.push([x, y]);
  return points;
}

// The free floor around the focus, and what is painted on it.
import { seatPosition } from "../plan/positions";
import type { Point3 } from "./mesh-builder";
import type { Point2 } from "./rows";
import type { VenueMeasures } from "./venue-measures";
import { areaCorners, outlinePieces } from "./venue-measures";

const MARGIN_M = 1.6;
const STEEPEST = 2.1;
/** Half the width of painted lines. They are a little wider than real ones, to be seen from far away. */
const LINE_HALF_M = 0.08;

/** The free floor around the focus: half its length and width, and the bearing of its length. */
export type FreeFloor = {
  halfLongM: number;
  halfWideM: number;
  turn: number;
};

/** The largest rectangle around the focus that no seat reaches into. */
export function freeFloor(measures: VenueMeasures): FreeFloor {
  const points = lowPoints(measures);
  let best: FreeFloor = { halfLongM: 3, halfWideM: 3, turn: 0 };
  for (let step = 0; step < 12; step++) {
    const turn = (Math.PI * step) / 12;
    for (let halfLongM = 3; halfLongM <= 60; halfLongM += 1) {
      const halfWideM = Math.min(halfLongM, roomBeside(points, measures.focus, turn, halfLongM));
      if (halfWideM < halfLongM / STEEPEST) continue;
      if (halfWideM * halfLongM > best.halfWideM * best.halfLongM * (turn === best.turn ? 1 : 1.1)) {
        best = { halfLongM, halfWideM, turn };
      }
    }
  }
  return best;
}

function lowPoints({ plan, shown, loose, focus }: VenueMeasures): Point2[] {
  const points: Point2[] = [];
  for (const { strips } of shown) {
    // The first row of a stand is its innermost one, but chairs on the floor may face either way.
    for (const strip of [strips[0]!, strips.at(-1)!]) {
      if (strip.z > focus[2] + 6) break;
      points.push(...strip.front, ...strip.back);
      const [start, end] = [strip.front[0]!, strip.front.at(-1)!];
      for (let part = 0.1; part < 1; part += 0.1) {
        points.push([start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part]);
      }
    }
  }
  for (const { section, seats } of loose) {
    if (section.isClosed) continue;
    // One seat of each square metre is enough.
    const cells = new Map<string, Point2>();
    for (const { x, y, z } of seats) if (z < focus[2] + 6) cells.set(`${Math.round(x)} ${Math.round(y)}`, [x, y]);
    points.push(...cells.values());
  }
  for (const section of plan.sections) {
    if (section.area !== undefined && !section.isClosed) {
      for (const [start, end] of outlinePieces(areaCorners(section), 1)) points.push(start, end);
      continue;
    }
    const place = section.rows.length === 0 && !section.isClosed ? seatPosition(plan, section) : null;
    if (place !== null && place.z < focus[2] + 6) points.push([place.x, place.y]);
  }
  return points;
}

function roomBeside(points: Point2[], focus: Point3, turn: number, halfLongM: number): number {
  let room = Infinity;
  for (const [x, y] of points) {
    const [dx, dy] = [x - focus[0], y - focus[1]];
    const along = Math.abs(dx * Math.sin(turn) + dy * Math.cos(turn));
    const beside = Math.abs(dx * Math.cos(turn) - dy * Math.sin(turn));
    if (along < halfLongM + MARGIN_M) room = Math.min(room, beside - MARGIN_M);
  }
  return room;
}

/** Points around the focus, given by their distance along and beside the floor's length. */
export function spots({ focus }: VenueMeasures, { turn }: FreeFloor, z: number, plan: readonly Point2[]): Point3[] {
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  return plan.map(([beside, along]) => [
    focus[0] + along * sine + beside * cosine,
    focus[1] + along * cosine - beside * sine,
    z,
  ]);
}

/** Hands each straight piece of painted lines to `draw`, as a rectangle. */
export function drawStrokes(
  lines: readonly (readonly Point2[])[],
  draw: (stroke: Point2[]) => void,
  halfM = LINE_HALF_M,
): void {
  for (const points of lines) {
    for (let piece = 0; piece + 1 < points.length; piece++) {
      const [from, to] = [points[piece]!, points[piece + 1]!];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
      const [x, y] = [((to[1] - from[1]) / length) * halfM, (-(to[0] - from[0]) / length) * halfM];
      draw([
        [from[0] + x, from[1] + y],
        [from[0] - x, from[1] - y],
        [to[0] - x, to[1] - y],
        [to[0] + x, to[1] + y],
      ]);
    }
  }
}

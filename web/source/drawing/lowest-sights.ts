// How high a wall behind a stand may be, so that people behind it still see the focus.
import type { Point2, Stand } from "./rows";
import { middle } from "./rows";
import type { VenueMeasures } from "./venue-measures";

const EYE_M = 1.2;
const CLEAR_M = 0.25;
/** Where the eyes are looked for along the first row of a stand. */
const PARTS = [0.1, 0.5, 0.9];

type Eye = { at: Point2; z: number; stand: Stand };

/** Returns a function for the lowest line of sight over the back of a stand; Infinity where nobody looks over it. */
export function lowestSights({ shown, focus }: Pick<VenueMeasures, "shown" | "focus">): (stand: Stand) => number {
  const eyes = shown.flatMap((stand): Eye[] => {
    const { front, z } = stand.strips[0]!;
    return PARTS.map((part) => ({ at: alongOf(front, part), z: z + EYE_M, stand }));
  });
  return (stand) => {
    const { back, z } = stand.strips.at(-1)!;
    let lowest = Infinity;
    for (const eye of eyes) {
      if (eye.stand === stand) continue;
      for (let piece = 0; piece + 1 < back.length; piece++) {
        const part = crossing(eye.at, [focus[0], focus[1]], back[piece]!, back[piece + 1]!);
        if (part === null) continue;
        const sightZ = eye.z + (focus[2] - eye.z) * part;
        // Those below look under this stand, and not over it.
        if (sightZ > z) lowest = Math.min(lowest, sightZ - CLEAR_M);
      }
    }
    return lowest;
  };
}

function alongOf(line: Point2[], part: number): Point2 {
  const at = part * (line.length - 1);
  const piece = Math.min(line.length - 2, Math.floor(at));
  return middle(line[piece]!, line[piece + 1]!, at - piece);
}

/** The part of the way from `from` to `to` at which it crosses the line between two points; null if it does not. */
function crossing(from: Point2, to: Point2, start: Point2, end: Point2): number | null {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const [lineX, lineY] = [end[0] - start[0], end[1] - start[1]];
  const cross = x * lineY - y * lineX;
  if (Math.abs(cross) < 1e-9) return null;
  const [startX, startY] = [start[0] - from[0], start[1] - from[1]];
  const part = (startX * lineY - startY * lineX) / cross;
  const along = (startX * y - startY * x) / cross;
  return part > 0 && part < 1 && along > 0 && along < 1 ? part : null;
}

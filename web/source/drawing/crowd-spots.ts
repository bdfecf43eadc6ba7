// Where people stand: on a grid, a little off it. src/seatpreview/sightlines/crowds.py has the same spots, so that the
// service tells what these people hide.
import type { Point2 } from "./row-lines";
import { seededRandom } from "./seeded-random";

const PEOPLE_PER_M2 = 2.1;
const STANDERS_MOST = 4000;
const SPOTS_MOST = 40000;
/** How far people are from their spots of the grid at most, as a part of the distance between spots. */
const OFF_GRID = 0.55;

/** Returns where people stand inside of an area. Ground that something else takes is left out later. */
export function crowdSpots(corners: readonly Point2[], capacity: number): Point2[] {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, low] = [Math.min(...xs), Math.min(...ys)];
  const [wideM, highM] = [Math.max(...xs) - left, Math.max(...ys) - low];
  const standers = Math.min(STANDERS_MOST, Math.max(1, capacity));
  const apartM = Math.max(
    1 / Math.sqrt(PEOPLE_PER_M2),
    Math.sqrt(areaOf(corners) / standers),
    Math.sqrt((wideM * highM) / SPOTS_MOST),
  );
  const [columns, lines] = [Math.ceil(wideM / apartM), Math.ceil(highM / apartM)];
  return Array.from({ length: columns * lines }, (_, number): Point2 => {
    const [line, column] = [Math.floor(number / columns), number % columns];
    const off = (salt: number) => OFF_GRID * (seededRandom(number, salt) - 0.5);
    // Every second line is shifted by half, as people stand in the gaps of those in front.
    return [left + apartM * (column + 0.25 + 0.5 * (line % 2) + off(11)), low + apartM * (line + 0.5 + off(12))];
  });
}

/** The square with room for everybody around the one position that a plan gives, facing the focus. */
export function assumedArea(
  at: { x: number; y: number },
  [focusX, focusY]: readonly number[],
  capacity: number,
): Point2[] {
  const halfM = Math.sqrt(Math.max(1, capacity) / PEOPLE_PER_M2) / 2;
  const ahead = Math.atan2(focusX! - at.x, focusY! - at.y);
  const [sine, cosine] = [Math.sin(ahead), Math.cos(ahead)];
  const corners: Point2[] = [
    [-halfM, -halfM],
    [halfM, -halfM],
    [halfM, halfM],
    [-halfM, halfM],
  ];
  return corners.map(([right, forward]) => [
    at.x + cosine * right + sine * forward,
    at.y - sine * right + cosine * forward,
  ]);
}

function areaOf(corners: readonly Point2[]): number {
  const doubled = corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length]!;
    return sum + x * nextY - y * nextX;
  }, 0);
  return Math.abs(doubled) / 2;
}

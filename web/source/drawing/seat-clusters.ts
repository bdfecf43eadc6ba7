// Boxes among listed seats: a few seats close together, in more than one line. The service has the same rule
// (src/seatpreview/sightlines/seat_clusters.py).
import type { SeatPosition } from "../plan/positions";

const SEATS = { least: 3, most: 8 };
const DEEP = { leastM: 0.5, mostM: 2.5 };
const WIDE = { leastM: 0.4, mostM: 3 };
const RISE_M = 0.12;

/** Returns the ends of the front and of the back of a box, each from left to right; null if the seats form none. A box
 * faces the side of its rectangle that its seats face most. */
export function boxRanks(seats: readonly SeatPosition[]): [SeatPosition[], SeatPosition[]] | null {
  if (seats.length < SEATS.least || seats.length > SEATS.most) return null;
  const z = Math.max(...seats.map((seat) => seat.z));
  if (z - Math.min(...seats.map((seat) => seat.z)) > RISE_M) return null;
  const [aheadX, aheadY] = aheadOf(seats);
  const depths = seats.map(({ x, y }) => x * aheadX + y * aheadY);
  const sides = seats.map(({ x, y }) => x * aheadY - y * aheadX);
  const [front, back] = [Math.max(...depths), Math.min(...depths)];
  const [left, right] = [Math.min(...sides), Math.max(...sides)];
  if (!isWithin(front - back, DEEP) || !isWithin(right - left, WIDE)) return null;
  const facingDeg = (Math.atan2(aheadX, aheadY) * 180) / Math.PI;
  const rank = (depth: number): SeatPosition[] =>
    [left, right].map((side) => ({
      ...seats[0]!,
      x: depth * aheadX + side * aheadY,
      y: depth * aheadY - side * aheadX,
      z,
      facingDeg,
    }));
  return [rank(front), rank(back)];
}

/** The direction along or across the nearest two seats that is nearest to where the seats face. */
function aheadOf(seats: readonly SeatPosition[]): [number, number] {
  const turns = seats.map(({ facingDeg }) => (facingDeg * Math.PI) / 180);
  const [wantedX, wantedY] = [sum(turns.map(Math.sin)), sum(turns.map(Math.cos))];
  const [first, ...others] = seats as [SeatPosition, ...SeatPosition[]];
  const apartM = (seat: SeatPosition): number => Math.hypot(seat.x - first.x, seat.y - first.y);
  const nearest = others.reduce((best, seat) => (apartM(seat) < apartM(best) ? seat : best));
  const [x, y] = [nearest.x - first.x, nearest.y - first.y].map((part) => part / (apartM(nearest) || 1)) as [
    number,
    number,
  ];
  const along = (side: [number, number]): number => side[0] * wantedX + side[1] * wantedY;
  const candidates: [number, number][] = [
    [x, y],
    [y, -x],
    [-x, -y],
    [-y, x],
  ];
  return candidates.reduce((best, side) => (along(side) > along(best) ? side : best));
}

function isWithin(valueM: number, { leastM, mostM }: { leastM: number; mostM: number }): boolean {
  return valueM >= leastM && valueM <= mostM;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

// The stage, field or court at the focus on the map: its outline, and the usual lines of a sport.
import type { MapPoint } from "./map-outlines";
import type { Plan, PlanExtent } from "./plan";

type Focus = Plan["focus"];

/** Corners that are off by at most this part of the diagonal still form a rectangle. */
const RECTANGLE_SHARE = 0.03;

/** The corners of what is at the focus; none if only the point is known. */
export function extentOutline({ x, y, extent }: Focus): MapPoint[] {
  if (extent === null) return [];
  if (extent.points.length > 2) return extent.points.map(([east = 0, north = 0]) => ({ x: east, y: -north }));
  return turnedRectangle({ x, y: -y }, extent.widthM, extent.depthM, extent.turnDeg);
}

/** Whether people look at a stage or a screen; otherwise at a sport. */
export function isStage({ kind }: PlanExtent): boolean {
  return kind === "stage" || kind === "screen";
}

/** The lines of a field and the transformation that puts them into its place; null for a stage, and for a shape that is
 * no rectangle. */
export function fieldLines({ x, y, extent }: Focus): { path: string; transform: string } | null {
  if (extent === null || isStage(extent)) return null;
  const lines = FIELDS[extent.kind];
  const { widthM, depthM, turnDeg, points } = extent;
  const place =
    points.length > 2
      ? (rectangleOf(points) ?? (extent.kind === "baseball" ? boundsOf(points, turnDeg) : null))
      : { middle: { x, y: -y }, widthM, depthM, rotateDeg: turnDeg - 180 };
  if (lines === undefined || place === null) return null;
  const scale = `${place.widthM / lines.size[0]} ${place.depthM / lines.size[1]}`;
  const { middle, rotateDeg } = place;
  return {
    path: lines.path,
    transform: `translate(${middle.x} ${middle.y}) rotate(${rotateDeg}) scale(${scale})`,
  };
}

/** A rectangle around a point. Its front, which `turnDeg` is the bearing of, is along the width. */
export function turnedRectangle(middle: MapPoint, widthM: number, depthM: number, turnDeg: number): MapPoint[] {
  const turn = ((turnDeg - 180) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const corner = (x: number, y: number) => ({ x: middle.x + x * cos - y * sin, y: middle.y + x * sin + y * cos });
  const [right, front] = [widthM / 2, depthM / 2];
  return [corner(-right, -front), corner(right, -front), corner(right, front), corner(-right, front)];
}

type Rectangle = { middle: MapPoint; widthM: number; depthM: number; rotateDeg: number };

/** The rectangle that four corners form, its longer side across; null if they form none. */
function rectangleOf(points: readonly number[][]): Rectangle | null {
  const [one, two, three, four] = points.map(([x = 0, y = 0]) => ({ x, y: -y }));
  if (points.length !== 4 || !one || !two || !three || !four) return null;
  const middle = between(one, three);
  const [diagonalM, otherM] = [distance(one, three), distance(two, four)];
  const offM = Math.max(distance(middle, between(two, four)), Math.abs(diagonalM - otherM));
  if (diagonalM === 0 || offM > RECTANGLE_SHARE * diagonalM) return null;
  const [left, right] = distance(one, two) >= distance(two, three) ? [one, two] : [two, three];
  const rotateDeg = (Math.atan2(right.y - left.y, right.x - left.x) * 180) / Math.PI;
  const [widthM, depthM] = [distance(one, two), distance(two, three)].sort((short, long) => long - short);
  return { middle, widthM: widthM!, depthM: depthM!, rotateDeg };
}

/** The rectangle around a ball field whose front has this bearing, as the drawing stretches its lines. */
function boundsOf(points: readonly number[][], turnDeg: number): Rectangle {
  const rotateDeg = turnDeg - 180;
  const turn = (rotateDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const across = points.map(([x = 0, y = 0]) => x * cos - y * sin);
  const along = points.map(([x = 0, y = 0]) => -x * sin - y * cos);
  const [left, right] = [Math.min(...across), Math.max(...across)];
  const [back, front] = [Math.min(...along), Math.max(...along)];
  const [besideM, aheadM] = [(left + right) / 2, (back + front) / 2];
  const middle = { x: besideM * cos - aheadM * sin, y: besideM * sin + aheadM * cos };
  return { middle, widthM: right - left, depthM: front - back, rotateDeg };
}

function between(one: MapPoint, other: MapPoint): MapPoint {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function distance(one: MapPoint, other: MapPoint): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

type FieldLines = {
  /** The size in metres that the path is drawn for. */
  size: readonly [number, number];
  /** Around the middle of the field, the longer side across. */
  path: string;
};

const FIELDS: Partial<Record<PlanExtent["kind"], FieldLines>> = {
  football: {
    size: [105, 68],
    path:
      halfway(34) + circle(0, 0, 9.15) + bothEnds((side) => box(side, 52.5, 16.5, 20.15) + box(side, 52.5, 5.5, 9.16)),
  },
  rugby: {
    size: [100, 70],
    path: halfway(35) + bothEnds((side) => upright(side * 28, 35) + upright(side * 40, 35) + upright(side * 45, 35)),
  },
  american_football: {
    size: [109.7, 48.8],
    path: [-45.72, -36.58, -27.43, -18.29, -9.14, 0, 9.14, 18.29, 27.43, 36.58, 45.72]
      .map((x) => upright(x, 24.4))
      .join(""),
  },
  // Home plate is near the front, and the foul lines open towards the back: as the drawing and the service have them.
  baseball: {
    size: [100, 100],
    path: `M0 42L-50 -8M0 42L50 -8M0 42L19.4 22.6L0 3.2L-19.4 22.6Z${circle(0, 23.6, 2.7)}`,
  },
  basketball: {
    size: [28, 15],
    path:
      halfway(7.5) +
      circle(0, 0, 1.8) +
      bothEnds(
        (side) =>
          box(side, 14, 5.8, 2.45) +
          `M${side * 14} -6.6H${side * 11}A6.75 6.75 0 0 ${side < 0 ? 1 : 0} ${side * 11} 6.6H${side * 14}`,
      ),
  },
  ice_hockey: {
    size: [60, 30],
    path:
      halfway(15) +
      circle(0, 0, 4.5) +
      bothEnds(
        (side) =>
          upright(side * 8, 15) + upright(side * 26, 15) + circle(side * 20, -7, 4.5) + circle(side * 20, 7, 4.5),
      ),
  },
  handball: {
    size: [40, 20],
    path:
      halfway(10) +
      bothEnds(
        (side) =>
          `M${side * 20} -7.5A6 6 0 0 ${side < 0 ? 1 : 0} ${side * 14} -1.5V1.5A6 6 0 0 ${side < 0 ? 1 : 0} ${side * 20} 7.5`,
      ),
  },
  volleyball: { size: [18, 9], path: halfway(4.5) + bothEnds((side) => upright(side * 3, 4.5)) },
  tennis: {
    size: [23.77, 10.97],
    path: `${halfway(5.485)}M-11.885 -4.115H11.885M-11.885 4.115H11.885M-6.4 0H6.4${bothEnds((side) => upright(side * 6.4, 4.115))}`,
  },
  boxing: { size: [6.1, 6.1], path: "M-2.6 -2.6H2.6V2.6H-2.6ZM-2.3 -2.3H2.3V2.3H-2.3Z" },
};

function halfway(half: number): string {
  return upright(0, half);
}

function upright(x: number, half: number): string {
  return `M${x} ${-half}V${half}`;
}

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

/** A rectangle at an end of the field, open at the goal line. */
function box(side: number, end: number, deep: number, half: number): string {
  return `M${side * end} ${-half}H${side * (end - deep)}V${half}H${side * end}`;
}

function bothEnds(lines: (side: 1 | -1) => string): string {
  return lines(-1) + lines(1);
}

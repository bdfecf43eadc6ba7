// What a ballpark has around its field: a warning track, the outfield fence with foul poles, a batter's eye, a scoreboard,
// and trees. None of it hides the field: the fence is seen from the field's side only, and the rest is behind it.
import { extentCorners } from "./focus-extent";
import type { Colour, MeshBuilder, Point3 } from "./mesh-builder";
import { colour, mixed, shaded } from "./mesh-builder";
import { isNight } from "./mood";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import { distanceM, middle } from "./rows";
import { seededRandom } from "./seeded-random";
import { HOME_M, type ToField } from "./sport-lines";
import { isBeyondOutfield, OUTFIELD_WALL_M } from "./stadium";
import type { VenueMeasures } from "./venue-measures";
import { outlinePieces } from "./venue-measures";

const FENCE = { highM: 2.6, topM: 0.18, trackM: 4.5 };
const POLE_M = 12;
const FENCE_TINT = colour("#1f4a33");
const TRACK_TINT = colour("#9c6b47");
const YELLOW = colour("#e6c932");
const BOARD = { halfM: 13, lowM: 15, highM: 26 };
const TREES_APART_M = 6.5;

export function drawBallpark(mesh: MeshBuilder, to: ToField, measures: VenueMeasures, palette: Palette): void {
  const home = flat(to([[0, HOME_M]])[0]!);
  const fence = fenceOf(measures, to, home);
  if (fence.length > 1) drawFence(mesh, fence, home, measures.floorZ);
  drawBeyond(mesh, measures, home, palette);
}

/** The corners of the field between both foul lines, from the right to the left as seen from home plate. */
function fenceOf({ plan }: VenueMeasures, to: ToField, home: Point2): Point2[] {
  const { extent } = plan.focus;
  const [right, left] = to([
    [HOME_M, 0],
    [-HOME_M, 0],
  ]).map(flat) as [Point2, Point2];
  // Corners on a foul line count as well.
  const isFair = (at: Point2): boolean => side(home, right, at) * side(home, right, left) > -NEARLY && isLeftFair(at);
  const isLeftFair = (at: Point2): boolean => side(home, left, at) * side(home, left, right) > -NEARLY;
  const stated = plan.lookedAt?.kind === "field" ? plan.lookedAt.points : null;
  const corners = stated?.map(([x = 0, y = 0]): Point2 => [x, y]) ?? extentCorners(plan, extent!);
  const fair = corners.filter((at) => distanceM(at, home) > HOME_M && isFair(at));
  const bearing = (at: Point2): number => side(home, middle(left, right), at) / distanceM(at, home);
  return fair.sort((one, other) => bearing(one) - bearing(other));
}

const NEARLY = 0.03;

/** How far a point is beside the way from one point to another, as a part of its own distance. */
function side(from: Point2, to: Point2, at: Point2): number {
  const cross = (to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0]);
  return cross / (distanceM(from, to) * distanceM(from, at) || 1);
}

function drawFence(mesh: MeshBuilder, fence: Point2[], home: Point2, floorZ: number): void {
  const up = ([x, y]: Point2, z: number): Point3 => [x, y, floorZ + z];
  const inner = (at: Point2): Point2 => middle(at, home, FENCE.trackM / distanceM(at, home));
  for (let piece = 0; piece + 1 < fence.length; piece++) {
    const [right, left] = [fence[piece]!, fence[piece + 1]!];
    mesh.sheet(
      [right, left, inner(left), inner(right)].map((at) => up(at, TRACK_Z)),
      TRACK_TINT,
    );
    const panels = Math.max(1, Math.round(distanceM(right, left) / 3));
    for (let panel = 0; panel < panels; panel++) {
      const [start, end] = [middle(left, right, panel / panels), middle(left, right, (panel + 1) / panels)];
      const tone = shaded(FENCE_TINT, panel % 2 === 0 ? 1 : 0.92);
      const top = floorZ + FENCE.highM;
      mesh.wall(start, end, floorZ, top - FENCE.topM, { low: shaded(tone, 0.7), high: tone });
      mesh.wall(start, end, top - FENCE.topM, top, { low: YELLOW, high: YELLOW });
    }
  }
  for (const end of [fence[0]!, fence.at(-1)!]) mesh.bar(up(end, 0), up(end, POLE_M), 0.25, { colour: YELLOW });
}

const TRACK_Z = 0.05;

/** Draws what is behind the outfield: a dark wall for the batter's eye with a scoreboard over it, and trees. */
function drawBeyond(mesh: MeshBuilder, measures: VenueMeasures, home: Point2, palette: Palette): void {
  const { outline, floorZ, mood } = measures;
  const isBeyond = isBeyondOutfield(measures);
  const pieces = outlinePieces(outline, TREES_APART_M).filter(([start, end]) => isBeyond(start) && isBeyond(end));
  const [x, y] = measures.focus;
  const away = unitTo(home, [x, y]);
  const ahead = ([px, py]: Point2): number => (px - home[0]) * away[0] + (py - home[1]) * away[1];
  const reachM = Math.max(0, ...pieces.map(([start]) => ahead(start)));
  if (reachM === 0) return;
  const at = (rightM: number, forwardM: number): Point2 => [
    home[0] + away[0] * forwardM + away[1] * rightM,
    home[1] + away[1] * forwardM - away[0] * rightM,
  ];
  const { halfM, lowM, highM } = BOARD;
  const boardM = reachM - 1.5;
  const sheet = (from: number, to: number, low: number, high: number, nearM: number, tone: Colour, glow = 0): void => {
    const [start, end] = [at(from, boardM - nearM), at(to, boardM - nearM)];
    mesh.wall(start, end, floorZ + low, floorZ + high, { low: tone, high: tone, glow });
  };
  sheet(-halfM - 3, halfM + 3, 0, lowM, 0, colour("#16301f"));
  sheet(-halfM - 0.6, halfM + 0.6, lowM, highM + 0.6, 0, shaded(palette.steel, 0.45));
  sheet(-halfM, halfM, lowM + 0.6, highM, 0.1, colour("#0d1a14"), 0.3);
  const lamp = isNight(mood) ? 1 : 0.75;
  for (let inning = 0; inning < 10; inning++) {
    for (let row = 0; row < 3; row++) {
      const left = -halfM + 5.5 + inning * 1.95;
      const low = highM - 3.6 - row * 2.6;
      const tone = row === 0 ? colour("#e8eef0") : colour("#f0b93a");
      const wide = row === 0 ? 0.35 : 0.5 + 0.4 * seededRandom(inning * 3 + row, 91);
      sheet(left, left + wide, low, low + (row === 0 ? 0.8 : 1.4), 0.2, tone, lamp);
    }
  }
  for (let row = 1; row < 3; row++) {
    const low = highM - 3.6 - row * 2.6;
    sheet(-halfM + 0.9, -halfM + 4.2, low, low + 1.4, 0.2, colour(row === 1 ? "#c3372f" : "#2f66b5"), lamp * 0.8);
  }
  for (const [index, [start]] of pieces.entries()) drawTree(mesh, start, unitTo([x, y], start), index, floorZ);
}

/** Draws a tree behind the wall: two cones of leaves, of which the wall hides the trunk. */
function drawTree(mesh: MeshBuilder, [x, y]: Point2, [outX, outY]: Point2, number: number, floorZ: number): void {
  const chance = (salt: number): number => seededRandom(number, salt);
  const outM = 2 + 4 * chance(92);
  const [treeX, treeY] = [x + outX * outM, y + outY * outM];
  const lowZ = floorZ + OUTFIELD_WALL_M - 4;
  const topZ = floorZ + OUTFIELD_WALL_M + 4 + 5 * chance(93);
  const tint = mixed(colour("#33562f"), colour("#587a3a"), chance(94));
  const sides = 7;
  const rings: [number, number][] = [
    [0, 2.6],
    [0.4, 4],
    [0.75, 2.7],
    [1, 0.2],
  ];
  const spot = ([part, radiusM]: [number, number], step: number): Point3 => {
    const turn = (Math.PI * 2 * step) / sides + number;
    return [treeX + radiusM * Math.cos(turn), treeY + radiusM * Math.sin(turn), lowZ + (topZ - lowZ) * part];
  };
  for (let ring = 0; ring < 3; ring++) {
    const [low, high] = [rings[ring]!, rings[ring + 1]!];
    const tones = [low, low, high, high].map(([part]) => shaded(tint, 0.6 + 0.45 * part));
    for (let step = 0; step < sides; step++) {
      mesh.face([spot(low, step), spot(low, step + 1), spot(high, step + 1), spot(high, step)], tones);
    }
  }
}

function unitTo(from: Point2, to: Point2): Point2 {
  const length = distanceM(from, to) || 1;
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
}

function flat([x, y]: Point3): Point2 {
  return [x, y];
}

// Suites: lit rooms in the wall between two stands.

import type { Plan, PlanSection } from "../plan/plan";
import { seatPosition } from "../plan/positions";
import { isEmptyHall } from "./event-kind";
import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import { seededRandom } from "./seeded-random";
import type { VenueMeasures } from "./venue-measures";

/** The room does not reach to the wall of the hall, which is 4 m behind. The service counts what it hides
 * (seatpreview/sightlines/suites.py); of its bodies, the rail is drawn with the others. */
const ROOM = { frontM: 0.5, deepM: 3.6, highM: 2.5, lintelM: 3.1 };
const SILL = { lowM: 0.4, highM: 0.25 };
const HALF_M = { least: 1.2, most: 4, alone: 2.2 };
const GUESTS = 4;
const CLOTHES = ["#4b5060", "#70454a", "#8f8b85", "#31343e", "#82705a", "#414c6a"].map(colour);

type ToGround = (right: number, ahead: number) => Point2;

/** Builds the suites as rooms that are open to the hall: whoever looks in sees their inside. */
export function buildSuites({ plan }: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  const suites = plan.sections.filter((section) => section.kind === "suite" && section.rows.length === 0);
  const frame = shaded(palette.steel, 0.5);
  suites.forEach((section, index) => {
    const at = seatPosition(plan, section);
    if (at === null) return;
    const facing = (at.facingDeg * Math.PI) / 180;
    const [forwardX, forwardY] = [Math.sin(facing), Math.cos(facing)];
    const half = suiteHalfM(apartM(plan, suites, index));
    const ground: ToGround = (right, ahead) => [
      at.x + forwardY * right + forwardX * ahead,
      at.y - forwardX * right + forwardY * ahead,
    ];
    const isOpen = !section.isClosed && !isEmptyHall(plan);
    const light = (isOpen ? 0.5 + 0.3 * seededRandom(index, 52) : 0.12) * palette.shine;
    const [right, left] = [ground(half, ROOM.frontM), ground(-half, ROOM.frontM)];
    mesh.wall(right, left, at.z - SILL.lowM, at.z + SILL.highM, { low: shaded(frame, 0.7), high: frame });
    mesh.wall(right, left, at.z + ROOM.highM, at.z + ROOM.lintelM, { low: frame, high: frame });
    const post = [ground(half + 0.06, 0.54), ground(half - 0.08, 0.54)] as const;
    mesh.wall(post[0], post[1], at.z - SILL.lowM, at.z + ROOM.lintelM, { low: frame, high: frame });
    drawRoom(mesh, ground, half, at.z, shaded(colour("#f2c48a"), light), light);
    for (let person = 0; person < (isOpen ? GUESTS : 0); person++) {
      const number = index * GUESTS + person;
      if (seededRandom(number, 53) > 0.7) continue;
      const side = -half + ((person + 0.3 + 0.4 * seededRandom(number, 54)) * 2 * half) / GUESTS;
      const behindM = 0.7 + 1.6 * seededRandom(number, 55);
      const clothes = CLOTHES[number % CLOTHES.length]!;
      drawGuest(mesh, [ground(side + 0.2, -behindM), ground(side - 0.2, -behindM)], at.z, clothes, light);
    }
  });
  return mesh;
}

/** Draws the inside of a suite: carpet, walls, a ceiling with a lamp, and a bar at the back. */
function drawRoom(mesh: MeshBuilder, ground: ToGround, half: number, z: number, warm: Colour, light: number): void {
  const glow = 0.5 * Math.min(1, light * 1.6);
  const paint = { low: shaded(warm, 0.55), high: shaded(warm, 0.85), glow };
  const [frontRight, frontLeft] = [ground(half, ROOM.frontM), ground(-half, ROOM.frontM)];
  const [backRight, backLeft] = [ground(half, -ROOM.deepM), ground(-half, -ROOM.deepM)];
  const level = (up: number, corners: Point2[]): Point3[] => corners.map((corner) => [...corner, z + up]);
  mesh.face(level(0.01, [frontLeft, backLeft, backRight, frontRight]), mixed(warm, CARPET, 0.6), glow);
  mesh.face(level(ROOM.highM, [frontRight, backRight, backLeft, frontLeft]), shaded(warm, 0.8), glow);
  mesh.wall(backRight, backLeft, z, z + ROOM.highM, paint);
  mesh.wall(frontRight, backRight, z, z + ROOM.highM, paint);
  mesh.wall(backLeft, frontLeft, z, z + ROOM.highM, paint);
  const lamp = [ground(half * 0.6, -1), ground(half * 0.6, -1.4), ground(-half * 0.6, -1.4), ground(-half * 0.6, -1)];
  mesh.face(level(ROOM.highM - 0.02, lamp), [1, 0.9, 0.72], Math.min(1, light * 1.5));
  const [barRight, barLeft] = [
    ground(half * 0.75, BAR_AHEAD_M - ROOM.deepM),
    ground(-half * 0.75, BAR_AHEAD_M - ROOM.deepM),
  ];
  mesh.wall(barRight, barLeft, z, z + 1.05, { low: shaded(BAR, 0.5), high: BAR, glow });
  mesh.wall(barRight, barLeft, z + 1.5, z + 1.95, {
    low: shaded(warm, 0.95),
    high: warm,
    glow: Math.min(1, light * 1.3),
  });
}

const BAR_AHEAD_M = 0.5;
const CARPET = colour("#5a3f3a");
const BAR = colour("#6b4a33");

/** Draws a guest who stands in the room. */
function drawGuest(mesh: MeshBuilder, [start, end]: [Point2, Point2], z: number, clothes: Colour, light: number): void {
  const part = (share: number): Point2 => [
    start[0] + (end[0] - start[0]) * share,
    start[1] + (end[1] - start[1]) * share,
  ];
  const draw = (outline: [number, number][], tone: Colour): void =>
    mesh.sheet(
      outline.map(([share, up]): Point3 => [...part(share), z + up]),
      shaded(tone, 0.35 + light * 0.7),
      0.4,
    );
  draw(
    [
      [0.2, 0],
      [0.8, 0],
      [1, 1.25],
      [0.72, 1.4],
      [0.28, 1.4],
      [0, 1.25],
    ],
    clothes,
  );
  draw(
    [
      [0.38, 1.38],
      [0.62, 1.38],
      [0.7, 1.52],
      [0.3, 1.52],
    ],
    colour("#c08f6c"),
  );
  draw(
    [
      [0.29, 1.52],
      [0.71, 1.52],
      [0.64, 1.7],
      [0.36, 1.7],
    ],
    colour("#2c211c"),
  );
}

function apartM(plan: Plan, suites: PlanSection[], index: number): number {
  const here = seatPosition(plan, suites[index]!)!;
  let nearest = Infinity;
  for (const other of [suites[index - 1], suites[index + 1]]) {
    const there = other === undefined ? null : seatPosition(plan, other);
    if (there !== null) nearest = Math.min(nearest, Math.hypot(there.x - here.x, there.y - here.y));
  }
  return nearest;
}

function suiteHalfM(apart: number): number {
  return Number.isFinite(apart) ? Math.max(HALF_M.least, Math.min(HALF_M.most, apart / 2)) : HALF_M.alone;
}

// Suites: lit rooms behind glass, in the wall between two stands.

import type { Plan, PlanSection } from "../plan/plan";
import { seatPosition } from "../plan/positions";
import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import { seededRandom } from "./seeded-random";
import type { VenueMeasures } from "./venue-measures";

const ROOM_M = 4;

/** Builds the suites. Their fronts are visible from outside only, so that guests can look out. */
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
    const ground = (right: number, ahead: number): Point2 => [
      at.x + forwardY * right + forwardX * ahead,
      at.y - forwardX * right + forwardY * ahead,
    ];
    const isLit = !section.isClosed && seededRandom(index, 51) < 0.85;
    const warm = shaded(colour("#f2c48a"), (isLit ? 0.55 + 0.35 * seededRandom(index, 52) : 0.12) * palette.shine);
    const [right, left] = [ground(half, 0.5), ground(-half, 0.5)];
    mesh.wall(right, left, at.z - 0.4, at.z + 0.25, { low: shaded(frame, 0.7), high: frame });
    mesh.wall(right, left, at.z + 0.25, at.z + 2.5, { low: shaded(warm, 0.6), high: warm, glow: 0.75 });
    mesh.wall(right, left, at.z + 2.5, at.z + 3.1, { low: frame, high: frame });
    const post = [ground(half + 0.06, 0.54), ground(half - 0.12, 0.54)] as const;
    mesh.wall(post[0], post[1], at.z - 0.4, at.z + 3.1, { low: frame, high: frame });
    for (let person = 0; person < (isLit ? 4 : 0); person++) {
      if (seededRandom(index * 4 + person, 53) > 0.6) continue;
      const x = -half + ((person + 0.3 + 0.4 * seededRandom(index * 4 + person, 54)) * 2 * half) / 4;
      drawGuest(mesh, [ground(x + 0.2, 0.52), ground(x - 0.2, 0.52)], at.z, shaded(warm, 0.16));
    }
    drawRoom(mesh, ground, half, at.z, palette);
  });
  return mesh;
}

/** Draws the inside of a suite, which only its guests see. */
function drawRoom(
  mesh: MeshBuilder,
  ground: (right: number, ahead: number) => Point2,
  half: number,
  z: number,
  palette: Palette,
): void {
  const wall = mixed(palette.wall, colour("#8a6f52"), 0.5);
  const paint = { low: shaded(wall, 0.6), high: wall };
  const [frontRight, frontLeft] = [ground(half, 0.5), ground(-half, 0.5)];
  const [backRight, backLeft] = [ground(half, -ROOM_M), ground(-half, -ROOM_M)];
  const level = (up: number, corners: Point2[]): Point3[] => corners.map((corner) => [...corner, z + up]);
  mesh.face(level(0, [frontLeft, backLeft, backRight, frontRight]), shaded(wall, 0.5));
  mesh.face(level(2.5, [frontRight, backRight, backLeft, frontLeft]), shaded(wall, 0.8));
  mesh.wall(backRight, backLeft, z, z + 2.5, paint);
  mesh.wall(frontRight, backRight, z, z + 2.5, paint);
  mesh.wall(backLeft, frontLeft, z, z + 2.5, paint);
}

/** Draws a guest as a dark silhouette. */
function drawGuest(mesh: MeshBuilder, [start, end]: [Point2, Point2], z: number, dark: Colour): void {
  const part = (share: number): Point2 => [
    start[0] + (end[0] - start[0]) * share,
    start[1] + (end[1] - start[1]) * share,
  ];
  const body: [number, number][] = [
    [0, 0.27],
    [1, 0.27],
    [1, 1.2],
    [0.72, 1.36],
    [0.28, 1.36],
    [0, 1.2],
  ];
  const head: [number, number][] = [
    [0.38, 1.34],
    [0.62, 1.34],
    [0.75, 1.5],
    [0.62, 1.64],
    [0.38, 1.64],
    [0.25, 1.5],
  ];
  for (const outline of [body, head]) {
    mesh.face(
      outline.map(([share, up]): Point3 => [...part(share), z + up]),
      dark,
      0.5,
    );
  }
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
  return Number.isFinite(apart) ? Math.max(1.2, Math.min(4, apart / 2)) : 2.2;
}

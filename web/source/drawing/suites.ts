// Suites: lit rooms behind glass, in the wall between two stands.

import type { Plan, PlanSection } from "../plan/plan";
import { seatPlace } from "../plan/positions";
import type { Palette } from "./lighting";
import type { Colour, Spot } from "./mesh-builder";
import { colour, mixed, Solid, shaded } from "./mesh-builder";
import type { Ground } from "./rows";
import { chance } from "./seeded-random";
import type { Measures } from "./venue-measures";

const ROOM_M = 4;

/** Rooms with light behind the glass. Only their fronts are seen, so that who is inside looks out. */
export function suitesSolid({ plan }: Measures, palette: Palette): Solid {
  const solid = new Solid();
  const suites = plan.sections.filter((section) => section.kind === "suite" && section.rows.length === 0);
  const frame = shaded(palette.steel, 0.5);
  suites.forEach((section, index) => {
    const at = seatPlace(plan, section);
    if (at === null) return;
    const facing = (at.facingDeg * Math.PI) / 180;
    const [forwardX, forwardY] = [Math.sin(facing), Math.cos(facing)];
    const half = suiteHalfM(apartM(plan, suites, index));
    const ground = (right: number, ahead: number): Ground => [
      at.x + forwardY * right + forwardX * ahead,
      at.y - forwardX * right + forwardY * ahead,
    ];
    const isLit = !section.isClosed && chance(index, 51) < 0.85;
    const warm = shaded(colour("#f2c48a"), (isLit ? 0.55 + 0.35 * chance(index, 52) : 0.12) * palette.shine);
    const [right, left] = [ground(half, 0.5), ground(-half, 0.5)];
    solid.wall(right, left, at.z - 0.4, at.z + 0.25, { low: shaded(frame, 0.7), high: frame });
    solid.wall(right, left, at.z + 0.25, at.z + 2.5, { low: shaded(warm, 0.6), high: warm, glow: 0.75 });
    solid.wall(right, left, at.z + 2.5, at.z + 3.1, { low: frame, high: frame });
    const post = [ground(half + 0.06, 0.54), ground(half - 0.12, 0.54)] as const;
    solid.wall(post[0], post[1], at.z - 0.4, at.z + 3.1, { low: frame, high: frame });
    for (let person = 0; person < (isLit ? 4 : 0); person++) {
      if (chance(index * 4 + person, 53) > 0.6) continue;
      const x = -half + ((person + 0.3 + 0.4 * chance(index * 4 + person, 54)) * 2 * half) / 4;
      drawGuest(solid, [ground(x + 0.2, 0.52), ground(x - 0.2, 0.52)], at.z, shaded(warm, 0.16));
    }
    drawRoom(solid, ground, half, at.z, palette);
  });
  return solid;
}

/** Its inside, which only its guests see. */
function drawRoom(
  solid: Solid,
  ground: (right: number, ahead: number) => Ground,
  half: number,
  z: number,
  palette: Palette,
): void {
  const wall = mixed(palette.wall, colour("#8a6f52"), 0.5);
  const paint = { low: shaded(wall, 0.6), high: wall };
  const [frontRight, frontLeft] = [ground(half, 0.5), ground(-half, 0.5)];
  const [backRight, backLeft] = [ground(half, -ROOM_M), ground(-half, -ROOM_M)];
  const level = (up: number, corners: Ground[]): Spot[] => corners.map((corner) => [...corner, z + up]);
  solid.face(level(0, [frontLeft, backLeft, backRight, frontRight]), shaded(wall, 0.5));
  solid.face(level(2.5, [frontRight, backRight, backLeft, frontLeft]), shaded(wall, 0.8));
  solid.wall(backRight, backLeft, z, z + 2.5, paint);
  solid.wall(frontRight, backRight, z, z + 2.5, paint);
  solid.wall(backLeft, frontLeft, z, z + 2.5, paint);
}

/** A dark shape before the light. */
function drawGuest(solid: Solid, [start, end]: [Ground, Ground], z: number, dark: Colour): void {
  const part = (share: number): Ground => [
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
    solid.face(
      outline.map(([share, up]): Spot => [...part(share), z + up]),
      dark,
      0.5,
    );
  }
}

function apartM(plan: Plan, suites: PlanSection[], index: number): number {
  const here = seatPlace(plan, suites[index]!)!;
  let nearest = Infinity;
  for (const other of [suites[index - 1], suites[index + 1]]) {
    const there = other === undefined ? null : seatPlace(plan, other);
    if (there !== null) nearest = Math.min(nearest, Math.hypot(there.x - here.x, there.y - here.y));
  }
  return nearest;
}

function suiteHalfM(apart: number): number {
  return Number.isFinite(apart) ? Math.max(1.2, Math.min(4, apart / 2)) : 2.2;
}

// Light beams in the haze over the stage of a concert.

import type { Point3 } from "./mesh-builder";
import { colour, MeshBuilder } from "./mesh-builder";
import type { VenueMeasures } from "./venue-measures";

const SIDES = 14;
const TINTS = ["#ffb27a", "#e070b4", "#8b93ff", "#ffd9a0", "#6fb6ff"].map(colour);
const COUNT = 7;

export function buildLightBeams({ focus, audience, roofZ, floorZ, radiusM }: VenueMeasures): MeshBuilder {
  const mesh = new MeshBuilder();
  const aside = [-audience[1], audience[0]] as const;
  const spreadM = Math.min(14, radiusM * 0.3);
  for (let beam = 0; beam < COUNT; beam++) {
    const side = (beam / (COUNT - 1)) * 2 - 1;
    const sway = Math.sin(beam * 2.3);
    const lamp = place(focus, aside, audience, side * spreadM, 0.5 + sway, roofZ - 0.3);
    const end = place(focus, aside, audience, side * spreadM * 0.35 + sway * 1.5, 1 + sway * 2.5, floorZ);
    cone(mesh, lamp, end, Math.min(1.7, (roofZ - floorZ) * 0.12), beam);
  }
  return mesh;
}

function place(
  focus: Point3,
  aside: readonly [number, number],
  ahead: readonly [number, number],
  sideM: number,
  aheadM: number,
  z: number,
): Point3 {
  return [focus[0] + aside[0] * sideM + ahead[0] * aheadM, focus[1] + aside[1] * sideM + ahead[1] * aheadM, z];
}

/** Draws one beam, which fades from its lamp to its end. */
function cone(mesh: MeshBuilder, lamp: Point3, end: Point3, radiusM: number, beam: number): void {
  const tint = TINTS[beam % TINTS.length]!;
  const strength = 0.2;
  const ring = (at: Point3, radius: number, side: number): Point3 => {
    const turn = (Math.PI * 2 * side) / SIDES;
    return [at[0] + Math.cos(turn) * radius, at[1] + Math.sin(turn) * radius, at[2]];
  };
  const outward = (side: number): Point3 => {
    const turn = (Math.PI * 2 * side) / SIDES;
    return [Math.cos(turn), Math.sin(turn), 0];
  };
  const dark = tint.map((part) => part * 0.04) as unknown as typeof tint;
  for (let side = 0; side < SIDES; side++) {
    mesh.face(
      [ring(lamp, 0.15, side), ring(end, radiusM, side), ring(end, radiusM, side + 1), ring(lamp, 0.15, side + 1)],
      [tint, dark, dark, tint],
      strength,
      [outward(side), outward(side), outward(side + 1), outward(side + 1)],
    );
  }
}

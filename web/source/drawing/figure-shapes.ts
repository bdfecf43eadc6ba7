// The shapes of a person, in five levels of detail.
//
// A shape stands on the floor at its origin and faces +y. Its colours are shades of the instance's colour. The alpha
// channel says what is painted (near-person.ts).
import * as figures from "./figure-measures";
import type { MeshArrays, Point3 } from "./mesh-builder";
import { MeshBuilder } from "./mesh-builder";
import { CLOTHES, HAIR, HAIR_TOP_M, hairAt, nearPerson, type Pose, SKIN } from "./near-person";
import { grey, grid, rings, slab } from "./round-shapes";

/** The levels of detail, from the finest to the plainest. */
export type DetailLevels = readonly [
  closest: MeshArrays,
  near: MeshArrays,
  middle: MeshArrays,
  far: MeshArrays,
  plain: MeshArrays,
];

/** The number of sides of round parts in relation to what the shapes below say, for the first two levels. */
const CLOSEST = 1.1;
const NEAR = 0.5;
/** The normal of a flat shape that the shader turns to the eye. It is longer than that of any surface. */
const FACES_THE_EYE: Point3 = [0, 2, 0];

export function sitterShapes(): DetailLevels {
  return personShapes(SITTING);
}

export function standerShapes(): DetailLevels {
  return personShapes(STANDING);
}

function personShapes(pose: Pose): DetailLevels {
  return [nearPerson(pose, CLOSEST), nearPerson(pose, NEAR), middlePerson(pose), farPerson(pose), plainPerson(pose)];
}

const SITTING: Pose = { ...figures.SEATED, hipsM: 0.42, sits: true };
const STANDING: Pose = { ...figures.STANDING, hipsM: 0.88, sits: false };

function middlePerson({ hipsM, shouldersM, headM, sits }: Pose): MeshArrays {
  const mesh = new MeshBuilder();
  rings(mesh, CLOTHES, 6, [
    { z: hipsM, wide: 0.18, deep: 0.12, shade: 0.5 },
    { z: shouldersM - 0.09, wide: 0.22, deep: 0.12, shade: 0.92 },
    { z: shouldersM - 0.025, wide: 0.165, deep: 0.1, shade: 1 },
    { z: shouldersM + 0.04, wide: 0.05, deep: 0.05, shade: 0.95 },
  ]);
  rings(mesh, SKIN, 6, [
    { z: headM - 0.15, wide: 0.045, deep: 0.05, shade: 0.75 },
    { z: headM + 0.03, wide: 0.077, deep: 0.09, shade: 1 },
  ]);
  const hair = (u: number, v: number): Point3 => {
    const turn = u * Math.PI * 2;
    // It reaches down to the neck at the back, and to the forehead ahead.
    const low = -0.02 + 0.065 * Math.sin(turn);
    const [x, y, z] = hairAt(turn, low + (HAIR_TOP_M - low) * Math.sin((v * Math.PI) / 2));
    return [x, y, headM + z];
  };
  grid(mesh, HAIR, [7, 2], hair, (u, v) => 0.72 + 0.3 * Math.min(1, 1.6 * v) - 0.1 * (Math.round(u * 7) % 2));
  if (sits) slab(mesh, [-0.16, 0.16], [0.02, 0.42], hipsM + 0.02, hipsM + 0.14, grey(0.45), grey(0.35));
  else slab(mesh, [-0.15, 0.15], [-0.08, 0.08], 0, hipsM, grey(0.45), grey(0.4));
  return mesh.geometry();
}

/** A flat person who is turned to the eye, so that nobody vanishes who is seen from the side. */
function farPerson({ hipsM, shouldersM, headM, topM, sits }: Pose): MeshArrays {
  const mesh = new MeshBuilder();
  flat(mesh, CLOTHES, [sits ? hipsM - 0.05 : 0, 0.17, 0.5], [shouldersM - 0.1, 0.225, 0.95]);
  flat(mesh, CLOTHES, [shouldersM - 0.1, 0.225, 0.95], [shouldersM + 0.03, 0.07, 1]);
  flat(mesh, SKIN, [shouldersM + 0.02, 0.045, 0.7], [headM - 0.03, 0.078, 0.9]);
  flat(mesh, SKIN, [headM - 0.03, 0.078, 0.9], [headM + 0.05, 0.08, 1]);
  flat(mesh, HAIR, [headM + 0.03, 0.086, 1], [topM - 0.01, 0.04, 1]);
  return mesh.geometry();
}

/** A flat person of a body and a head. */
function plainPerson({ hipsM, shouldersM, topM, sits }: Pose): MeshArrays {
  const mesh = new MeshBuilder();
  flat(mesh, CLOTHES, [sits ? hipsM - 0.05 : 0, 0.18, 0.5], [shouldersM, 0.19, 1]);
  flat(mesh, SKIN, [shouldersM, 0.08, 0.75], [topM - 0.03, 0.075, 1]);
  return mesh.geometry();
}

type Edge = readonly [z: number, halfM: number, shade: number];

/** Draws a surface between two level edges that the shader turns to the eye. */
function flat(mesh: MeshBuilder, part: number, [low, lowM, dark]: Edge, [high, highM, light]: Edge): void {
  mesh.face(
    [
      [lowM, 0, low],
      [-lowM, 0, low],
      [-highM, 0, high],
      [highM, 0, high],
    ],
    [grey(dark), grey(dark), grey(light), grey(light)],
    part,
    [FACES_THE_EYE, FACES_THE_EYE, FACES_THE_EYE, FACES_THE_EYE],
  );
}

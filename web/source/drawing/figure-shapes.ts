// The shapes of a person, in five levels of detail.
//
// A shape stands on the floor at its origin and faces +y. Its colours are shades of the instance's colour. The alpha
// channel says what is painted: 0 for the instance's colour, 0.5 for skin, 1 for hair, 0.87 for hair that only some have.
import * as figures from "./figure-measures";
import type { MeshArrays, Point3 } from "./mesh-builder";
import { MeshBuilder } from "./mesh-builder";
import { ALL_AROUND, type Arc, grey, type Ring, rings, slab, tube } from "./round-shapes";

/** The levels of detail, from the finest to the plainest. */
export type DetailLevels = readonly [
  closest: MeshArrays,
  near: MeshArrays,
  middle: MeshArrays,
  far: MeshArrays,
  plain: MeshArrays,
];

const SKIN = 0.5;
const HAIR = 1;
const LONG_HAIR = 0.87;
/** The number of sides of round parts in relation to what the shapes below say, for the first two levels. */
const CLOSEST = 1.2;
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

type Pose = {
  topM: number;
  hipsM: number;
  shouldersM: number;
  headM: number;
  sits: boolean;
};

const SITTING: Pose = { ...figures.SEATED, hipsM: 0.42, sits: true };
const STANDING: Pose = { ...figures.STANDING, hipsM: 0.88, sits: false };

function nearPerson(pose: Pose, fine: number): MeshArrays {
  const mesh = new MeshBuilder();
  const { hipsM, shouldersM, headM } = pose;
  const sides = (usual: number): number => Math.round(usual * fine);
  rings(mesh, 0, sides(12), [
    { z: hipsM, wide: 0.17, deep: 0.12, shade: 0.5 },
    { z: hipsM + (shouldersM - hipsM) * 0.45, wide: 0.165, deep: 0.115, shade: 0.72 },
    { z: shouldersM - 0.14, wide: 0.2, deep: 0.125, shade: 0.92 },
    { z: shouldersM - 0.06, wide: 0.195, deep: 0.115, shade: 1 },
    { z: shouldersM - 0.025, wide: 0.175, deep: 0.105, shade: 1 },
    { z: shouldersM - 0.005, wide: 0.14, deep: 0.09, shade: 0.98 },
    { z: shouldersM + 0.03, wide: 0.07, deep: 0.065, shade: 0.8 },
  ]);
  rings(mesh, SKIN, sides(8), [
    { z: shouldersM + 0.01, wide: 0.054, deep: 0.058, shade: 0.6 },
    { z: headM - 0.06, wide: 0.052, deep: 0.057, shade: 0.8 },
  ]);
  head(mesh, headM, sides);
  if (fine > 1) face(mesh, headM);
  for (const side of [-1, 1]) {
    arm(mesh, side, pose, sides(6));
    leg(mesh, side, pose, sides(6));
  }
  return mesh.geometry();
}

/** Draws a head: skin in front, and hair above and behind it, in strands. */
function head(mesh: MeshBuilder, z: number, sides: (usual: number) => number): void {
  const egg = (levels: number, from: number, to: number, grow: number): Ring[] =>
    Array.from({ length: levels + 1 }, (_, level) => {
      const turn = (from + ((to - from) * level) / levels) * Math.PI;
      const jaw = turn < Math.PI / 2 ? 0.88 + 0.12 * Math.sin(turn) : 1;
      const round = Math.max(0.02, Math.sin(turn)) * jaw;
      return {
        z: z - Math.cos(turn) * (0.122 + grow),
        wide: (0.074 + grow) * round,
        deep: (0.092 + grow) * round,
        shade: 0.84 + 0.16 * (level / levels),
      };
    });
  rings(mesh, SKIN, sides(14), egg(sides(6), 0.08, 0.66, 0), 0.012);
  const behind: Arc = { from: Math.PI * 0.97, to: Math.PI * 2.03, isStriped: true };
  rings(mesh, HAIR, sides(12), egg(sides(4), 0.27, 0.66, 0.01), -0.004, behind);
  rings(mesh, HAIR, sides(14), egg(sides(5), 0.6, 1, 0.014), -0.003, { ...ALL_AROUND, isStriped: true });
  const neck: Ring[] = [
    { z: z - 0.185, wide: 0.079, deep: 0.092, shade: 0.7 },
    { z: z - 0.1, wide: 0.083, deep: 0.1, shade: 0.85 },
    { z: z + 0.02, wide: 0.086, deep: 0.105, shade: 1 },
  ];
  rings(mesh, LONG_HAIR, sides(12), neck, -0.004, behind);
  for (const side of [-1, 1]) {
    tube(mesh, SKIN, [side * 0.072, 0.005, z - 0.035], [side * 0.078, 0, z + 0.022], 0.013, 0.8, sides(6));
  }
}

/** Draws eyes, brows, a nose and a mouth. */
function face(mesh: MeshBuilder, z: number): void {
  const patch = (x: number, up: number, wide: number, tall: number, y: number, shade: number, part = SKIN): void =>
    mesh.face(
      [
        [x + wide, y, z + up - tall],
        [x - wide, y, z + up - tall],
        [x - wide, y, z + up + tall],
        [x + wide, y, z + up + tall],
      ],
      grey(shade),
      part,
      UPRIGHT,
    );
  for (const side of [-1, 1]) {
    patch(side * 0.029, 0.012, 0.013, 0.006, 0.099, 1);
    patch(side * 0.029, 0.012, 0.006, 0.006, 0.1, 0.12);
    patch(side * 0.03, 0.032, 0.017, 0.004, 0.1, 0.9, HAIR);
    mesh.face(
      [
        [side * 0.014, 0.1, z - 0.036],
        [0, 0.128, z - 0.032],
        [0, 0.1, z + 0.02],
      ],
      grey(0.93),
      SKIN,
    );
  }
  patch(0, -0.068, 0.02, 0.005, 0.098, 0.6);
}

const UPRIGHT: Point3[] = [0, 1, 2, 3].map(() => [0, 0.95, 0.3]);

function arm(mesh: MeshBuilder, side: number, { shouldersM, hipsM, sits }: Pose, sides: number): void {
  const shoulder: Point3 = [side * 0.187, 0, shouldersM - 0.075];
  const elbow: Point3 = [side * 0.187, sits ? -0.01 : -0.02, hipsM + 0.26];
  const hand: Point3 = sits ? [side * 0.13, 0.24, hipsM + 0.17] : [side * 0.17, 0.14, hipsM + 0.06];
  tube(mesh, 0, shoulder, elbow, 0.048, 0.85, sides);
  tube(mesh, 0, elbow, hand, 0.042, 0.75, sides);
  const ahead = hand.map((value, axis) => value + (value - elbow[axis]!) * 0.25) as unknown as Point3;
  tube(mesh, SKIN, hand, ahead, 0.034, 0.9, sides);
}

function leg(mesh: MeshBuilder, side: number, { hipsM, sits }: Pose, sides: number): void {
  const x = side * 0.09;
  if (sits) {
    tube(mesh, 0, [x, 0, hipsM + 0.07], [x, 0.42, hipsM + 0.08], 0.078, 0.45, sides);
    tube(mesh, 0, [x, 0.4, hipsM + 0.08], [x, 0.38, 0.02], 0.055, 0.4, sides);
    return;
  }
  tube(mesh, 0, [x, 0, hipsM + 0.05], [x, 0, 0.02], 0.075, 0.42, sides);
}

function middlePerson({ hipsM, shouldersM, headM, sits }: Pose): MeshArrays {
  const mesh = new MeshBuilder();
  rings(mesh, 0, 6, [
    { z: hipsM, wide: 0.18, deep: 0.12, shade: 0.5 },
    { z: shouldersM - 0.07, wide: 0.22, deep: 0.12, shade: 0.95 },
    { z: shouldersM + 0.05, wide: 0.05, deep: 0.05, shade: 1 },
  ]);
  rings(mesh, SKIN, 6, [
    { z: headM - 0.15, wide: 0.045, deep: 0.05, shade: 0.75 },
    { z: headM + 0.03, wide: 0.077, deep: 0.09, shade: 1 },
  ]);
  // The hair is a cap on top and a surface at the back of the head.
  rings(mesh, HAIR, 6, [
    { z: headM + 0.01, wide: 0.088, deep: 0.104, shade: 0.9 },
    { z: headM + 0.095, wide: 0.068, deep: 0.08, shade: 1 },
    { z: headM + 0.13, wide: 0.025, deep: 0.03, shade: 1 },
  ]);
  rings(
    mesh,
    HAIR,
    3,
    [
      { z: headM - 0.09, wide: 0.075, deep: 0.095, shade: 1 },
      { z: headM + 0.03, wide: 0.086, deep: 0.102, shade: 1 },
    ],
    0,
    { from: Math.PI, to: Math.PI * 2 },
  );
  if (sits) slab(mesh, [-0.16, 0.16], [0.02, 0.42], hipsM + 0.02, hipsM + 0.14, grey(0.45), grey(0.35));
  else slab(mesh, [-0.15, 0.15], [-0.08, 0.08], 0, hipsM, grey(0.45), grey(0.4));
  return mesh.geometry();
}

/** A flat person who is turned to the eye, so that nobody vanishes who is seen from the side. */
function farPerson({ hipsM, shouldersM, headM, topM, sits }: Pose): MeshArrays {
  const mesh = new MeshBuilder();
  flat(mesh, 0, [sits ? hipsM - 0.05 : 0, 0.17, 0.5], [shouldersM - 0.1, 0.225, 0.95]);
  flat(mesh, 0, [shouldersM - 0.1, 0.225, 0.95], [shouldersM + 0.03, 0.07, 1]);
  flat(mesh, SKIN, [shouldersM + 0.02, 0.045, 0.7], [headM - 0.03, 0.078, 0.9]);
  flat(mesh, SKIN, [headM - 0.03, 0.078, 0.9], [headM + 0.05, 0.08, 1]);
  flat(mesh, HAIR, [headM + 0.03, 0.086, 1], [topM - 0.01, 0.04, 1]);
  return mesh.geometry();
}

/** A flat person of a body and a head. */
function plainPerson({ hipsM, shouldersM, topM, sits }: Pose): MeshArrays {
  const mesh = new MeshBuilder();
  flat(mesh, 0, [sits ? hipsM - 0.05 : 0, 0.18, 0.5], [shouldersM, 0.19, 1]);
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

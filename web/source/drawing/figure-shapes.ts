// The shapes of a chair and of a person, each in four levels of detail.
//
// A shape stands on the floor at its origin and faces +y. Its colours are shades of the instance's colour. The alpha
// channel says what is painted: 0 for the instance's colour, 0.5 for skin, 1 for hair.
import type { BufferGeometry } from "three";
import * as figures from "./figure-measures";
import type { Colour, Point3 } from "./mesh-builder";
import { MeshBuilder } from "./mesh-builder";

/** The levels of detail, from the finest to the plainest. */
export type DetailLevels = readonly [BufferGeometry, BufferGeometry, BufferGeometry, BufferGeometry];

const SKIN = 0.5;
const HAIR = 1;

export function chairShapes(): DetailLevels {
  return [nearChair(), middleChair(), farChair(), plainChair()];
}

export function sitterShapes(): DetailLevels {
  return [nearPerson(SITTING), middlePerson(SITTING), farPerson(SITTING), plainPerson(SITTING)];
}

export function standerShapes(): DetailLevels {
  return [nearPerson(STANDING), middlePerson(STANDING), farPerson(STANDING), plainPerson(STANDING)];
}

/** Performers are what people look at: they keep their details at any distance. */
export function performerShapes(): DetailLevels {
  const [near, middle] = [nearPerson(STANDING), middlePerson(STANDING)];
  return [near, middle, middle, middle];
}

type Pose = {
  hipsM: number;
  shouldersM: number;
  headM: number;
  sits: boolean;
};

const SITTING: Pose = { ...figures.SEATED, hipsM: 0.42, sits: true };
const STANDING: Pose = { ...figures.STANDING, hipsM: 0.88, sits: false };

function grey(shade: number): Colour {
  return [shade, shade, shade];
}

function nearChair(): BufferGeometry {
  const mesh = new MeshBuilder();
  const shell = grey(0.82);
  // The seat, and a back that leans a little and has rounded top corners.
  slab(mesh, [-0.21, 0.21], [-0.16, 0.27], 0.4, 0.46, grey(0.96), shell);
  const back = (x: number, z: number, depth: number): Point3 => [x, -0.17 - (z - 0.4) * 0.16 + depth, z];
  const outline: [number, number][] = [
    [-0.2, 0.36],
    [0.2, 0.36],
    [0.215, 0.72],
    [0.15, 0.84],
    [-0.15, 0.84],
    [-0.215, 0.72],
  ];
  const shadeAt = (z: number): Colour => grey(0.7 + 0.34 * ((z - 0.36) / 0.48));
  const front = outline.map(([x, z]) => back(x, z, 0.05));
  const rear = outline.map(([x, z]) => back(x, z, 0));
  mesh.face(
    [...front].reverse(),
    [...outline].reverse().map(([, z]) => shadeAt(z)),
  );
  mesh.face(
    rear,
    outline.map(([, z]) => shadeAt(z)),
  );
  outline.forEach((_, index) => {
    const next = (index + 1) % outline.length;
    mesh.face([rear[next]!, rear[index]!, front[index]!, front[next]!], grey(1));
  });
  for (const side of [-1, 1]) {
    const x = side * 0.235;
    slab(mesh, [x - 0.025, x + 0.025], [-0.17, 0.16], 0.6, 0.635, grey(0.55), grey(0.4));
    slab(mesh, [x - 0.015, x + 0.015], [-0.14, -0.06], 0, 0.6, grey(0.35), grey(0.3));
  }
  return mesh.geometry();
}

function middleChair(): BufferGeometry {
  const mesh = new MeshBuilder();
  slab(mesh, [-0.21, 0.21], [-0.16, 0.25], 0.38, 0.45, grey(0.95), grey(0.7));
  const [low, high] = [0.36, 0.84];
  mesh.face(
    [
      [0.21, -0.13, low],
      [-0.21, -0.13, low],
      [-0.21, -0.13, high],
      [0.21, -0.13, high],
    ],
    [grey(0.7), grey(0.7), grey(1), grey(1)],
  );
  mesh.face(
    [
      [-0.21, -0.2, low],
      [0.21, -0.2, low],
      [0.21, -0.22, high],
      [-0.21, -0.22, high],
    ],
    [grey(0.6), grey(0.6), grey(0.95), grey(0.95)],
  );
  mesh.face(
    [
      [-0.21, -0.22, high],
      [0.21, -0.22, high],
      [0.21, -0.13, high],
      [-0.21, -0.13, high],
    ],
    grey(1),
  );
  return mesh.geometry();
}

function farChair(): BufferGeometry {
  const mesh = new MeshBuilder();
  drawBack(mesh);
  mesh.face(
    [
      [-0.21, -0.16, 0.44],
      [0.21, -0.16, 0.44],
      [0.21, 0.25, 0.45],
      [-0.21, 0.25, 0.45],
    ],
    [grey(0.7), grey(0.7), grey(0.95), grey(0.95)],
  );
  return mesh.geometry();
}

function plainChair(): BufferGeometry {
  const mesh = new MeshBuilder();
  drawBack(mesh);
  return mesh.geometry();
}

function drawBack(mesh: MeshBuilder): void {
  mesh.face(
    [
      [0.21, -0.16, 0.36],
      [-0.21, -0.16, 0.36],
      [-0.21, -0.18, 0.84],
      [0.21, -0.18, 0.84],
    ],
    [grey(0.7), grey(0.7), grey(1), grey(1)],
  );
}

function nearPerson(pose: Pose): BufferGeometry {
  const mesh = new MeshBuilder();
  const { hipsM, shouldersM, headM } = pose;
  rings(mesh, 0, 12, [
    { z: hipsM, wide: 0.17, deep: 0.12, shade: 0.5 },
    { z: hipsM + (shouldersM - hipsM) * 0.45, wide: 0.165, deep: 0.115, shade: 0.72 },
    { z: shouldersM - 0.14, wide: 0.2, deep: 0.125, shade: 0.92 },
    { z: shouldersM - 0.06, wide: 0.195, deep: 0.115, shade: 1 },
    { z: shouldersM - 0.01, wide: 0.15, deep: 0.095, shade: 1 },
    { z: shouldersM + 0.03, wide: 0.07, deep: 0.065, shade: 0.95 },
  ]);
  rings(mesh, SKIN, 8, [
    { z: shouldersM + 0.01, wide: 0.052, deep: 0.055, shade: 0.7 },
    { z: headM - 0.06, wide: 0.05, deep: 0.055, shade: 0.75 },
  ]);
  head(mesh, headM);
  for (const side of [-1, 1]) {
    arm(mesh, side, pose);
    leg(mesh, side, pose);
  }
  return mesh.geometry();
}

/** Draws a head: a face, and hair above and behind it. */
function head(mesh: MeshBuilder, z: number): void {
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
  rings(mesh, SKIN, 14, egg(6, 0.08, 0.63, 0), 0.012);
  rings(mesh, HAIR, 12, egg(4, 0.24, 0.6, 0.013), -0.004, [Math.PI * 0.97, Math.PI * 2.03]);
  rings(mesh, HAIR, 14, egg(5, 0.57, 1, 0.014), -0.003);
  for (const side of [-1, 1]) {
    tube(mesh, SKIN, [side * 0.072, 0.005, z - 0.035], [side * 0.078, 0, z + 0.022], 0.013, 0.8);
  }
}

function arm(mesh: MeshBuilder, side: number, { shouldersM, hipsM, sits }: Pose): void {
  const shoulder: Point3 = [side * 0.185, 0, shouldersM - 0.06];
  const elbow: Point3 = [side * 0.215, sits ? -0.01 : -0.02, hipsM + 0.26];
  const hand: Point3 = sits ? [side * 0.13, 0.24, hipsM + 0.17] : [side * 0.2, 0.14, hipsM + 0.06];
  tube(mesh, 0, shoulder, elbow, 0.048, 0.85);
  tube(mesh, 0, elbow, hand, 0.042, 0.75);
}

function leg(mesh: MeshBuilder, side: number, { hipsM, sits }: Pose): void {
  const x = side * 0.09;
  if (sits) {
    tube(mesh, 0, [x, 0, hipsM + 0.07], [x, 0.42, hipsM + 0.08], 0.078, 0.45);
    tube(mesh, 0, [x, 0.4, hipsM + 0.08], [x, 0.38, 0.02], 0.055, 0.4);
    return;
  }
  tube(mesh, 0, [x, 0, hipsM + 0.05], [x, 0, 0.02], 0.075, 0.42);
}

function middlePerson({ hipsM, shouldersM, headM, sits }: Pose): BufferGeometry {
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
    { z: headM + 0.01, wide: 0.088, deep: 0.104, shade: 1 },
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
    [Math.PI, Math.PI * 2],
  );
  if (sits) slab(mesh, [-0.16, 0.16], [0.02, 0.42], hipsM + 0.02, hipsM + 0.14, grey(0.45), grey(0.35));
  else slab(mesh, [-0.15, 0.15], [-0.08, 0.08], 0, hipsM, grey(0.45), grey(0.4));
  return mesh.geometry();
}

/** A person of two surfaces that meet in front of the chest, so that it has some width from every side. */
function farPerson({ hipsM, shouldersM, headM, sits }: Pose): BufferGeometry {
  const mesh = new MeshBuilder();
  const wings = (wide: number, low: number, high: number, part: number, dark: number): void => {
    for (const side of [1, -1]) {
      const corners: Point3[] = [
        [side * wide, -wide * 0.2, low],
        [0, wide * 0.45, low],
        [0, wide * 0.45, high],
        [side * wide, -wide * 0.2, high],
      ];
      const colours = [grey(dark), grey(dark), grey(1), grey(1)];
      mesh.face(side > 0 ? corners : corners.reverse(), side > 0 ? colours : colours.reverse(), part);
    }
  };
  wings(0.19, sits ? hipsM - 0.05 : 0, shouldersM, 0, 0.5);
  wings(0.08, shouldersM, headM + 0.05, SKIN, 0.8);
  wings(0.085, headM + 0.05, headM + 0.12, HAIR, 1);
  return mesh.geometry();
}

/** A person of a flat body and a flat head. */
function plainPerson({ hipsM, shouldersM, headM, sits }: Pose): BufferGeometry {
  const mesh = new MeshBuilder();
  const flat = (wide: number, low: number, high: number, part: number, dark: number): void => {
    mesh.face(
      [
        [wide, 0, low],
        [-wide, 0, low],
        [-wide, 0, high],
        [wide, 0, high],
      ],
      [grey(dark), grey(dark), grey(1), grey(1)],
      part,
    );
  };
  flat(0.18, sits ? hipsM - 0.05 : 0, shouldersM, 0, 0.5);
  flat(0.08, shouldersM, headM + 0.1, SKIN, 0.75);
  return mesh.geometry();
}

/** Draws a round limb between two points. */
function tube(mesh: MeshBuilder, part: number, from: Point3, to: Point3, radiusM: number, shade: number): void {
  const along = to.map((value, axis) => value - from[axis]!) as unknown as Point3;
  const length = Math.hypot(...along) || 1;
  const [x, y, z] = along.map((value) => value / length) as unknown as Point3;
  const upright = Math.abs(z) > 0.95;
  const flat = Math.hypot(x, y) || 1;
  const one: Point3 = upright ? [1, 0, 0] : [y / flat, -x / flat, 0];
  const other: Point3 = [y * one[2] - z * one[1], z * one[0] - x * one[2], x * one[1] - y * one[0]];
  const sides = 7;
  const outward = (side: number): Point3 => {
    const turn = (Math.PI * 2 * side) / sides;
    const [a, b] = [Math.cos(turn), Math.sin(turn)];
    return [one[0] * a + other[0] * b, one[1] * a + other[1] * b, one[2] * a + other[2] * b];
  };
  const at = (end: Point3, side: number): Point3 => {
    const way = outward(side);
    return [end[0] + way[0] * radiusM, end[1] + way[1] * radiusM, end[2] + way[2] * radiusM];
  };
  for (let side = 0; side < sides; side++) {
    mesh.face([at(from, side), at(from, side + 1), at(to, side + 1), at(to, side)], grey(shade), part, [
      outward(side),
      outward(side + 1),
      outward(side + 1),
      outward(side),
    ]);
  }
}

type Ring = {
  z: number;
  wide: number;
  deep: number;
  shade: number;
};

/** Draws a surface of revolution through the rings, or only an arc of it. */
function rings(
  mesh: MeshBuilder,
  part: number,
  sides: number,
  levels: readonly Ring[],
  forward = 0,
  [from, to]: [number, number] = [0, Math.PI * 2],
): void {
  const spot = ({ z, wide, deep }: Ring, side: number): Point3 => {
    const turn = from + ((to - from) * side) / sides;
    return [Math.cos(turn) * wide, Math.sin(turn) * deep + forward, z];
  };
  // The normals are those of a round body, so that few pieces look smooth.
  const normal = ({ wide, deep }: Ring, side: number, slope: number): Point3 => {
    const turn = from + ((to - from) * side) / sides;
    const [x, y] = [Math.cos(turn) * deep, Math.sin(turn) * wide];
    const length = Math.hypot(x, y) || 1;
    const steep = Math.hypot(1, slope);
    return [x / length / steep, y / length / steep, slope / steep];
  };
  for (let level = 0; level + 1 < levels.length; level++) {
    const [low, high] = [levels[level]!, levels[level + 1]!];
    const [below, above] = [slopeAt(levels, level), slopeAt(levels, level + 1)];
    for (let side = 0; side < sides; side++) {
      mesh.face(
        [spot(low, side), spot(low, side + 1), spot(high, side + 1), spot(high, side)],
        [grey(low.shade), grey(low.shade), grey(high.shade), grey(high.shade)],
        part,
        [
          normal(low, side, below),
          normal(low, side + 1, below),
          normal(high, side + 1, above),
          normal(high, side, above),
        ],
      );
    }
  }
}

/** The slope of the surface at a ring, from its neighbouring rings. */
function slopeAt(levels: readonly Ring[], level: number): number {
  const low = levels[Math.max(0, level - 1)]!;
  const high = levels[Math.min(levels.length - 1, level + 1)]!;
  return (low.wide - high.wide) / (high.z - low.z);
}

/** Draws a box that is open below, with a shade for its top and one for its sides. */
function slab(
  mesh: MeshBuilder,
  [x0, x1]: [number, number],
  [y0, y1]: [number, number],
  low: number,
  high: number,
  top: Colour,
  side: Colour,
): void {
  const plan: [number, number][] = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
  plan.forEach((corner, index) => {
    mesh.wall(corner, plan[(index + 1) % 4]!, low, high, { low: side, high: side });
  });
  mesh.face(
    plan.map(([x, y]): Point3 => [x, y, high]),
    top,
  );
}

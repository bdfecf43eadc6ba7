// The parts that people and chairs are made of: limbs, bodies of revolution, and slabs. Their colours are shades of grey.
import type { Colour, MeshBuilder, Point3 } from "./mesh-builder";

export function grey(shade: number): Colour {
  return [shade, shade, shade];
}

/** Draws a round limb between two points, with round ends. */
export function tube(
  mesh: MeshBuilder,
  part: number,
  from: Point3,
  to: Point3,
  radiusM: number,
  shade: number,
  sides: number,
): void {
  const along = to.map((value, axis) => value - from[axis]!) as unknown as Point3;
  const length = Math.hypot(...along) || 1;
  const [x, y, z] = along.map((value) => value / length) as unknown as Point3;
  const level = Math.hypot(x, y) || 1;
  const one: Point3 = Math.abs(z) > 0.95 ? [1, 0, 0] : [y / level, -x / level, 0];
  const other: Point3 = [y * one[2] - z * one[1], z * one[0] - x * one[2], x * one[1] - y * one[0]];
  const outward = (side: number): Point3 => {
    const turn = (Math.PI * 2 * side) / sides;
    const [a, b] = [Math.cos(turn), Math.sin(turn)];
    return [one[0] * a + other[0] * b, one[1] * a + other[1] * b, one[2] * a + other[2] * b];
  };
  const at = ([farM, radius]: readonly [number, number], way: Point3): Point3 => [
    from[0] + x * farM + way[0] * radius,
    from[1] + y * farM + way[1] * radius,
    from[2] + z * farM + way[2] * radius,
  ];
  const end = radiusM * 0.8;
  const stations = [
    [-end, radiusM * 0.4],
    [0, radiusM],
    [length, radiusM],
    [length + end, radiusM * 0.4],
  ] as const;
  // A coarse limb has open ends.
  const shown = sides < 8 ? stations.slice(1, 3) : stations;
  for (let station = 0; station + 1 < shown.length; station++) {
    for (let side = 0; side < sides; side++) {
      const [a, b] = [outward(side), outward(side + 1)];
      const [start, stop] = [shown[station]!, shown[station + 1]!];
      mesh.face([at(start, a), at(start, b), at(stop, b), at(stop, a)], grey(shade), part, [a, b, b, a]);
    }
  }
}

export type Ring = {
  z: number;
  wide: number;
  deep: number;
  shade: number;
};

export type Arc = {
  from: number;
  to: number;
  /** Whether every second side is darker, as strands of hair are. */
  isStriped?: boolean;
};

export const ALL_AROUND: Arc = { from: 0, to: Math.PI * 2 };

/** Draws a surface of revolution through the rings, or only an arc of it. */
export function rings(
  mesh: MeshBuilder,
  part: number,
  sides: number,
  levels: readonly Ring[],
  forward = 0,
  { from, to, isStriped = false }: Arc = ALL_AROUND,
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
        [low, low, high, high].map(({ shade }, corner) =>
          grey(isStriped && (side + (corner % 3 ? 1 : 0)) % 2 ? shade * 0.84 : shade),
        ),
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
export function slab(
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

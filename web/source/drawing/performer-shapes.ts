// The solids that performers and their instruments are made of, placed and turned on the stage.
import type { Colour, MeshBuilder, Point3 } from "./mesh-builder";

/** Draws into a mesh at a place: x to the right of who faces +y, and z up. */
export class PlacedMesh {
  private readonly sine: number;
  private readonly cosine: number;

  constructor(
    private readonly mesh: MeshBuilder,
    private readonly at: Point3,
    readonly turn: number,
    /** The number of sides of round things. */
    readonly sides: number,
    private readonly size = 1,
  ) {
    [this.sine, this.cosine] = [Math.sin(turn), Math.cos(turn)];
  }

  /** Returns the same mesh at another place and turned further, both seen from this one. */
  placed(at: Point3, turn = 0): PlacedMesh {
    return new PlacedMesh(this.mesh, this.point(at), this.turn + turn, this.sides, this.size);
  }

  face(corners: readonly Point3[], colour: Colour, normals: readonly Point3[] | null = null): void {
    this.mesh.face(
      corners.map((corner) => this.point(corner)),
      colour,
      0,
      normals?.map((normal) => this.turned(normal)) ?? null,
    );
  }

  /** Draws a limb or a pole between two points, with a radius for each end. */
  tube(from: Point3, to: Point3, [radius, endRadius = radius]: readonly [number, number?], colour: Colour): void {
    const along = unit(minus(to, from));
    const one = unit(cross(along, Math.abs(along[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1]));
    const other = cross(along, one);
    const out = (side: number): Point3 => {
      const turn = (Math.PI * 2 * side) / this.sides;
      return plus(times(one, Math.cos(turn)), times(other, Math.sin(turn)));
    };
    for (let side = 0; side < this.sides; side++) {
      const [a, b] = [out(side), out(side + 1)];
      const corners = [
        plus(from, times(a, radius)),
        plus(from, times(b, radius)),
        plus(to, times(b, endRadius)),
        plus(to, times(a, endRadius)),
      ];
      this.face(corners, colour, [a, b, b, a]);
    }
  }

  /** Draws a joint, which is seen between two limbs. From far away, the limbs alone are enough. */
  joint(at: Point3, radiusM: number, colour: Colour): void {
    if (this.sides < 8) return;
    new PlacedMesh(this.mesh, this.at, this.turn, 6, this.size).ball(at, [radiusM, radiusM, radiusM], colour);
  }

  /** Draws an ellipsoid, or the part of it that `isKept` keeps: by the height from -1 to 1, and the bearing. */
  ball(
    at: Point3,
    [wide, deep, tall]: Point3,
    colour: Colour,
    isKept: (height: number, ahead: number) => boolean = () => true,
  ): void {
    const levels = Math.max(3, this.sides >> 1);
    const way = (level: number, side: number): Point3 => {
      const [up, turn] = [(Math.PI * level) / levels - Math.PI / 2, (Math.PI * 2 * side) / this.sides];
      return [Math.cos(up) * Math.cos(turn), Math.cos(up) * Math.sin(turn), Math.sin(up)];
    };
    const point = (out: Point3): Point3 => [at[0] + out[0] * wide, at[1] + out[1] * deep, at[2] + out[2] * tall];
    for (let level = 0; level < levels; level++) {
      for (let side = 0; side < this.sides; side++) {
        const middle = way(level + 0.5, side + 0.5);
        if (!isKept(middle[2], middle[1])) continue;
        const ways = [way(level, side), way(level, side + 1), way(level + 1, side + 1), way(level + 1, side)];
        this.face(ways.map(point), colour, ways);
      }
    }
  }

  /** Draws a body through ellipses one above the other. */
  loft(rings: readonly Ring[], colour: Colour): void {
    const out = (side: number): Point3 => {
      const turn = (Math.PI * 2 * side) / this.sides;
      return [Math.cos(turn), Math.sin(turn), 0];
    };
    const point = ({ at, wide, deep }: Ring, [x, y]: Point3): Point3 => [at[0] + x * wide, at[1] + y * deep, at[2]];
    for (let level = 0; level + 1 < rings.length; level++) {
      const [low, high] = [rings[level]!, rings[level + 1]!];
      // A body that narrows upwards faces up a little.
      const up = (low.wide - high.wide) / Math.max(0.02, high.at[2] - low.at[2]);
      for (let side = 0; side < this.sides; side++) {
        const [a, b] = [out(side), out(side + 1)];
        const normals = [a, b, b, a].map(([x, y]) => unit([x, y, Math.max(-1, Math.min(2, up))]));
        this.face([point(low, a), point(low, b), point(high, b), point(high, a)], colour, normals);
      }
    }
  }

  /** Draws a board of any outline, as thick as `across` is long, in a plane of two directions. */
  board(outline: readonly (readonly [number, number])[], frame: BoardFrame, colour: Colour, edge = colour): void {
    const { at, right, up, thickM } = frame;
    const across = times(unit(cross(right, up)), thickM / 2);
    const point = ([u, v]: readonly [number, number]): Point3 => plus(at, plus(times(right, u), times(up, v)));
    const front = outline.map((spot) => plus(point(spot), across));
    const back = outline.map((spot) => minus(point(spot), across));
    this.face(front, colour);
    this.face([...back].reverse(), colour);
    outline.forEach((_, index) => {
      const next = (index + 1) % outline.length;
      this.face([front[index]!, back[index]!, back[next]!, front[next]!], edge);
    });
  }

  box([x0, x1]: Range, [y0, y1]: Range, [z0, z1]: Range, colour: Colour): void {
    const middle: Point3 = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2];
    const [wide, tall] = [(x1 - x0) / 2, (z1 - z0) / 2];
    const outline = [
      [-wide, -tall],
      [wide, -tall],
      [wide, tall],
      [-wide, tall],
    ] as const;
    this.board(outline, { at: middle, right: [1, 0, 0], up: [0, 0, 1], thickM: y1 - y0 }, colour);
  }

  /** Draws an upright drum or disc. */
  drum(at: Point3, radiusM: number, highM: number, colour: Colour, top = colour): void {
    const ring = (z: number): Point3[] =>
      Array.from({ length: this.sides * 2 }, (_, side): Point3 => {
        const turn = (Math.PI * side) / this.sides;
        return [at[0] + radiusM * Math.cos(turn), at[1] + radiusM * Math.sin(turn), at[2] + z];
      });
    const [low, high] = [ring(0), ring(highM)];
    this.face(high, top);
    low.forEach((corner, index) => {
      const next = (index + 1) % low.length;
      this.face([corner, low[next]!, high[next]!, high[index]!], colour);
    });
  }

  private point([x, y, z]: Point3): Point3 {
    const [right, ahead, up] = [x * this.size, y * this.size, z * this.size];
    return [
      this.at[0] + this.cosine * right + this.sine * ahead,
      this.at[1] - this.sine * right + this.cosine * ahead,
      this.at[2] + up,
    ];
  }

  private turned([x, y, z]: Point3): Point3 {
    return [this.cosine * x + this.sine * y, -this.sine * x + this.cosine * y, z];
  }
}

export type Range = readonly [number, number];
export type Ring = { at: Point3; wide: number; deep: number };
export type BoardFrame = { at: Point3; right: Point3; up: Point3; thickM: number };

export function plus(one: Point3, other: Point3): Point3 {
  return [one[0] + other[0], one[1] + other[1], one[2] + other[2]];
}

export function minus(one: Point3, other: Point3): Point3 {
  return [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
}

export function times([x, y, z]: Point3, by: number): Point3 {
  return [x * by, y * by, z * by];
}

export function unit(way: Point3): Point3 {
  return times(way, 1 / (Math.hypot(...way) || 1));
}

export function cross(one: Point3, other: Point3): Point3 {
  return [
    one[1] * other[2] - one[2] * other[1],
    one[2] * other[0] - one[0] * other[2],
    one[0] * other[1] - one[1] * other[0],
  ];
}

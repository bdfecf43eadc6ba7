// Builds one mesh from many faces, so that a whole stand is one draw call.

export type Point3 = readonly [x: number, y: number, z: number];
/** Red, green and blue from 0 to 1, in sRGB. */
export type Colour = readonly [red: number, green: number, blue: number];

export type SphereOf = { x: number; y: number; z: number; radius: number };

/** A mesh as typed arrays, which a worker can hand over. Colours have four bytes for each corner, the last of them for what
 * a material makes of it. */
export type MeshArrays = {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  colours: Uint8Array<ArrayBuffer>;
  indices: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
  /** Everything is inside of it. */
  sphere: SphereOf;
};

export type Paint = {
  colour: Colour;
  /** The share of the colour that is emitted regardless of the light, from 0 to 1. */
  glow?: number;
};

/** Parses "#rrggbb". */
export function colour(hex: string): Colour {
  const value = parseInt(hex.slice(1), 16);
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export function shaded(of: Colour, part: number): Colour {
  return [of[0] * part, of[1] * part, of[2] * part];
}

export function mixed(one: Colour, other: Colour, part: number): Colour {
  return [
    one[0] + (other[0] - one[0]) * part,
    one[1] + (other[1] - one[1]) * part,
    one[2] + (other[2] - one[2]) * part,
  ];
}

export class MeshBuilder {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly colours: number[] = [];
  private readonly indices: number[] = [];

  get triangles(): number {
    return this.indices.length / 3;
  }

  /** Adds a face. Its corners are counter-clockwise as seen from the front, with one colour for all or one each. */
  face(
    corners: readonly Point3[],
    colours: Colour | readonly Colour[],
    glow = 0,
    normals: readonly Point3[] | null = null,
  ): void {
    const first = this.positions.length / 3;
    const normal = normals === null ? normalOf(corners) : corners[0]!;
    corners.forEach((corner, index) => {
      const facing = normals?.[index] ?? normal;
      const own = (isOne(colours) ? colours : (colours[index] ?? colours[0])) as Colour;
      // Without spread, which is several times slower.
      this.positions.push(corner[0], corner[1], corner[2]);
      this.normals.push(facing[0], facing[1], facing[2]);
      this.colours.push(byte(own[0]), byte(own[1]), byte(own[2]), byte(glow));
    });
    for (let corner = 2; corner < corners.length; corner++) {
      this.indices.push(first, first + corner - 1, first + corner);
    }
  }

  /** Adds a surface whose corners are shared by its faces, which are given by four numbers of corners each. */
  surface(
    corners: readonly Point3[],
    shades: readonly number[],
    part: number,
    normals: readonly Point3[],
    faces: readonly (readonly number[])[],
  ): void {
    const first = this.positions.length / 3;
    corners.forEach((corner, index) => {
      const [facing, shade] = [normals[index]!, byte(shades[index]!)];
      this.positions.push(corner[0], corner[1], corner[2]);
      this.normals.push(facing[0], facing[1], facing[2]);
      this.colours.push(shade, shade, shade, byte(part));
    });
    for (const [a = 0, b = 0, c = 0, d = 0] of faces) {
      // At a pole, two corners are one point, and a triangle has no area.
      if (!isSame(corners[a]!, corners[b]!)) this.indices.push(first + a, first + b, first + c);
      if (!isSame(corners[c]!, corners[d]!)) this.indices.push(first + a, first + c, first + d);
    }
  }

  /** Adds a face that is visible from both sides. */
  sheet(corners: readonly Point3[], colours: Colour | readonly Colour[], glow = 0): void {
    this.face(corners, colours, glow);
    this.face([...corners].reverse(), isOne(colours) ? colours : [...colours].reverse(), glow);
  }

  /** Adds a vertical face over a line on the ground plan, visible from the side where the line's start is on the left. */
  wall(
    start: readonly [number, number],
    end: readonly [number, number],
    low: number,
    high: number,
    paint: { low: Colour; high: Colour; glow?: number },
  ): void {
    this.face(
      [
        [start[0], start[1], low],
        [end[0], end[1], low],
        [end[0], end[1], high],
        [start[0], start[1], high],
      ],
      [paint.low, paint.low, paint.high, paint.high],
      paint.glow ?? 0,
    );
  }

  box(
    x: readonly [number, number],
    y: readonly [number, number],
    z: readonly [number, number],
    { colour, glow = 0 }: Paint,
  ): void {
    this.prism(
      [
        [x[0], y[0]],
        [x[1], y[0]],
        [x[1], y[1]],
        [x[0], y[1]],
      ],
      z,
      { colour, glow },
    );
  }

  /** Adds a prism over a counter-clockwise footprint, darker towards its foot. */
  prism(
    plan: readonly (readonly [number, number])[],
    z: readonly [number, number],
    { colour: side, glow = 0 }: Paint,
    top: Colour = side,
  ): void {
    const [low, high] = z;
    const foot = glow > 0 ? side : shaded(side, 0.72);
    plan.forEach((corner, index) => {
      this.wall(corner, plan[(index + 1) % plan.length]!, low, high, { low: foot, high: side, glow });
    });
    this.face(
      plan.map(([x, y]): Point3 => [x, y, high]),
      top,
      glow,
    );
    this.face(
      [...plan].reverse().map(([x, y]): Point3 => [x, y, low]),
      foot,
      glow,
    );
  }

  /** Adds a bar with a square section between two points. */
  bar(from: Point3, to: Point3, widthM: number, { colour, glow = 0 }: Paint): void {
    const along = unit([to[0] - from[0], to[1] - from[1], to[2] - from[2]]);
    const aside = Math.abs(along[2]) > 0.9 ? ([1, 0, 0] as const) : ([0, 0, 1] as const);
    const one = unit(cross(along, aside));
    const other = cross(along, one);
    const half = widthM / 2;
    const corner = (at: Point3, a: number, b: number): Point3 => [
      at[0] + (one[0] * a + other[0] * b) * half,
      at[1] + (one[1] * a + other[1] * b) * half,
      at[2] + (one[2] * a + other[2] * b) * half,
    ];
    const turns = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const;
    turns.forEach(([a, b], index) => {
      const [c, d] = turns[(index + 1) % 4]!;
      this.face([corner(from, a, b), corner(from, c, d), corner(to, c, d), corner(to, a, b)], colour, glow);
    });
  }

  geometry(): MeshArrays {
    const positions = new Float32Array(this.positions);
    const isSmall = positions.length / 3 < 65536;
    return {
      positions,
      normals: new Float32Array(this.normals),
      colours: new Uint8Array(this.colours),
      indices: isSmall ? new Uint16Array(this.indices) : new Uint32Array(this.indices),
      sphere: sphereAround(positions),
    };
  }
}

/** A sphere around points: about the middle of the box that they are in. */
export function sphereAround(positions: Float32Array): SphereOf {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, index) => {
    if (value < low[index % 3]!) low[index % 3] = value;
    if (value > high[index % 3]!) high[index % 3] = value;
  });
  if (positions.length === 0) return { x: 0, y: 0, z: 0, radius: 0 };
  const [x, y, z] = low.map((least, axis) => (least + high[axis]!) / 2) as [number, number, number];
  let squared = 0;
  for (let at = 0; at < positions.length; at += 3) {
    const away = (positions[at]! - x) ** 2 + (positions[at + 1]! - y) ** 2 + (positions[at + 2]! - z) ** 2;
    if (away > squared) squared = away;
  }
  return { x, y, z, radius: Math.sqrt(squared) };
}

function isSame(one: Point3, other: Point3): boolean {
  return Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]) < 1e-6;
}

function isOne(colours: Colour | readonly Colour[]): colours is Colour {
  return typeof colours[0] === "number";
}

function byte(part: number): number {
  return Math.round(Math.min(1, Math.max(0, part)) * 255);
}

/** The normal of a face by Newell's method, which tolerates corners in one line. */
function normalOf(corners: readonly Point3[]): Point3 {
  let x = 0;
  let y = 0;
  let z = 0;
  corners.forEach((here, index) => {
    const next = corners[(index + 1) % corners.length]!;
    x += (here[1] - next[1]) * (here[2] + next[2]);
    y += (here[2] - next[2]) * (here[0] + next[0]);
    z += (here[0] - next[0]) * (here[1] + next[1]);
  });
  return unit([x, y, z]);
}

export function unit([x, y, z]: Point3): Point3 {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

export function cross(one: Point3, other: Point3): Point3 {
  return [
    one[1] * other[2] - one[2] * other[1],
    one[2] * other[0] - one[0] * other[2],
    one[0] * other[1] - one[1] * other[0],
  ];
}

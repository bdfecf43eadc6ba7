// The parts that people and chairs are made of: limbs, bodies of revolution, and slabs. Their colours are shades of grey.
import type { Colour, MeshBuilder, Point3 } from "./mesh-builder";
import { cross, unit } from "./mesh-builder";

export function grey(shade: number): Colour {
  return [shade, shade, shade];
}

/** A point of a surface, by two numbers from 0 to 1. */
type Surface = (u: number, v: number) => Point3;

/** Draws a smooth surface in columns and rows. It is seen from the side where `u` runs to the left and `v` up. */
export function grid(
  mesh: MeshBuilder,
  part: number,
  [columns, rows]: readonly [number, number],
  point: Surface,
  shade: (u: number, v: number) => number,
): void {
  const middle = (rows >> 1) / rows;
  const isClosed = distance(point(0, middle), point(1, middle)) < 1e-6;
  // Both ends of a round are the same corners, and all faces share theirs: light would shine through between them.
  const wide = isClosed ? columns : columns + 1;
  const points: Point3[] = [];
  const shades: number[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column < wide; column++) {
      points.push(point(column / columns, row / rows));
      shades.push(shade(column / columns, row / rows));
    }
  }
  const spot = (column: number, row: number): number => row * wide + (isClosed ? (column + columns) % columns : column);
  const at = (column: number, row: number): Point3 => points[spot(column, row)]!;
  const normals = points.map((_, index): Point3 => {
    const [column, row] = [index % wide, Math.floor(index / wide)];
    const [left, right] = isClosed
      ? [column + 1, column - 1]
      : [Math.min(columns, column + 1), Math.max(0, column - 1)];
    const level = Math.min(rows - 1, Math.max(Math.min(1, rows - 1), row));
    const [high, low] = [Math.min(rows, row + 1), Math.max(0, row - 1)];
    return unit(cross(minus(at(left, level), at(right, level)), minus(at(column, high), at(column, low))));
  });
  for (const row of [0, rows]) smoothPole(points, normals, row * wide, wide);
  const faces: number[][] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      faces.push([spot(column, row), spot(column + 1, row), spot(column + 1, row + 1), spot(column, row + 1)]);
    }
  }
  mesh.surface(points, shades, part, normals, faces);
}

/** Where all points of a row are one, so is their normal. */
function smoothPole(points: readonly Point3[], normals: Point3[], first: number, count: number): void {
  if (distance(points[first]!, points[first + (count >> 1)]!) > 1e-6) return;
  const sum = [0, 1, 2].map((axis) => normals.slice(first, first + count).reduce((all, one) => all + one[axis]!, 0));
  normals.fill(unit(sum as unknown as Point3), first, first + count);
}

function distance(one: Point3, other: Point3): number {
  return Math.hypot(...minus(one, other));
}

export type Joint = readonly [at: Point3, radiusM: number];

/** Draws a limb through points that have a radius each, with round ends. */
export function limb(mesh: MeshBuilder, part: number, joints: readonly Joint[], shade: number, sides: number): void {
  const stations = [tip(joints[0]!, joints[1]!), ...joints, tip(joints.at(-1)!, joints.at(-2)!)];
  const table = stations.map(([at, radius], index) => [index, ...at, radius]);
  const last = stations.length - 1;
  const at = (v: number): Point3 => [1, 2, 3].map((column) => valueAt(table, v * last, column)) as unknown as Point3;
  const step = 0.6 / last;
  const point: Surface = (u, v) => {
    const along = unit(minus(at(Math.min(1, v + step)), at(Math.max(0, v - step))));
    // No limb points to a side.
    const other = unit(cross(along, [1, 0, 0]));
    const one = cross(other, along);
    const turn = u * Math.PI * 2;
    const radius = valueAt(table, v * last, 4);
    const [a, b] = [Math.cos(turn) * radius, Math.sin(turn) * radius];
    return at(v).map((value, axis) => value + one[axis]! * a + other[axis]! * b) as unknown as Point3;
  };
  grid(mesh, part, [sides, last], point, () => shade);
}

/** The tip of a limb beyond its last joint. */
function tip([at, radius]: Joint, [next]: Joint): Joint {
  const away = unit(minus(at, next));
  return [at.map((value, axis) => value + away[axis]! * radius * 0.8) as unknown as Point3, radius * 0.1];
}

export function ball(
  mesh: MeshBuilder,
  part: number,
  [x, y, z]: Point3,
  [wide, deep, high]: Point3,
  shade: number,
  sides: number,
): void {
  const point: Surface = (u, v) => {
    const [turn, up] = [u * Math.PI * 2, v * Math.PI];
    const round = Math.sin(up);
    return [x + Math.cos(turn) * wide * round, y + Math.sin(turn) * deep * round, z - Math.cos(up) * high];
  };
  grid(mesh, part, [sides, Math.max(2, sides >> 1)], point, () => shade);
}

/** Returns the value in a column of a table, between the rows around a number in its first column. */
export function valueAt(table: readonly (readonly number[])[], key: number, column: number): number {
  let next = 0;
  while (next < table.length && table[next]![0]! < key) next++;
  if (next === 0) return table[0]![column]!;
  const low = table[next - 1]!;
  const high = table[next] ?? low;
  return low[column]! + ((high[column]! - low[column]!) * (key - low[0]!)) / (high[0]! - low[0]! || 1);
}

export type Ring = {
  z: number;
  wide: number;
  deep: number;
  shade: number;
};

/** Draws a surface of revolution through the rings, or only a part of it from one angle to another. */
export function rings(
  mesh: MeshBuilder,
  part: number,
  sides: number,
  levels: readonly Ring[],
  [from, to]: readonly [number, number] = [0, Math.PI * 2],
): void {
  const table = levels.map(({ z, wide, deep, shade }, level) => [level, z, wide, deep, shade]);
  const last = levels.length - 1;
  const point: Surface = (u, v) => {
    const turn = from + (to - from) * u;
    const [z, wide, deep] = [1, 2, 3].map((column) => valueAt(table, v * last, column)) as [number, number, number];
    return [Math.cos(turn) * wide, Math.sin(turn) * deep, z];
  };
  grid(mesh, part, [sides, last], point, (_, v) => valueAt(table, v * last, 4));
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

function minus(one: Point3, other: Point3): Point3 {
  return [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
}

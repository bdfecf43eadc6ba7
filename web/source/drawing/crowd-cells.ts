// Chairs and people, divided into cells of the ground plan: the numbers that are drawn, and which cells the first picture
// needs.
import type { InstanceList } from "./instance-list";
import { mergeInstances } from "./merge-instances";
import type { MeshArrays, Point3, SphereOf } from "./mesh-builder";
import { sphereAround } from "./mesh-builder";

const CELL_M = 12;
/** With more instances the cells are larger, so that there are not too many draw calls. */
const MANY = 12_000;
const LARGE_CELL_M = 21;

/** Everybody within this distance of the eye is in the first picture. */
const NEAR_M = 24;
/** The height of a person above the floor, which a cell's sphere has to include. */
const PERSON_M = { middle: 0.8, more: 1.2 };

/** The instances of a cell. Those that are drawn at a distance come first. */
export type CrowdCell = {
  /** The whole cell in the plainest level of detail, as one mesh. */
  plain: MeshArrays;
  sphere: SphereOf;
  /** The number of instances that are drawn at a distance. */
  farCount: number;
  places: Float32Array<ArrayBuffer>;
  matrices: Float32Array<ArrayBuffer>;
  colours: Uint8Array<ArrayBuffer>;
};

export type EyePoint = { x: number; y: number; z: number };

/**
 * Whether a cell belongs into the first picture: somebody in it is near the eye, or may hide a part of what people look at.
 * Without them, the picture would show more than a buyer will see.
 */
export function isInFirstPicture(sphere: SphereOf, eye: EyePoint, focus: Point3, focusHalfM: number): boolean {
  const [toX, toY] = [focus[0] - eye.x, focus[1] - eye.y];
  const [x, y] = [sphere.x - eye.x, sphere.y - eye.y];
  if (Math.hypot(x, y) - sphere.radius < NEAR_M) return true;
  const lengthM = Math.hypot(toX, toY) || 1;
  const alongM = (x * toX + y * toY) / lengthM;
  if (alongM < 0 || alongM - sphere.radius > lengthM + focusHalfM) return false;
  // Lines of sight spread from the eye to both sides of the focus.
  const spreadM = focusHalfM * Math.min(1, (alongM + sphere.radius) / lengthM);
  return Math.abs(x * toY - y * toX) / lengthM - sphere.radius < spreadM;
}

export function cellsOf(instances: InstanceList): number[][] {
  const cells = new Map<number, number[]>();
  const cellM = instances.count > MANY ? LARGE_CELL_M : CELL_M;
  for (let index = 0; index < instances.count; index++) {
    const column = Math.floor(instances.places[index * 3]! / cellM);
    const row = Math.floor(instances.places[index * 3 + 1]! / cellM);
    const key = column * 4096 + row;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [index]);
    else cell.push(index);
  }
  return [...cells.values()];
}

export function makeCell(instances: InstanceList, members: number[], plainShape: MeshArrays): CrowdCell {
  const shown = members.filter((index) => !instances.isHiddenFar[index]);
  const ordered = [...shown, ...members.filter((index) => instances.isHiddenFar[index])];
  const colours = new Uint8Array(ordered.length * 3);
  const places = new Float32Array(ordered.length * 3);
  const matrices = new Float32Array(ordered.length * 16);
  ordered.forEach((index, at) => {
    const [x, y, z] = [
      instances.places[index * 3]!,
      instances.places[index * 3 + 1]!,
      instances.places[index * 3 + 2]!,
    ];
    for (let part = 0; part < 3; part++) colours[at * 3 + part] = instances.colours[index * 3 + part]!;
    places[at * 3] = x;
    places[at * 3 + 1] = y;
    places[at * 3 + 2] = z;
    const size = { height: instances.heights[index]!, wide: instances.breadths[index]! };
    writeMatrix(matrices, at, [x, y, z], instances.turns[index]!, size);
    // A place of the matrix that is always 0 otherwise. The shaders read it there.
    matrices[at * 16 + 3] = instances.chances[index]!;
  });
  const sphere = sphereOf(places);
  const plain = mergeInstances(plainShape, { count: shown.length, matrices, colours }, sphere);
  return { plain, sphere, farCount: shown.length, places, matrices, colours };
}

type Size = { height: number; wide: number };

function writeMatrix(into: Float32Array, at: number, [x, y, z]: Point3, turn: number, { height, wide }: Size): void {
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  // Written one by one: a hall has ten thousand of them, and arrays for each would be collected again.
  const first = at * 16;
  into[first] = cosine * wide;
  into[first + 1] = -sine * wide;
  into[first + 4] = sine * wide;
  into[first + 5] = cosine * wide;
  into[first + 10] = height;
  into[first + 12] = x;
  into[first + 13] = y;
  into[first + 14] = z;
  into[first + 15] = 1;
}

export function sphereOfMembers({ places }: InstanceList, members: number[]): SphereOf {
  const own = new Float32Array(members.length * 3);
  members.forEach((index, at) => {
    for (let axis = 0; axis < 3; axis++) own[at * 3 + axis] = places[index * 3 + axis]!;
  });
  return sphereOf(own);
}

function sphereOf(places: Float32Array): SphereOf {
  const { x, y, z, radius } = sphereAround(places);
  return { x, y, z: z + PERSON_M.middle, radius: radius + PERSON_M.more };
}

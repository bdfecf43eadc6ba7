// Instanced chairs and people, divided into cells of the ground plan. Cells out of view are not drawn, and distant
// cells are drawn with less detail.

import type { BufferGeometry, Material } from "three";
import { Group, InstancedBufferAttribute, InstancedMesh, Mesh, Sphere, Vector3 } from "three";
import type { DetailRange } from "./detail-range";
import type { DetailLevels } from "./figure-shapes";
import { mergeInstances } from "./merge-instances";
import type { Point3 } from "./mesh-builder";
import type { SceneBuilding } from "./scene-building";

const CELL_M = 12;
/** With more instances the cells are larger, so that there are not too many draw calls. */
const MANY = 12_000;
const LARGE_CELL_M = 21;

/** A list of instances of one shape: positions, bearings, heights and colours. */
export class InstanceList {
  readonly places: number[] = [];
  readonly turns: number[] = [];
  readonly heights: number[] = [];
  readonly breadths: number[] = [];
  readonly colours: number[] = [];
  /** Whether each instance is left out at a distance, because something else hides it there. */
  readonly isHiddenFar: boolean[] = [];

  get count(): number {
    return this.turns.length;
  }

  add(
    [x, y, z]: Point3,
    turn: number,
    colour: readonly number[],
    height = 1,
    isHiddenFar = false,
    breadth = 0.5 + 0.5 * height,
  ): void {
    this.places.push(x, y, z);
    this.turns.push(turn);
    this.heights.push(height);
    this.breadths.push(breadth);
    for (const part of colour) this.colours.push(Math.round(Math.min(1, part) * 255));
    this.isHiddenFar.push(isHiddenFar);
  }
}

/** Instances within these distances of the eye are drawn in the finest levels of detail, at most so many of them. */
const CLOSEST = { m: 2.2, most: 24 };
const NEAR = { m: 5, most: 112 };
const UPLOADED_TOGETHER = 12;

type Cell = {
  mesh: InstancedMesh<BufferGeometry, Material>;
  /** The whole cell in the plainest level of detail, as one mesh. */
  plain: Mesh;
  sphere: Sphere;
  /** The number of instances that are drawn at a distance. They come first. */
  farCount: number;
  places: Float32Array;
  matrices: Float32Array;
};

export class InstancedCrowd {
  readonly group = new Group();
  private readonly cells: Cell[] = [];
  private readonly closest: NearMesh;
  private readonly near: NearMesh;
  /** The instances that are drawn in fine detail or not at all, and are therefore hidden in their cells. */
  private taken: { cell: Cell; index: number }[] = [];

  /** Builds the crowd cell by cell, with pauses in between. */
  static async build(
    instances: InstanceList,
    shapes: DetailLevels,
    material: Material,
    { pause, upload }: SceneBuilding,
  ): Promise<InstancedCrowd> {
    const crowd = new InstancedCrowd(shapes, material, upload);
    let made: Mesh[] = [];
    for (const members of cellsOf(instances)) {
      await pause();
      made.push(...crowd.add(makeCell(instances, members, shapes, material)));
      if (made.length < UPLOADED_TOGETHER) continue;
      upload(made);
      made = [];
    }
    upload(made);
    return crowd;
  }

  private constructor(
    private readonly shapes: DetailLevels,
    material: Material,
    private readonly upload: SceneBuilding["upload"],
  ) {
    this.closest = nearMesh(shapes[0], material, CLOSEST.most);
    this.near = nearMesh(shapes[1], material, NEAR.most);
    this.group.add(this.closest, this.near);
    this.group.matrixAutoUpdate = false;
    for (const shape of [shapes[3], shapes[2], shapes[1]]) {
      this.near.geometry = shape;
      upload([this.near]);
    }
    upload([this.closest]);
  }

  /** Chooses the level of detail of each cell for an eye position. */
  setDetail(eye: Vector3, { middleM, farM }: DetailRange): void {
    this.near.geometry = this.shapes[middleM < NEAR.m ? 2 : 1];
    for (const { mesh, plain, sphere, farCount } of this.cells) {
      const awayM = eye.distanceTo(sphere.center) - sphere.radius;
      const isFar = awayM > middleM;
      mesh.geometry = this.shapes[isFar ? 3 : 2];
      mesh.count = isFar ? farCount : mesh.instanceMatrix.count;
      plain.visible = awayM > farM && farCount > 0;
      mesh.visible = awayM <= farM && mesh.count > 0;
      // Near cells are drawn first, so that hidden ones cost little.
      mesh.renderOrder = plain.renderOrder = Math.max(0, awayM);
    }
  }

  /** Draws the instances around the eye in fine detail, except the ones that block its sight. */
  updateNearby(eye: Vector3, isInTheWay: (x: number, y: number, z: number) => boolean): void {
    const changed = new Set(this.taken.map(({ cell }) => cell));
    for (const { cell, index } of this.taken) restoreInstance(cell, index);
    this.taken = [];
    this.closest.count = this.near.count = 0;
    for (const cell of this.cells) {
      if (eye.distanceTo(cell.sphere.center) - cell.sphere.radius > NEAR.m) continue;
      for (let index = 0; index < cell.places.length / 3; index++) this.updateNearbyOne(eye, cell, index, isInTheWay);
    }
    for (const mesh of [this.closest, this.near]) {
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor!.needsUpdate = true;
      mesh.visible = mesh.count > 0;
    }
    for (const { cell } of this.taken) changed.add(cell);
    // Those behind the eye would otherwise be uploaded while the view is turned.
    this.upload([...[...changed].map(({ mesh }) => mesh), this.closest, this.near]);
  }

  dispose(): void {
    this.closest.dispose();
    this.near.dispose();
    for (const { mesh, plain } of this.cells) {
      mesh.dispose();
      plain.geometry.dispose();
    }
    for (const shape of this.shapes) shape.dispose();
  }

  private add(cell: Cell): Mesh[] {
    this.cells.push(cell);
    this.group.add(cell.mesh, cell.plain);
    return [cell.mesh, cell.plain];
  }

  private updateNearbyOne(
    eye: Vector3,
    cell: Cell,
    index: number,
    isInTheWay: (x: number, y: number, z: number) => boolean,
  ): void {
    const [x, y, z] = [cell.places[index * 3]!, cell.places[index * 3 + 1]!, cell.places[index * 3 + 2]!];
    const awayM = Math.hypot(x - eye.x, y - eye.y, z - eye.z);
    if (awayM > NEAR.m) return;
    const isGone = isInTheWay(x, y, z);
    const isClosest = awayM < CLOSEST.m && this.closest.count < CLOSEST.most;
    const mesh = isClosest ? this.closest : this.near;
    if (!isGone && mesh.count === NEAR.most) return;
    hideInstance(cell, index);
    this.taken.push({ cell, index });
    if (isGone) return;
    const at = mesh.count++;
    mesh.instanceMatrix.array.set(cell.matrices.subarray(index * 16, index * 16 + 16), at * 16);
    const colours = cell.mesh.instanceColor!.array.subarray(index * 3, index * 3 + 3);
    mesh.instanceColor!.array.set(colours, at * 3);
  }
}

type NearMesh = InstancedMesh<BufferGeometry, Material>;

/** A mesh for instances that are taken out of their cells while the eye is near. */
function nearMesh(shape: BufferGeometry, material: Material, most: number): NearMesh {
  const mesh = new InstancedMesh(shape, material, most);
  mesh.instanceColor = new InstancedBufferAttribute(new Uint8Array(most * 3), 3, true);
  mesh.frustumCulled = false;
  mesh.count = 0;
  mesh.matrixAutoUpdate = false;
  return mesh;
}

function cellsOf(instances: InstanceList): number[][] {
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

function makeCell(instances: InstanceList, members: number[], shapes: DetailLevels, material: Material): Cell {
  const shown = members.filter((index) => !instances.isHiddenFar[index]);
  const ordered = [...shown, ...members.filter((index) => instances.isHiddenFar[index])];
  const mesh = new InstancedMesh(shapes[3], material, ordered.length);
  const colours = new Uint8Array(ordered.length * 3);
  const places = new Float32Array(ordered.length * 3);
  const matrices = mesh.instanceMatrix.array as Float32Array;
  ordered.forEach((index, at) => {
    const place = instances.places.slice(index * 3, index * 3 + 3);
    places.set(place, at * 3);
    colours.set(instances.colours.slice(index * 3, index * 3 + 3), at * 3);
    const size = { height: instances.heights[index]!, wide: instances.breadths[index]! };
    writeMatrix(matrices, at, place as unknown as Point3, instances.turns[index]!, size);
  });
  mesh.instanceColor = new InstancedBufferAttribute(colours, 3, true);
  const sphere = sphereOf(places);
  // Without this, three.js would compute the sphere from every matrix.
  mesh.boundingSphere = sphere;
  mesh.matrixAutoUpdate = false;
  const plain = new Mesh(mergeInstances(shapes[4], { count: shown.length, matrices, colours }), material);
  plain.geometry.boundingSphere = sphere;
  plain.matrixAutoUpdate = false;
  return { mesh, plain, sphere, farCount: shown.length, places, matrices: matrices.slice() };
}

type Size = { height: number; wide: number };

function writeMatrix(into: Float32Array, at: number, [x, y, z]: Point3, turn: number, { height, wide }: Size): void {
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  into.set([cosine * wide, -sine * wide, 0, 0], at * 16);
  into.set([sine * wide, cosine * wide, 0, 0], at * 16 + 4);
  into.set([0, 0, height, 0], at * 16 + 8);
  into.set([x, y, z, 1], at * 16 + 12);
}

function sphereOf(places: Float32Array): Sphere {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = new Vector3(-Infinity, -Infinity, -Infinity);
  const at = new Vector3();
  for (let index = 0; index < places.length; index += 3) {
    at.fromArray(places, index);
    low.min(at);
    high.max(at);
  }
  const centre = low.clone().add(high).multiplyScalar(0.5);
  // The sphere must include a person above the floor.
  centre.z += 0.8;
  return new Sphere(centre, low.distanceTo(high) / 2 + 1.2);
}

function hideInstance({ mesh }: Cell, index: number): void {
  mesh.instanceMatrix.array.fill(0, index * 16, index * 16 + 12);
  mesh.instanceMatrix.needsUpdate = true;
}

function restoreInstance({ mesh, matrices }: Cell, index: number): void {
  mesh.instanceMatrix.array.set(matrices.subarray(index * 16, index * 16 + 16), index * 16);
  mesh.instanceMatrix.needsUpdate = true;
}

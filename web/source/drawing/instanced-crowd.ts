// Instanced chairs and people, divided into cells of the ground plan. Cells out of view are not drawn, and distant
// cells are drawn with less detail.

import type { BufferGeometry, Material, Sphere, Vector3 } from "three";
import { Group, InstancedBufferAttribute, InstancedMesh, Mesh } from "three";
import type { CrowdCell } from "./crowd-cells";
import type { DetailRange } from "./detail-range";
import type { DetailLevels } from "./figure-shapes";
import { boundsOf, geometryOf } from "./mesh-geometry";
import type { SceneBuilding } from "./scene-building";

/** Instances within these distances of the eye are drawn in the finest levels of detail, at most so many of them. */
const CLOSEST = { m: 1.8, most: 10 };
const NEAR = { m: 3.6, most: 40 };
/** The level that is merged into one mesh for each cell. */
const PLAIN = 4;

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

  private readonly shapes: BufferGeometry[];

  constructor(
    shapes: DetailLevels,
    private readonly material: Material,
    private readonly upload: SceneBuilding["upload"],
  ) {
    this.shapes = shapes.slice(0, PLAIN).map(geometryOf);
    this.closest = nearMesh(this.shapes[0]!, material, CLOSEST.most);
    this.near = nearMesh(this.shapes[1]!, material, NEAR.most);
    this.group.add(this.closest, this.near);
    this.group.matrixAutoUpdate = false;
    for (const shape of [3, 2, 1].map((level) => this.shapes[level]!)) {
      this.near.geometry = shape;
      upload([this.near]);
    }
    upload([this.closest]);
  }

  add(given: CrowdCell): void {
    const cell = cellOf(given, this.shapes[3]!, this.material);
    this.cells.push(cell);
    this.group.add(cell.mesh, cell.plain);
    this.upload([cell.mesh, cell.plain]);
  }

  /** Chooses the level of detail of each cell for an eye position. */
  setDetail(eye: Vector3, { middleM, farM }: DetailRange): void {
    this.near.geometry = this.shapes[middleM < NEAR.m ? 2 : 1]!;
    for (const { mesh, plain, sphere, farCount } of this.cells) {
      const awayM = eye.distanceTo(sphere.center) - sphere.radius;
      const isFar = awayM > middleM;
      mesh.geometry = this.shapes[isFar ? 3 : 2]!;
      mesh.count = isFar ? farCount : mesh.instanceMatrix.count;
      plain.visible = awayM > farM && farCount > 0;
      mesh.visible = awayM <= farM && mesh.count > 0;
      // Near cells are drawn first, so that hidden ones cost little.
      mesh.renderOrder = plain.renderOrder = Math.max(0, awayM);
    }
  }

  /** Draws the instances around the eye in fine detail, except the ones that block its sight. Those are left out up to a
   * reach that may be longer. */
  updateNearby(eye: Vector3, isInTheWay: (x: number, y: number, z: number) => boolean, reachM = 0): void {
    const mostM = Math.max(NEAR.m, reachM);
    const changed = new Set(this.taken.map(({ cell }) => cell));
    for (const { cell, index } of this.taken) restoreInstance(cell, index);
    this.taken = [];
    this.closest.count = this.near.count = 0;
    for (const cell of this.cells) {
      if (eye.distanceTo(cell.sphere.center) - cell.sphere.radius > mostM) continue;
      for (let index = 0; index < cell.places.length / 3; index++) {
        this.updateNearbyOne(eye, cell, index, isInTheWay, mostM);
      }
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

  private updateNearbyOne(
    eye: Vector3,
    cell: Cell,
    index: number,
    isInTheWay: (x: number, y: number, z: number) => boolean,
    mostM: number,
  ): void {
    const [x, y, z] = [cell.places[index * 3]!, cell.places[index * 3 + 1]!, cell.places[index * 3 + 2]!];
    const awayM = Math.hypot(x - eye.x, y - eye.y, z - eye.z);
    if (awayM > mostM) return;
    const isGone = isInTheWay(x, y, z);
    if (!isGone && awayM > NEAR.m) return;
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

function cellOf(given: CrowdCell, shape: BufferGeometry, material: Material): Cell {
  const { places, matrices, colours, farCount } = given;
  const mesh = new InstancedMesh(shape, material, 0);
  mesh.count = places.length / 3;
  mesh.instanceMatrix = new InstancedBufferAttribute(matrices.slice(), 16);
  mesh.instanceColor = new InstancedBufferAttribute(colours, 3, true);
  const sphere = boundsOf(given.sphere);
  // Without this, three.js would compute the sphere from every matrix.
  mesh.boundingSphere = sphere;
  mesh.matrixAutoUpdate = false;
  const plain = new Mesh(geometryOf(given.plain), material);
  plain.matrixAutoUpdate = false;
  return { mesh, plain, sphere, farCount, places, matrices };
}

function hideInstance({ mesh }: Cell, index: number): void {
  mesh.instanceMatrix.array.fill(0, index * 16, index * 16 + 12);
  mesh.instanceMatrix.needsUpdate = true;
}

function restoreInstance({ mesh, matrices }: Cell, index: number): void {
  mesh.instanceMatrix.array.set(matrices.subarray(index * 16, index * 16 + 16), index * 16);
  mesh.instanceMatrix.needsUpdate = true;
}

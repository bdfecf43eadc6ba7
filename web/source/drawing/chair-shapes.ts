// The shapes of a chair, in five levels of detail. A chair stands on the floor at its origin and faces +y.
import type { DetailLevels } from "./figure-shapes";
import type { ChairKind } from "./halls";
import type { Colour, MeshArrays, Point3 } from "./mesh-builder";
import { MeshBuilder } from "./mesh-builder";
import { grey, slab } from "./round-shapes";

/** The shapes of a chair. Where nobody sits on them, their seats are seen from far away as well. */
export function chairShapes(_kind: ChairKind, areEmpty = false): DetailLevels {
  const near = nearChair();
  return [near, near, middleChair(), farChair(), areEmpty ? farChair() : plainChair()];
}

function nearChair(): MeshArrays {
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

function middleChair(): MeshArrays {
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

function farChair(): MeshArrays {
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

function plainChair(): MeshArrays {
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

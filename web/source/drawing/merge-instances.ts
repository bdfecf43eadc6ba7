// Merges distant instances into one mesh. One draw call for all is faster than instancing where graphics are drawn in
// software.
import type { MeshArrays, SphereOf } from "./mesh-builder";

/** The instances to merge: a matrix of 16 and a colour of 3 numbers for each one. */
export type Instances = {
  count: number;
  matrices: Float32Array;
  colours: Uint8Array;
};

export function mergeInstances(shape: MeshArrays, instances: Instances, sphere: SphereOf): MeshArrays {
  const { positions: places, normals: ways, colours: paints, indices: corners } = shape;
  const { count, matrices, colours } = instances;
  const size = places.length / 3;
  const positions = new Float32Array(count * size * 3);
  const normals = new Float32Array(count * size * 3);
  const shades = new Uint8Array(count * size * 4);
  const indices = new Uint32Array(count * corners.length);
  for (let thing = 0; thing < count; thing++) {
    const [at, own] = [thing * 16, thing * 3];
    const skin = skinOf(matrices[at + 3]!);
    for (let corner = 0; corner < size; corner++) {
      const [from, to] = [corner * 3, (thing * size + corner) * 3];
      turn(matrices, at, places, from, positions, to);
      turn(matrices, at, ways, from, normals, to);
      if (isTurnedToTheEye(ways, from)) {
        // The shader needs the middle of the shape, the way that it faces, and how far aside the corner is.
        positions[to] = positions[to + 1] = 0;
        normals[to + 2] = places[from]! * Math.hypot(matrices[at]!, matrices[at + 1]!);
      }
      for (let axis = 0; axis < 3; axis++) positions[to + axis]! += matrices[at + 12 + axis]!;
      const part = paints[corner * 4 + 3]!;
      for (let tint = 0; tint < 3; tint++) {
        const base = part > 63 ? skin[tint]! : colours[own + tint]!;
        shades[(thing * size + corner) * 4 + tint] = (base * paints[corner * 4 + tint]!) / 255;
      }
      shades[(thing * size + corner) * 4 + 3] = part;
    }
    for (let index = 0; index < corners.length; index++) {
      indices[thing * corners.length + index] = thing * size + corners[index]!;
    }
  }
  return { positions, normals, colours: shades, indices, sphere };
}

/** Whether a normal is longer than that of any surface, which marks a flat shape. */
function isTurnedToTheEye(ways: ArrayLike<number>, first: number): boolean {
  return Math.hypot(ways[first]!, ways[first + 1]!, ways[first + 2]!) > 1.5;
}

function turn(
  matrices: Float32Array,
  at: number,
  from: ArrayLike<number>,
  first: number,
  into: Float32Array,
  to: number,
): void {
  const [x, y, z] = [from[first]!, from[first + 1]!, from[first + 2]!];
  for (let axis = 0; axis < 3; axis++) {
    into[to + axis] = matrices[at + axis]! * x + matrices[at + 4 + axis]! * y + matrices[at + 8 + axis]! * z;
  }
}

/** The skin colour (0 to 255) of a person, as the shader gives it to instances. */
function skinOf(person: number): [number, number, number] {
  const chance = person ** 2;
  const tone = (light: number, dark: number) => 255 * Math.sqrt(light + (dark - light) * chance);
  return [tone(0.78, 0.16), tone(0.55, 0.085), tone(0.43, 0.055)];
}

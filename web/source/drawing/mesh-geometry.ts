// Meshes as typed arrays, made into what three.js draws.
import { BufferAttribute, BufferGeometry, Sphere, Vector3 } from "three";
import type { MeshArrays, SphereOf } from "./mesh-builder";

export function geometryOf({ positions, normals, colours, indices, sphere }: MeshArrays): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
  geometry.setAttribute("color", new BufferAttribute(colours, 4, true));
  geometry.setIndex(new BufferAttribute(indices, 1));
  geometry.boundingSphere = boundsOf(sphere);
  return geometry;
}

export function boundsOf({ x, y, z, radius }: SphereOf): Sphere {
  return new Sphere(new Vector3(x, y, z), radius);
}

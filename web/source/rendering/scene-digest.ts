// What the scene of a plan consists of, as one short text: a picture of the scene is out of date once this differs.
import { type BufferAttribute, type Color, Mesh, ShaderMaterial } from "three";
import { hallParts } from "../drawing/hall-parts";
import { VenueScene } from "../drawing/venue-scene";
import type { Plan } from "../plan/plan";

/** Shapes count to a millimetre. What is shifted by a part of it is not between two of them where machines round
 * differently. */
const STEPS_OF_A_METRE = 1000;
const SHIFT = 0.137;
const CHARACTERS = 16;

/** Returns a digest of all shapes, colours, shaders and lights. It needs no graphics, and does not depend on who looks. */
export async function sceneDigest(plan: Plan): Promise<string> {
  const scene = await VenueScene.build(hallParts(plan));
  const meshes: Mesh[] = [];
  scene.group.traverse((part) => part instanceof Mesh && meshes.push(part));
  const digests: string[] = [];
  for (const mesh of meshes) digests.push(await digestOfMesh(mesh));
  scene.dispose();
  return (await digestOf(new TextEncoder().encode(digests.join("\n")))).slice(0, CHARACTERS);
}

async function digestOfMesh(mesh: Mesh): Promise<string> {
  const { attributes, index } = mesh.geometry;
  const parts: string[] = [];
  for (const name of Object.keys(attributes).sort()) parts.push(name, await digestOfNumbers(attributes[name]!.array));
  if (index !== null) parts.push(await digestOfNumbers(index.array));
  for (const name of ["instanceMatrix", "instanceColor"] as const) {
    const values = (mesh as Partial<Record<typeof name, BufferAttribute | null>>)[name];
    if (values) parts.push(await digestOfNumbers(values.array));
  }
  for (const material of [mesh.material].flat()) {
    if (!(material instanceof ShaderMaterial)) continue;
    parts.push(material.vertexShader, material.fragmentShader, lightOf(material));
  }
  return digestOf(new TextEncoder().encode(parts.join("\n")));
}

/** The numbers of a material's uniforms. Pictures are left out: they follow from the event. */
function lightOf({ uniforms }: ShaderMaterial): string {
  const values = Object.entries(uniforms).map(([name, { value }]) => {
    const isPicture = (value as { isTexture?: boolean } | null)?.isTexture === true;
    return [name, isPicture ? "picture" : (value as Color | number)];
  });
  return JSON.stringify(values, (_, value) => (typeof value === "number" ? Math.round(value * 1e4 + SHIFT) : value));
}

function digestOfNumbers(values: ArrayLike<number>): Promise<string> {
  const whole =
    values instanceof Float32Array
      ? Int32Array.from(values, (value) => Math.round(value * STEPS_OF_A_METRE + SHIFT))
      : Uint32Array.from(values);
  return digestOf(new Uint8Array(whole.buffer));
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

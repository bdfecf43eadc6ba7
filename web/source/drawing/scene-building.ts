// How a scene is built without holding up the page: in short tasks, and with each mesh given to the graphics device as
// soon as it is made.
import { Camera, type Mesh, Scene, type WebGLRenderer } from "three";

/** What the parts of a scene need while they are built. */
export type SceneBuilding = {
  /** Lets the page handle input, if it has been kept waiting for a while. */
  pause(): Promise<void>;
  /** Takes a mesh that is new or changed. */
  upload(mesh: Mesh): void;
};

/** Builds in one go, and leaves uploads to the first frame that shows a mesh. For pages that nobody looks at. */
export const AT_ONCE: SceneBuilding = { pause: async () => {}, upload: () => {} };

/** A processor that is four times slower than the clock it is measured by is still below 50 ms. */
const TASK_MS = 10;

/** Returns a function that ends the task it is called in, if that has taken long enough. */
export function pauseBetweenTasks(now: () => number = () => performance.now()): () => Promise<void> {
  let startedAt = now();
  return async () => {
    if (now() - startedAt < TASK_MS) return;
    await nextTask();
    startedAt = now();
  };
}

/** Resolves in another task. A timer would add its least delay to each of many pauses. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Returns a function that uploads the buffers of a mesh and compiles its program. three.js does both when a mesh is
 * first in view, which would be while the view is turned.
 */
export function uploaderFor(renderer: WebGLRenderer): (mesh: Mesh) => void {
  const scene = new Scene();
  scene.matrixWorldAutoUpdate = false;
  const camera = new Camera();
  return (mesh) => {
    const { frustumCulled, visible } = mesh;
    mesh.frustumCulled = false;
    mesh.visible = true;
    // Everything is prepared, and no triangle is drawn.
    mesh.geometry.setDrawRange(0, 0);
    renderer.autoClear = false;
    // The mesh stays where it is in its own scene.
    scene.children[0] = mesh;
    renderer.render(scene, camera);
    renderer.autoClear = true;
    mesh.geometry.setDrawRange(0, Infinity);
    mesh.visible = visible;
    mesh.frustumCulled = frustumCulled;
  };
}

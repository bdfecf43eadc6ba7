// How a scene is built without holding up the page: in short tasks, and with all meshes given to the graphics device
// before they are turned to.
import {
  type BufferGeometry,
  Camera,
  type Mesh,
  type Object3D,
  Scene,
  ShaderMaterial,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import type { ViewStage } from "../view/view-marks";

/** What the parts of a scene need while they are built. */
export type SceneBuilding = {
  /** Lets the page handle input, if it has been kept waiting for a while. */
  pause(): Promise<void>;
  /** Begins to compile the programs of materials, each with a mesh that uses it. */
  compile(meshes: readonly Mesh[]): void;
  /** Takes meshes that are new or changed. Many at a time cost less than one by one. */
  upload(meshes: readonly Mesh[]): void;
  /** Called when a stage of the work has ended. */
  onStage?(stage: ViewStage): void;
};

/** Builds in one go, and leaves uploads to the first frame that shows a mesh. For pages that nobody looks at. */
export const AT_ONCE: SceneBuilding = { pause: async () => {}, compile: () => {}, upload: () => {} };

/** A processor that is four times slower than the clock it is measured by is still below 50 ms. */
const TASK_MS = 10;
const UPLOADED_TOGETHER = 8;

/** A program that draws nothing. */
const NOTHING = {
  vertexShader: "void main() { gl_Position = vec4(0.0); }",
  fragmentShader: "void main() { gl_FragColor = vec4(0.0); }",
};

/** Returns a function that ends the task it is called in, if that has taken long enough. */
export function pauseBetweenTasks(now = () => performance.now(), next = nextTask): () => Promise<void> {
  let startedAt = now();
  return async () => {
    if (now() - startedAt < TASK_MS) return;
    await next();
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

/** Returns a function that has programs compiled, which the graphics device does while the page does something else. */
export function compilerFor(renderer: WebGLRenderer): SceneBuilding["compile"] {
  return (meshes) => {
    const scene = new Scene();
    scene.children = [...meshes];
    renderer.compile(scene, new Camera());
    scene.children = [];
  };
}

/**
 * Returns a function that uploads the buffers of meshes and compiles their programs. three.js does both when a mesh is
 * first in view, which would be while the view is turned.
 */
export function uploaderFor(renderer: WebGLRenderer): SceneBuilding["upload"] {
  const scene = new Scene();
  scene.matrixWorldAutoUpdate = false;
  const camera = new Camera();
  // Buffers are uploaded by a frame that nobody sees: one of the canvas in which nothing is drawn would blank it. All meshes
  // have the same material there, since programs are compiled for the canvas.
  const unseen = new WebGLRenderTarget(1, 1);
  const uniform = new ShaderMaterial(NOTHING);
  return (meshes) => {
    const before = meshes.map(({ frustumCulled, visible }) => ({ frustumCulled, visible }));
    for (const mesh of meshes) {
      mesh.frustumCulled = false;
      mesh.visible = true;
      // Everything is prepared, and no triangle is drawn.
      mesh.geometry.setDrawRange(0, 0);
    }
    // The meshes stay where they are in their own scene.
    scene.children = [...meshes];
    renderer.compile(scene, camera);
    scene.overrideMaterial = uniform;
    renderer.setRenderTarget(unseen);
    renderer.render(scene, camera);
    renderer.setRenderTarget(null);
    scene.overrideMaterial = null;
    scene.children = [];
    meshes.forEach((mesh, index) => {
      mesh.geometry.setDrawRange(0, Infinity);
      Object.assign(mesh, before[index]);
    });
  };
}

/** Compiles the programs of a scene and uploads its meshes, a few at a time, so that its first frame waits for neither. */
export async function prepareFirstFrame(
  renderer: WebGLRenderer,
  group: Object3D,
  uploads: LaterUploads,
): Promise<void> {
  const scene = new Scene();
  scene.children = [group];
  await renderer.compileAsync(scene, new Camera());
  scene.children = [];
  await uploads.start(new AbortController().signal);
}

/** Meshes that wait to be uploaded until the first view is shown, which needs only those in front of the eye. */
export class LaterUploads {
  /** Each mesh with the geometry that it had: one mesh shows several, at several levels of detail. */
  private waiting: { mesh: Mesh; geometry: BufferGeometry }[] | null = [];
  private isForgotten = false;

  constructor(private readonly uploadNow: SceneBuilding["upload"]) {}

  readonly upload = (meshes: readonly Mesh[]): void => {
    if (this.waiting === null) this.uploadNow(meshes);
    else this.waiting.push(...meshes.map((mesh) => ({ mesh, geometry: mesh.geometry })));
  };

  /** Leaves what waits to the frame that shows it. From then on nothing waits. */
  forget(): void {
    this.isForgotten = true;
    this.waiting = null;
  }

  /** Uploads what waits, a few at a time. From then on nothing waits. */
  async start(signal: AbortSignal): Promise<void> {
    const waiting = this.waiting ?? [];
    this.waiting = null;
    let together = new Map<Mesh, BufferGeometry>();
    for (const { mesh, geometry } of waiting) {
      if (together.size === UPLOADED_TOGETHER || together.has(mesh)) {
        this.uploadWith(together);
        together = new Map();
        await nextTask();
        if (signal.aborted || this.isForgotten) return;
      }
      together.set(mesh, geometry);
    }
    this.uploadWith(together);
  }

  private uploadWith(geometries: ReadonlyMap<Mesh, BufferGeometry>): void {
    const meshes = [...geometries.keys()];
    const shown = meshes.map((mesh) => mesh.geometry);
    for (const [mesh, geometry] of geometries) mesh.geometry = geometry;
    this.uploadNow(meshes);
    meshes.forEach((mesh, index) => {
      mesh.geometry = shown[index]!;
    });
  }
}

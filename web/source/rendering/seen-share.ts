// How much of what people look at is really seen in the drawing: tests compare it with what the service says.
import {
  DoubleSide,
  type Material,
  Mesh,
  PerspectiveCamera,
  Scene,
  ShaderMaterial,
  type ShaderMaterialParameters,
  type Side,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import { hallParts } from "../drawing/hall-parts";
import { MeshBuilder } from "../drawing/mesh-builder";
import { geometryOf } from "../drawing/mesh-geometry";
import type { Point2 } from "../drawing/rows";
import { counterClockwise, expanded } from "../drawing/venue-measures";
import { VenueScene } from "../drawing/venue-scene";
import type { LookedAt, Plan, Point } from "../plan/plan";
import { cubeFaces, type Face } from "./equirectangular";

const NEAREST_M = 0.12;
const FARTHEST_M = 900;
const PIXELS = 512;
/** People are drawn in full up to here, where their outlines still count. */
const DETAIL = { middleM: 60, farM: 300 };
/** What is looked at is one picture if it is not wider than this; else it is drawn on the six faces of a cube. */
const NARROW = Math.PI / 3;
/** A screen is drawn in its own place, and has to come before itself. A field ends within the boards around it: those
 * beside the eye hide some of it, and those beyond it do not. */
const EXPANDED_M = { screen: 0.05, field: -0.05, stage: 0 };

/** Solid angles: of all that is looked at, and of the part that nothing comes before. */
export type SeenShare = { whole: number; seen: number };

export class SeenShares {
  private readonly renderer = new WebGLRenderer({ antialias: false });
  private readonly target = new WebGLRenderTarget(PIXELS, PIXELS);
  private readonly pixels = new Uint8Array(PIXELS * PIXELS * 4);
  private readonly hall = new Scene();
  private readonly solid = new Scene();

  static async of(plan: Plan): Promise<SeenShares> {
    if (!plan.lookedAt) throw new Error("The plan does not say what people look at.");
    return new SeenShares(await VenueScene.build(hallParts(plan)), plan.lookedAt);
  }

  private constructor(
    private readonly venueScene: VenueScene,
    private readonly lookedAt: LookedAt,
  ) {
    this.hall.add(venueScene.group);
    this.solid.add(solidOf(lookedAt));
    this.renderer.autoClear = false;
    this.renderer.setClearColor(0x000000);
  }

  from(at: Point): SeenShare {
    const eye = new Vector3(at.x, at.y, at.z);
    this.venueScene.placeViewer(eye);
    this.venueScene.setDetail(eye, DETAIL);
    // After the detail was chosen, which may build what only somebody near sees.
    darken(this.hall);
    const share = { whole: 0, seen: 0 };
    for (const { face, half } of this.facesTo(eye)) {
      const camera = cameraTo(eye, face, half);
      share.whole += this.brightAngle(camera, [this.solid], half);
      share.seen += this.brightAngle(camera, [this.hall, this.solid], half);
    }
    return share;
  }

  /** The directions of cameras that cover what is looked at, with half the angle that each covers. */
  private facesTo(eye: Vector3): { face: Face; half: number }[] {
    const { points, z } = this.lookedAt;
    const corners = z.flatMap((height) =>
      points.map(([x = 0, y = 0]) => new Vector3(x, y, height).sub(eye).normalize()),
    );
    const ahead = corners.reduce((sum, corner) => sum.add(corner), new Vector3()).normalize();
    const half = Math.max(...corners.map((corner) => corner.angleTo(ahead))) * 1.05 + 0.01;
    if (half > NARROW) return cubeFaces(0).map((face) => ({ face, half: Math.PI / 4 }));
    const up = new Vector3(0, 0, 1);
    return [{ face: { ahead, up, right: up.clone().cross(ahead) }, half }];
  }

  /** The solid angle of the pixels that are bright after the scenes were drawn, one into the other. */
  private brightAngle(camera: PerspectiveCamera, scenes: Scene[], half: number): number {
    this.renderer.setRenderTarget(this.target);
    this.renderer.clear();
    for (const scene of scenes) this.renderer.render(scene, camera);
    this.renderer.readRenderTargetPixels(this.target, 0, 0, PIXELS, PIXELS, this.pixels);
    const reach = Math.tan(half);
    const pixelArea = ((2 * reach) / PIXELS) ** 2;
    const offset = (index: number) => ((2 * (index + 0.5)) / PIXELS - 1) * reach;
    let angle = 0;
    for (let pixel = 0; pixel < PIXELS * PIXELS; pixel++) {
      if (this.pixels[pixel * 4]! < 128) continue;
      const [x, y] = [offset(pixel % PIXELS), offset(Math.floor(pixel / PIXELS))];
      angle += pixelArea / (1 + x * x + y * y) ** 1.5;
    }
    return angle;
  }
}

function cameraTo(eye: Vector3, { ahead, up }: Face, half: number): PerspectiveCamera {
  const camera = new PerspectiveCamera((half * 360) / Math.PI, 1, NEAREST_M, FARTHEST_M);
  camera.position.copy(eye);
  camera.up.copy(up);
  camera.lookAt(eye.clone().add(ahead));
  return camera;
}

function solidOf({ kind, points, z: [low = 0, high = 0] }: LookedAt): Mesh {
  const mesh = new MeshBuilder();
  const byM = EXPANDED_M[kind];
  const corners = counterClockwise(points.map(([x = 0, y = 0]): Point2 => [x, y]));
  mesh.prism(expanded(corners, byM), [low - Math.max(0, byM), high + Math.max(0, byM)], { colour: [1, 1, 1] });
  // What is drawn on its very edge belongs to it.
  const white = { side: DoubleSide, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -8 };
  return new Mesh(geometryOf(mesh.geometry()), plain(1, white));
}

/** Makes everything black that is drawn, and leaves out light and the sky, which hide nothing. */
function darken(scene: Scene): void {
  const parts: Mesh[] = [];
  scene.traverse((part) => part instanceof Mesh && parts.push(part));
  const blacks = new Map<Side, Material>();
  for (const part of parts) {
    const { side, transparent, depthWrite } = part.material as Material;
    const black = blacks.get(side) ?? plain(0, { side });
    blacks.set(side, black);
    if (transparent || !depthWrite) part.removeFromParent();
    else part.material = black;
  }
}

/** A material without light, from black (0) to white (1). */
function plain(shade: number, given: ShaderMaterialParameters): ShaderMaterial {
  return new ShaderMaterial({
    ...given,
    vertexShader: `
      void main() {
        vec4 at = vec4(position, 1.0);
        #ifdef USE_INSTANCING
          at.xyz = (instanceMatrix * at).xyz;
        #endif
        gl_Position = projectionMatrix * modelViewMatrix * at;
      }`,
    fragmentShader: `void main() { gl_FragColor = vec4(vec3(${shade.toFixed(1)}), 1.0); }`,
  });
}

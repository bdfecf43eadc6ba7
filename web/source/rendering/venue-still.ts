// Stills of a venue's seats: what the drawn view shows first, as a square whose sides have the field of view.
import { PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import { hallParts } from "../drawing/hall-parts";
import { VenueScene } from "../drawing/venue-scene";
import type { Plan, Point } from "../plan/plan";
import { radians } from "../view/angles";
import type { Look } from "../view/look";

const NEAREST_M = 0.12;
const FARTHEST_M = 900;
/** People are drawn as finely as in a drawn view that rests, and a little further away. */
const DETAIL = { middleM: 30, farM: 120 };
const FORMAT = "image/webp";
const FULL_QUALITY = 0.7;
const SMALL_QUALITY = 0.4;

/** A still to draw, as the service asks for it. */
export type StillJob = {
  /** The position of the eyes. */
  eye: Point;
  look: Look;
  /** The length of a side of the still, and of its small version. */
  pixels: number;
  smallPixels: number;
};

export type DrawnStill = { full: Blob; small: Blob };

/** Draws stills of one plan after the other. The scene of the last plan is kept. */
export class StillPainter {
  private readonly renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  private readonly small = document.createElement("canvas");
  private readonly camera = new PerspectiveCamera(60, 1, NEAREST_M, FARTHEST_M);
  private venueScene: VenueScene | null = null;

  constructor() {
    this.camera.up.set(0, 0, 1);
    this.renderer.setPixelRatio(1);
  }

  async setPlan(plan: Plan): Promise<void> {
    this.venueScene?.dispose();
    this.venueScene = null;
    this.venueScene = await VenueScene.build(hallParts(plan));
  }

  async draw({ eye: at, look, pixels, smallPixels }: StillJob): Promise<DrawnStill> {
    if (this.venueScene === null) throw new Error("There is no plan to draw from.");
    const eye = new Vector3(at.x, at.y, at.z);
    this.render(this.venueScene, eye, look, pixels);
    const { small } = this;
    small.width = small.height = smallPixels;
    small.getContext("2d")?.drawImage(this.renderer.domElement, 0, 0, smallPixels, smallPixels);
    return {
      full: await fileOf(this.renderer.domElement, FULL_QUALITY),
      small: await fileOf(small, SMALL_QUALITY),
    };
  }

  private render(venueScene: VenueScene, eye: Vector3, look: Look, pixels: number): void {
    venueScene.placeViewer(eye);
    venueScene.setDetail(eye, DETAIL);
    const [yaw, pitch] = [radians(look.yaw), radians(look.pitch)];
    this.camera.position.copy(eye);
    this.camera.fov = look.fov;
    this.camera.updateProjectionMatrix();
    this.camera.lookAt(
      eye.x + Math.sin(yaw) * Math.cos(pitch),
      eye.y + Math.cos(yaw) * Math.cos(pitch),
      eye.z + Math.sin(pitch),
    );
    this.renderer.setSize(pixels, pixels, false);
    const scene = new Scene();
    scene.add(venueScene.group);
    this.renderer.render(scene, this.camera);
    scene.remove(venueScene.group);
  }
}

function fileOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob?.type === FORMAT ? resolve(blob) : reject(new Error("The browser cannot write WebP."));
    canvas.toBlob(take, FORMAT, quality);
  });
}

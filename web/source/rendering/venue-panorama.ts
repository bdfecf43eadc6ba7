// Panoramas of a venue's seats, drawn with the scene of the drawn view.
import { Scene, Vector3, WebGLRenderer } from "three";
import { hallParts } from "../drawing/hall-parts";
import { VenueScene } from "../drawing/venue-scene";
import type { Plan, Point } from "../plan/plan";
import { drawPanorama } from "./equirectangular";

/** People are drawn in full up to here. Beyond it, nobody can tell the difference at any size of a panorama. */
const DETAIL = { middleM: 60, farM: 300 };

/** A seat to draw, as the command that opened the page asks for it. */
export type PanoramaJob = {
  /** The position of the eyes. */
  eye: Point;
  /** The compass bearing of the middle of the picture. */
  yawDeg: number;
  /** The width of the picture, which is half as high. 0 asks for the share that is seen, and for no picture. */
  width: number;
  /** The quality of the JPEG file, from 0 to 1. */
  quality: number;
};

/** Draws panoramas of one plan. The scene is built once. */
export class VenuePanoramas {
  private readonly renderer = new WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
  private readonly scene = new Scene();

  static async of(plan: Plan): Promise<VenuePanoramas> {
    return new VenuePanoramas(await VenueScene.build(hallParts(plan)));
  }

  private constructor(private readonly venueScene: VenueScene) {
    this.scene.add(venueScene.group);
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  /** Returns the panorama as a JPEG file. */
  async draw({ eye: at, yawDeg, width, quality }: PanoramaJob): Promise<Blob> {
    const eye = new Vector3(at.x, at.y, at.z);
    this.venueScene.placeViewer(eye);
    this.venueScene.setDetail(eye, DETAIL);
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(width, width / 2, false);
    drawPanorama(this.renderer, this.scene, eye, yawDeg);
    return await jpegOf(this.canvas, quality);
  }
}

function jpegOf(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob === null ? reject(new Error("The picture is too large.")) : resolve(blob);
    canvas.toBlob(take, "image/jpeg", quality);
  });
}

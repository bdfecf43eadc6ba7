// The drawing in a headset, at true scale: a metre of the hall is a metre for its wearer, who sits where the seat's eye is.
// Its script is loaded when somebody puts the view into a headset.
import { Euler, Group, Matrix4, PerspectiveCamera, type Scene, type Vector3, type WebGLRenderer } from "three";
import { degrees, radians } from "../view/angles";
import { type HeadOrientation, headDirection } from "../view/head-direction";
import { type DetailRange, magnificationOf } from "./detail-range";
import { HeadsetPacing } from "./headset-pacing";
import type { VenueScene } from "./venue-scene";

/** Nearer than in the page: a wearer may lean towards the next seat. */
const NEAREST_M = 0.05;
/** The frames of a headset that does not tell its own. */
const USUAL_FRAMES_PER_SECOND = 72;

/** Where a head is in the headset's own space, in metres with y upwards. */
export type HeadPose = { position: { x: number; y: number; z: number }; orientation: HeadOrientation };

/** What is drawn, and where its page draws it otherwise. */
export type Drawing = {
  renderer: WebGLRenderer;
  scene: Scene;
  venueScene: VenueScene;
  reach: DetailRange;
  farthestM: number;
  reducedMotion: boolean;
};

export class HeadsetDrawing {
  /** The headset's own space within the hall. */
  private readonly space = new Group();
  private readonly camera: PerspectiveCamera;
  private readonly pacing: HeadsetPacing;
  /** The head as it was when its wearer sat down; null if that has to be found again. */
  private seated: HeadPose | null = null;
  private eye: Vector3 | null = null;
  private yawDeg = 0;
  private startedAt: number | null = null;

  constructor(
    private readonly session: XRSession,
    private readonly drawing: Drawing,
  ) {
    this.camera = new PerspectiveCamera(90, 1, NEAREST_M, drawing.farthestM);
    this.space.matrixAutoUpdate = false;
    this.space.add(this.camera);
    this.pacing = new HeadsetPacing(session.frameRate ?? USUAL_FRAMES_PER_SECOND);
  }

  /** Places the wearer's eyes, without a glide: in a headset that makes people dizzy. Ahead is the direction of the view. */
  place(eye: Vector3, yawDeg: number): void {
    this.eye = eye.clone();
    this.yawDeg = yawDeg;
    this.placeSpace();
    this.chooseDetail();
  }

  /** Draws with the headset's own frames, until the session ends. Rejects if the headset does not start. */
  async start(): Promise<void> {
    const { xr } = this.drawing.renderer;
    xr.setReferenceSpaceType("local");
    xr.setAnimationLoop((time, frame) => this.onFrame(time, frame!));
    await xr.setSession(this.session);
    // The wearer has pressed the headset's button that makes a place the middle, or has put it on.
    const sitDown = () => {
      this.seated = null;
    };
    xr.getReferenceSpace()?.addEventListener("reset", sitDown);
    this.session.addEventListener("visibilitychange", sitDown);
  }

  end(): void {
    this.eye = null;
    // It may have ended already.
    this.session.end().catch(() => {});
  }

  private onFrame(time: number, frame: XRFrame): void {
    const { renderer, scene, venueScene, reducedMotion } = this.drawing;
    const space = renderer.xr.getReferenceSpace();
    const pose = space && frame.getViewerPose(space);
    if (!pose) return;
    if (this.seated === null) {
      this.seated = pose.transform;
      this.placeSpace();
      // Not within a frame: meshes that change are uploaded by a picture of their own.
      setTimeout(() => this.chooseDetail());
    }
    if (this.pacing.record(time)) setTimeout(() => this.chooseDetail());
    this.startedAt ??= time;
    if (!reducedMotion && venueScene.hasMovingCrowd) venueScene.moveCrowd((time - this.startedAt) / 1000);
    // Only these pictures are for the headset. Uploads draw others in between.
    renderer.xr.enabled = true;
    renderer.render(scene, this.camera);
    renderer.xr.enabled = false;
  }

  private placeSpace(): void {
    if (this.eye === null || this.seated === null) return;
    this.space.matrix.copy(seatedSpace(this.seated, this.eye, this.yawDeg));
    this.space.updateMatrixWorld(true);
  }

  /** Chooses the detail by how large things appear in the headset. */
  private chooseDetail(): void {
    const view = this.drawing.renderer.xr.getCamera().cameras[0];
    if (this.eye === null || view?.viewport === undefined) return;
    const fovDeg = degrees(2 * Math.atan(1 / view.projectionMatrix.elements[5]!));
    const magnification = magnificationOf(fovDeg, view.viewport.w) * this.pacing.share;
    this.drawing.venueScene.setDetail(this.eye, this.drawing.reach, magnification);
  }
}

/**
 * Returns the headset's own space within the hall, so that a seated head is at an eye and faces the view's direction. A
 * wearer who looks up or down at that moment does not tilt the hall.
 */
export function seatedSpace({ position, orientation }: HeadPose, eye: Vector3, yawDeg: number): Matrix4 {
  const headYaw = radians(headDirection(orientation).yaw);
  const fromHead = new Matrix4().makeRotationY(headYaw);
  const toOrigin = new Matrix4().makeTranslation(-position.x, -position.y, -position.z);
  // The hall has z upwards and looks along y at a yaw of 0; yaw grows to the right.
  const toHall = new Matrix4().makeRotationFromEuler(new Euler(Math.PI / 2, 0, -radians(yawDeg), "ZXY"));
  return new Matrix4().makeTranslation(eye).multiply(toHall).multiply(fromHead).multiply(toOrigin);
}

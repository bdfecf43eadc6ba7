// The drawn view: the view from a seat, drawn from the seating plan with three.js.
import { PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import type { Plan } from "../plan/plan";
import { eyePosition } from "../plan/positions";
import type { Viewpoint } from "../plan/previewed-seats";
import { radians, verticalFov } from "../view/angles";
import { type Look, turnLook, zoomLook } from "../view/look";
import { listenForInput } from "../view/look-input";
import { BOUNDS, CameraMotion } from "./camera-motion";
import { CrowdMotion } from "./crowd-motion";
import { magnificationOf } from "./detail-range";
import { type DetailGrade, FramePacing, whenDrawn } from "./frame-pacing";
import type { HeadsetDrawing } from "./headset-drawing";
import { LaterUploads, pauseBetweenTasks, uploaderFor } from "./scene-building";
import { measureVenue } from "./venue-measures";
import { VenueScene } from "./venue-scene";

const NEAREST_M = 0.12;
const FARTHEST_M = 900;
const PIXEL_RATIO_MOST = 2;
const REST_MS = 160;

export type DrawnOptions = {
  reducedMotion: boolean;
  /** Called when the view was turned, by a person or by a method. */
  onMoved: () => void;
  /** Called when the graphics device was lost. The view then shows nothing. */
  onLost: () => void;
};

/** Rejects if the plan has no geometry, and without WebGL. */
export async function createDrawnView(container: HTMLElement, plan: Plan, options: DrawnOptions): Promise<DrawnView> {
  if (!plan.sections.some((section) => section.geometry !== null)) {
    throw new Error("The plan does not say where its sections are.");
  }
  const renderer = createRenderer();
  // Lets the page show its progress bar before the scene is built.
  await new Promise((resolve) => setTimeout(resolve));
  const pause = pauseBetweenTasks();
  const measures = measureVenue(plan);
  const uploads = new LaterUploads(uploaderFor(renderer));
  const venueScene = await VenueScene.build(measures, { pause, upload: uploads.upload });
  return new DrawnView(container, plan, options, renderer, venueScene, uploads);
}

function createRenderer(): WebGLRenderer {
  try {
    const renderer = new WebGLRenderer({ antialias: true, powerPreference: "high-performance" });
    // Asking for errors would wait until each program is compiled.
    renderer.debug.checkShaderErrors = false;
    return renderer;
  } catch (error) {
    throw new Error("The browser does not support WebGL.", { cause: error });
  }
}

export class DrawnView {
  private readonly canvas: HTMLCanvasElement;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(60, 1, NEAREST_M, FARTHEST_M);
  private readonly motion: CameraMotion;
  private readonly pacing = new FramePacing();
  private readonly ending = new AbortController();
  private readonly sizes: ResizeObserver;
  private readonly crowdMotion = new CrowdMotion((seconds) => this.moveCrowd(seconds));
  /** The detail of all frames of a motion. A change of resolution or detail within it would be felt. */
  private motionDetail: DetailGrade | null = null;
  private drawnDetail: DetailGrade | null = null;
  private eye = new Vector3();
  private isHeld = false;
  private frame: number | null = null;
  private rest: ReturnType<typeof setTimeout> | null = null;
  private askedAt = 0;
  private isMeasured = false;
  private size = { width: 0, height: 0, pixels: 0 };
  /** Set while the view is in a headset. The page's own picture waits. */
  private headset: HeadsetDrawing | null = null;

  constructor(
    private readonly container: HTMLElement,
    private readonly plan: Plan,
    private readonly options: DrawnOptions,
    private readonly renderer: WebGLRenderer,
    private readonly venueScene: VenueScene,
    private readonly uploads: LaterUploads,
  ) {
    this.canvas = renderer.domElement;
    this.canvas.style.touchAction = "none";
    this.canvas.style.display = "block";
    this.motion = new CameraMotion(options.reducedMotion);
    this.camera.up.set(0, 0, 1);
    // Everything is built where it stands.
    this.scene.matrixWorldAutoUpdate = false;
    this.scene.add(this.venueScene.group);
    container.append(this.canvas);
    const { signal } = this.ending;
    listenForInput(
      this.canvas,
      {
        look: () => this.motion.aim,
        turned: (look) => this.turnTo(look, true),
        bounds: BOUNDS,
        held: (isHeld) => this.hold(isHeld),
      },
      signal,
    );
    this.canvas.addEventListener("webglcontextlost", () => options.onLost(), { signal });
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(container);
  }

  /** The direction of view at the end of a motion. */
  get look(): Look {
    return this.motion.aim;
  }

  /** Moves to a seat and looks in a direction. Throws if the seat has no position. */
  show(place: Viewpoint, look: Look): void {
    const at = place.eye ?? eyePosition(this.plan, place);
    if (at === null) throw new Error(`The plan does not say where ${place.section} is.`);
    const eye = new Vector3(at.x, at.y, at.z);
    this.eye = eye;
    this.showAll();
    this.motion.goTo(eye, look, performance.now());
    this.headset?.place(eye, look.yaw);
    // The page's own picture is drawn when the headset is left.
    if (this.headset !== null) return;
    this.draw();
  }

  /** Whether people or bodies near the eye hide something. */
  async hasSomethingNear(): Promise<boolean> {
    const { hasSomethingNear } = await import("./look-past");
    return hasSomethingNear(this.venueScene, this.eye);
  }

  /** Leaves out what hides something near the eye, or shows it again. Another seat shows it again, too. */
  async lookPast(isOn: boolean): Promise<void> {
    const { lookPast } = await import("./look-past");
    if (isOn) lookPast(this.venueScene, this.eye);
    else this.showAll();
    this.draw();
  }

  /** Shows the view in a headset until the session ends. Rejects if the headset does not start. */
  async showInHeadset(session: XRSession): Promise<void> {
    const { HeadsetDrawing } = await import("./headset-drawing");
    const { renderer, scene, venueScene } = this;
    const { reach } = this.pacing.moving;
    const { reducedMotion } = this.options;
    session.addEventListener("end", () => this.leaveHeadset());
    this.crowdMotion.stop();
    this.headset = new HeadsetDrawing(session, {
      renderer,
      scene,
      venueScene,
      reach,
      reducedMotion,
      farthestM: FARTHEST_M,
    });
    this.headset.place(this.eye, this.look.yaw);
    await this.headset.start().catch((failure) => {
      this.leaveHeadset();
      throw failure;
    });
  }

  /** Turns the view to the right and up, in degrees. */
  turn(rightDeg: number, upDeg: number): void {
    this.turnTo(turnLook(this.motion.aim, rightDeg, upDeg, BOUNDS), false);
  }

  /** Multiplies the field of view. A factor below 1 zooms in. */
  zoom(factor: number): void {
    this.turnTo(zoomLook(this.motion.aim, factor, BOUNDS), false);
  }

  /** Draws at once, so that the canvas can be copied before the browser clears it. */
  drawNow(): void {
    this.render(this.pacing.resting);
  }

  dispose(): void {
    this.ending.abort();
    this.sizes.disconnect();
    this.headset?.end();
    this.crowdMotion.stop();
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    if (this.rest !== null) clearTimeout(this.rest);
    this.venueScene.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  private leaveHeadset(): void {
    this.headset?.end();
    this.headset = null;
    if (this.ending.signal.aborted) return;
    this.size = { width: 0, height: 0, pixels: 0 };
    this.draw();
  }

  private showAll(): void {
    this.venueScene.placeViewer(this.eye);
    this.venueScene.fadeBodies(null);
  }

  private turnTo(look: Look, isImmediate: boolean): void {
    this.motion.turnTo(look, isImmediate);
    this.options.onMoved();
    this.draw();
  }

  private hold(isHeld: boolean): void {
    this.isHeld = isHeld;
    this.restSoon();
  }

  /** Requests a frame. Nothing is drawn while nothing changes. */
  private draw(): void {
    this.crowdMotion.stop();
    if (this.frame !== null) return;
    this.askedAt = performance.now();
    this.frame = requestAnimationFrame(() => this.onFrame());
  }

  private onFrame(): void {
    this.frame = null;
    // On a slow machine the frame comes late, because earlier ones are still being drawn.
    if (this.isMeasured) this.pacing.recordFrame(performance.now() - this.askedAt);
    const isMoving = this.motion.advance(performance.now());
    this.motionDetail ??= this.pacing.moving;
    this.render(this.motionDetail);
    if (isMoving) this.draw();
    this.restSoon();
  }

  /** A hand that holds the picture still is about to turn it further. */
  private restSoon(): void {
    if (this.rest !== null) clearTimeout(this.rest);
    this.rest = this.isHeld ? null : setTimeout(() => this.onRest(), REST_MS);
  }

  private onRest(): void {
    this.rest = null;
    if (this.frame !== null || this.headset !== null) return;
    this.motionDetail = null;
    const { resting } = this.pacing;
    const isDrawn = this.drawnDetail?.pixels === resting.pixels && this.drawnDetail.reach === resting.reach;
    if (this.isMeasured) this.startCrowd();
    if (isDrawn && this.isMeasured) return;
    const startedAt = performance.now();
    this.render(resting);
    if (this.isMeasured) return;
    this.isMeasured = true;
    // Measures once how fast the machine is.
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    whenDrawn(gl, this.ending.signal, () => {
      this.pacing.recordFullFrame(performance.now() - startedAt);
      void this.uploads.start(this.ending.signal);
      this.startCrowd();
    });
  }

  /** A crowd moves where motion is welcome and the machine draws full detail with ease. */
  private startCrowd(): void {
    const isEasy = this.pacing.moving.pixels === 1;
    if (isEasy && !this.options.reducedMotion && this.venueScene.hasMovingCrowd) this.crowdMotion.start();
  }

  private moveCrowd(seconds: number): void {
    if (this.frame !== null) return;
    this.venueScene.moveCrowd(seconds);
    this.render(this.pacing.resting);
  }

  private render(detail: DetailGrade): void {
    if (!this.fit(detail.pixels)) return;
    this.drawnDetail = detail;
    const { look, eye } = this.motion;
    const [yaw, pitch] = [radians(look.yaw), radians(look.pitch)];
    this.camera.position.copy(eye);
    this.camera.fov = verticalFov(look.fov, this.size.width, this.size.height);
    this.camera.updateProjectionMatrix();
    this.camera.lookAt(
      eye.x + Math.sin(yaw) * Math.cos(pitch),
      eye.y + Math.cos(yaw) * Math.cos(pitch),
      eye.z + Math.sin(pitch),
    );
    this.venueScene.setDetail(eye, detail.reach, magnificationOf(this.camera.fov, this.size.height * this.sharpest));
    this.renderer.render(this.scene, this.camera);
  }

  /** The pixels for each CSS pixel, at full resolution. */
  private get sharpest(): number {
    return Math.min(window.devicePixelRatio || 1, PIXEL_RATIO_MOST);
  }

  /** Adapts to the container's size. Returns false if there is nothing to draw on. */
  private fit(part: number): boolean {
    const { clientWidth: width, clientHeight: height } = this.container;
    const pixels = this.sharpest * part;
    if (width === 0 || height === 0 || this.headset !== null) return false;
    if (width === this.size.width && height === this.size.height && pixels === this.size.pixels) return true;
    this.size = { width, height, pixels };
    this.renderer.setDrawingBufferSize(width, height, pixels);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.camera.aspect = width / height;
    return true;
  }
}

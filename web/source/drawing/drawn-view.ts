// The drawn view: the view from a seat, drawn from the seating plan with three.js.
import type { WebGLRenderer } from "three";
import { PerspectiveCamera, Scene, Vector3 } from "three";
import type { Plan, Point } from "../plan/plan";
import { eyePosition } from "../plan/positions";
import type { Viewpoint } from "../plan/previewed-seats";
import { radians, verticalFov } from "../view/angles";
import { type Look, turnLook, zoomLook } from "../view/look";
import { listenForInput } from "../view/look-input";
import { onGraphicsLost } from "../view/lost-graphics";
import { startStage, whenPresented } from "../view/view-marks";
import { whenDrawn } from "../view/when-drawn";
import { beginScene, vectorOf } from "./begin-scene";
import { BOUNDS, CameraMotion } from "./camera-motion";
import { CopiedPicture } from "./copied-picture";
import { CrowdMotion } from "./crowd-motion";
import { magnificationOf } from "./detail-range";
import { type DetailGrade, FIRST_GRADE, FramePacing } from "./frame-pacing";
import type { HeadsetDrawing } from "./headset-drawing";
import { PictureWaits } from "./picture-waits";
import type { LaterUploads } from "./scene-building";
import type { VenueScene } from "./venue-scene";

const NEAREST_M = 0.12;
const FARTHEST_M = 900;
const PIXEL_RATIO_MOST = 2;
const REST_MS = 160;

export type DrawnOptions = {
  reducedMotion: boolean;
  /** Called when the view was turned, by a person or by a method. */
  onMoved: () => void;
  /** Called when the graphics device was lost and did not come back. The view then shows nothing. */
  onLost: () => void;
  /** Called with the share of the work up to the first picture that is done. */
  onProgress?: (part: number) => void;
  /** Whether somebody works on the page meanwhile. Pictures then come a little later, and hold nothing up: the first one is
   * prepared in tasks of its own, and each is shown once it is drawn. */
  isBesideWork?: boolean;
};

export class DrawnView {
  private readonly canvas: HTMLCanvasElement;
  /** The canvas on the page: that of the renderer, or a copy of it. */
  private readonly shown: HTMLCanvasElement;
  private readonly copied: CopiedPicture | null;
  /** Whether another frame was asked for while one was being drawn that is to be copied. */
  private isWanted = false;
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
  private isPaused = false;
  private frame: number | null = null;
  private rest: ReturnType<typeof setTimeout> | null = null;
  private askedAt = 0;
  private isMeasured = false;
  private size = { width: 0, height: 0, pixels: 0 };
  private readonly nextPicture = new PictureWaits(() => this.whenDrawn());
  private readonly nextPictureAtRest = new PictureWaits(() => this.whenDrawn());
  /** Set while the view is in a headset. The page's own picture waits. */
  private headset: HeadsetDrawing | null = null;

  constructor(
    private readonly container: HTMLElement,
    private plan: Plan,
    private readonly options: DrawnOptions,
    private readonly renderer: WebGLRenderer,
    private venueScene: VenueScene,
    private readonly uploads: LaterUploads,
    /** The eye whose first picture the scene was begun for. */
    private firstEye: Vector3 | null,
  ) {
    this.canvas = renderer.domElement;
    this.copied = options.isBesideWork === true ? new CopiedPicture(this.canvas, () => this.whenDrawn()) : null;
    this.shown = this.copied?.canvas ?? this.canvas;
    this.shown.style.touchAction = "none";
    this.shown.style.display = "block";
    this.motion = new CameraMotion(options.reducedMotion);
    this.camera.up.set(0, 0, 1);
    // Everything is built where it stands.
    this.scene.matrixWorldAutoUpdate = false;
    this.scene.add(this.venueScene.group);
    container.append(this.shown);
    const { signal } = this.ending;
    listenForInput(
      this.shown,
      {
        look: () => this.motion.aim,
        turned: (look) => this.turnTo(look, true),
        bounds: BOUNDS,
        held: (isHeld) => this.hold(isHeld),
      },
      signal,
    );
    // three.js uploads everything again that is drawn.
    onGraphicsLost(this.canvas, signal, { restored: () => this.draw(), gone: options.onLost });
    // The first call tells a size that the first frame already has: another frame would double the wait for pixels.
    this.sizes = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = container;
      if (clientWidth !== this.size.width || clientHeight !== this.size.height) this.draw();
    });
    this.sizes.observe(container);
  }

  /** The direction of view at the end of a motion. */
  get look(): Look {
    return this.motion.aim;
  }

  /** Whether this machine draws fast enough to follow something that is dragged. */
  get isFluent(): boolean {
    return this.pacing.isFluent;
  }

  /** Moves to a seat and looks in a direction. Resolves once a frame of it is drawn. Rejects if the seat has no position. */
  async show(place: Viewpoint, look: Look): Promise<void> {
    const at = place.eye ?? eyePosition(this.plan, place);
    if (at === null) throw new Error(`The plan does not say where ${place.section} is.`);
    const eye = new Vector3(at.x, at.y, at.z);
    this.eye = eye;
    // Those who are near another eye may not be there yet.
    if (this.firstEye === null || !eye.equals(this.firstEye)) await this.venueScene.complete();
    if (this.eye !== eye) return;
    this.showAll();
    this.motion.goTo(eye, look, performance.now());
    this.headset?.place(eye, look.yaw);
    // The page's own picture is drawn when the headset is left.
    if (this.headset !== null) return;
    this.draw();
    await this.nextPicture.wait();
    void this.complete();
  }

  /** Moves the eye at once, as its seat is moved. Another resolution would wait for the graphics device. */
  carry(eye: Point, look: Look): void {
    this.eye = vectorOf(eye)!;
    this.motionDetail ??= { ...this.pacing.moving, pixels: this.drawnDetail?.pixels ?? 1 };
    this.motion.goTo(this.eye, look, performance.now(), true);
    this.showAll();
    this.draw();
  }

  /** Draws nothing while it is paused: frames of a slow machine would hold up what somebody drags. */
  pause(isPaused: boolean): void {
    if (isPaused === this.isPaused) return;
    this.isPaused = isPaused;
    if (isPaused) this.crowdMotion.stop();
    else this.draw();
  }

  /** Builds the first picture of another plan from an eye of it, and shows it. Until then, the picture stays as it is. The
   * rest follows with `complete`. Only one plan may be built at a time. */
  async replacePlan(plan: Plan, at: Point | null): Promise<void> {
    const { renderer, uploads } = this;
    this.venueScene.stop();
    uploads.forget();
    const venueScene = await beginScene(plan, at, { renderer, uploads });
    if (this.ending.signal.aborted) return venueScene.dispose();
    this.scene.remove(this.venueScene.group);
    this.venueScene.dispose();
    [this.plan, this.venueScene, this.firstEye] = [plan, venueScene, vectorOf(at)];
    this.scene.add(venueScene.group);
    this.drawnDetail = null;
    this.showAll();
    this.draw();
  }

  /** Adds what the first picture did not need, and draws it. */
  async complete(): Promise<void> {
    const { venueScene } = this;
    if (venueScene.isComplete) return;
    await whenPresented();
    await venueScene.complete();
    if (!this.ending.signal.aborted) this.restSoon();
  }

  /** Resolves once the view rests, and is drawn in full. */
  whenComplete(): Promise<void> {
    this.restSoon();
    return this.nextPictureAtRest.wait();
  }

  /** Whether people or bodies near the eye hide something. */
  async hasSomethingNear(told: ReadonlySet<string> | null): Promise<boolean> {
    const { hasSomethingNear } = await import("./look-past");
    return hasSomethingNear(this.venueScene, this.eye, told);
  }

  /** Leaves out what hides something near the eye, or shows it again. Another seat shows it again, too. */
  async lookPast(isOn: boolean, told: ReadonlySet<string> | null): Promise<void> {
    const { lookPast } = await import("./look-past");
    if (isOn) lookPast(this.venueScene, this.eye, told);
    else this.showAll();
    this.draw();
  }

  /** Shows the view in a headset until the session ends. Rejects if the headset does not start. */
  async showInHeadset(session: XRSession): Promise<void> {
    const [{ HeadsetDrawing }] = await Promise.all([import("./headset-drawing"), this.venueScene.complete()]);
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
    this.shown.remove();
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
    if (this.frame !== null || this.isPaused || this.isWanted) return;
    this.askedAt = performance.now();
    if (this.copied?.isDrawing === true) this.isWanted = true;
    else this.frame = requestAnimationFrame(() => this.onFrame());
  }

  /** Copies a picture once it is drawn, and draws the one that was wanted meanwhile. */
  private async copy(copied: CopiedPicture): Promise<void> {
    await copied.copy();
    if (!this.isWanted || this.ending.signal.aborted) return;
    this.isWanted = false;
    this.frame ??= requestAnimationFrame(() => this.onFrame());
  }

  private onFrame(): void {
    this.frame = null;
    if (this.isPaused) return;
    // On a slow machine the frame comes late, because earlier ones are still being drawn.
    if (this.isMeasured) this.pacing.recordFrame(performance.now() - this.askedAt);
    const isMoving = this.motion.advance(performance.now());
    this.motionDetail ??= this.isMeasured ? this.pacing.moving : FIRST_GRADE;
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
    if (this.frame !== null || this.headset !== null || this.isPaused || !this.venueScene.isComplete) return;
    if (this.copied?.isDrawing === true) this.restSoon();
    else this.drawAtRest();
  }

  private drawAtRest(): void {
    this.motionDetail = null;
    const { resting } = this.pacing;
    const isDrawn = this.drawnDetail?.pixels === resting.pixels && this.drawnDetail.reach === resting.reach;
    if (this.isMeasured) this.startCrowd();
    const startedAt = performance.now();
    if (!isDrawn || !this.isMeasured) this.render(resting);
    void this.nextPictureAtRest.resolve();
    if (this.isMeasured) return;
    this.isMeasured = true;
    void this.measureFrame(startedAt);
  }

  /** Measures once how fast the machine is, and does afterwards what the first view did not need. */
  private async measureFrame(startedAt: number): Promise<void> {
    if (!(await this.whenDrawn())) return;
    this.pacing.recordFullFrame(performance.now() - startedAt);
    await whenPresented();
    void this.uploads.start(this.ending.signal);
    this.startCrowd();
  }

  private whenDrawn(): Promise<boolean> {
    return whenDrawn(this.renderer.getContext() as WebGL2RenderingContext, this.ending.signal);
  }

  /** A crowd moves where motion is welcome and the machine draws full detail with ease. */
  private startCrowd(): void {
    const isEasy = this.pacing.moving.pixels === 1;
    if (isEasy && !this.options.reducedMotion && this.venueScene.hasMovingCrowd) this.crowdMotion.start();
  }

  private moveCrowd(seconds: number): void {
    if (this.frame !== null || this.copied?.isDrawing === true) return;
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
    const endOfFrame = startStage("first-frame");
    this.renderer.render(this.scene, this.camera);
    if (this.copied !== null) void this.copy(this.copied);
    void this.nextPicture.resolve(endOfFrame);
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
    this.shown.style.width = `${width}px`;
    this.shown.style.height = `${height}px`;
    this.camera.aspect = width / height;
    return true;
  }
}

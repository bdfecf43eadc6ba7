// The drawn view: the view from a seat, drawn from the seating plan with three.js.
import { PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import { type Assumption, assumptionsOf } from "../plan/assumptions";
import type { Plan } from "../plan/plan";
import { eyePosition } from "../plan/positions";
import { CameraMotion } from "./camera-motion";
import { type DetailGrade, FramePacing, whenDrawn } from "./frame-pacing";
import { LaterUploads, pauseBetweenTasks, uploaderFor } from "./scene-building";
import { isHeadInTheWay } from "./sight-clearing";
import type { DrawnOptions, DrawnView, Look, Viewpoint } from "./types";
import { NoPositionError, NoWebGlError } from "./types";
import { measureVenue } from "./venue-measures";
import { VenueScene } from "./venue-scene";
import { listenForInput, turnLook, verticalFovDeg, zoomLook } from "./view-input";

export type { DrawnOptions, DrawnView, Look, Mood, Viewpoint } from "./types";
export { NoPositionError, NoWebGlError } from "./types";

const NEAREST_M = 0.12;
const FARTHEST_M = 900;
const PIXEL_RATIO_MOST = 2;
const REST_MS = 160;

/** Rejects with `NoPositionError` if the plan has no geometry, and with `NoWebGlError` without WebGL. */
export async function createDrawnView(container: HTMLElement, plan: Plan, options: DrawnOptions): Promise<DrawnView> {
  if (!plan.sections.some((section) => section.geometry !== null)) {
    throw new NoPositionError("The plan does not say where its sections are.");
  }
  const renderer = createRenderer();
  // Lets the page show its progress bar before the scene is built.
  await new Promise((resolve) => setTimeout(resolve));
  const pause = pauseBetweenTasks();
  const measures = measureVenue(plan);
  const uploads = new LaterUploads(uploaderFor(renderer));
  const venueScene = await VenueScene.build(measures, { pause, upload: uploads.upload });
  return new View(container, plan, options, renderer, venueScene, uploads);
}

function createRenderer(): WebGLRenderer {
  try {
    const renderer = new WebGLRenderer({ antialias: true, powerPreference: "high-performance" });
    // Asking for errors would wait until each program is compiled.
    renderer.debug.checkShaderErrors = false;
    return renderer;
  } catch (error) {
    throw new NoWebGlError("The browser does not support WebGL.", { cause: error });
  }
}

class View implements DrawnView {
  readonly canvas: HTMLCanvasElement;
  readonly assumptions: readonly Assumption[];
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(60, 1, NEAREST_M, FARTHEST_M);
  private readonly motion: CameraMotion;
  private readonly pacing = new FramePacing();
  private readonly ending = new AbortController();
  private readonly sizes: ResizeObserver;
  /** The detail of all frames of a motion. A change of resolution or detail within it would be felt. */
  private motionDetail: DetailGrade | null = null;
  private drawnDetail: DetailGrade | null = null;
  private isHeld = false;
  private frame: number | null = null;
  private rest: ReturnType<typeof setTimeout> | null = null;
  private askedAt = 0;
  private isReady = false;
  private isMeasured = false;
  private size = { width: 0, height: 0, pixels: 0 };

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
    this.assumptions = assumptionsOf(plan);
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
        turned: (look, isImmediate) => this.turnTo(look, isImmediate),
        held: (isHeld) => this.hold(isHeld),
      },
      signal,
    );
    this.canvas.addEventListener("webglcontextlost", () => options.onLost?.(), { signal });
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(container);
  }

  get look(): Look {
    return this.motion.aim;
  }

  show(place: Viewpoint, look: Look): void {
    const at = place.eye ?? eyePosition(this.plan, place);
    if (at === null) throw new NoPositionError(`The plan does not say where ${place.section} is.`);
    const eye = new Vector3(at.x, at.y, at.z);
    const { focus } = this.venueScene.measures;
    this.venueScene.clearSightLine(eye, (x, y, headZ) => isHeadInTheWay(eye, focus, x, y, headZ));
    this.motion.goTo(eye, look, performance.now());
    this.draw();
  }

  turn(rightDeg: number, upDeg: number): void {
    this.turnTo(turnLook(this.motion.aim, rightDeg, upDeg), false);
  }

  zoom(factor: number): void {
    this.turnTo(zoomLook(this.motion.aim, factor), false);
  }

  resize(): void {
    this.draw();
  }

  dispose(): void {
    this.ending.abort();
    this.sizes.disconnect();
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    if (this.rest !== null) clearTimeout(this.rest);
    this.venueScene.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  private turnTo(look: Look, isImmediate: boolean): void {
    this.motion.turnTo(look, isImmediate);
    this.options.onLook?.(this.motion.aim);
    this.draw();
  }

  private hold(isHeld: boolean): void {
    this.isHeld = isHeld;
    this.restSoon();
  }

  /** Requests a frame. Nothing is drawn while nothing changes. */
  private draw(): void {
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
    if (!this.isReady && this.size.width > 0) {
      this.isReady = true;
      this.options.onReady?.();
    }
  }

  /** A hand that holds the picture still is about to turn it further. */
  private restSoon(): void {
    if (this.rest !== null) clearTimeout(this.rest);
    this.rest = this.isHeld ? null : setTimeout(() => this.onRest(), REST_MS);
  }

  private onRest(): void {
    this.rest = null;
    if (this.frame !== null) return;
    this.motionDetail = null;
    const { resting } = this.pacing;
    const isDrawn = this.drawnDetail?.pixels === resting.pixels && this.drawnDetail.reach === resting.reach;
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
    });
  }

  private render(detail: DetailGrade): void {
    if (!this.fit(detail.pixels)) return;
    this.drawnDetail = detail;
    const { look, eye } = this.motion;
    const [yaw, pitch] = [(look.yaw * Math.PI) / 180, (look.pitch * Math.PI) / 180];
    this.camera.position.copy(eye);
    this.camera.fov = verticalFovDeg(look.fov, this.size.width, this.size.height);
    this.camera.updateProjectionMatrix();
    this.camera.lookAt(
      eye.x + Math.sin(yaw) * Math.cos(pitch),
      eye.y + Math.cos(yaw) * Math.cos(pitch),
      eye.z + Math.sin(pitch),
    );
    this.venueScene.setDetail(eye, detail.reach);
    this.renderer.render(this.scene, this.camera);
  }

  /** Adapts to the container's size. Returns false if it has none. */
  private fit(part: number): boolean {
    const { clientWidth: width, clientHeight: height } = this.container;
    const pixels = Math.min(window.devicePixelRatio || 1, PIXEL_RATIO_MOST) * part;
    if (width === 0 || height === 0) return false;
    if (width === this.size.width && height === this.size.height && pixels === this.size.pixels) return true;
    this.size = { width, height, pixels };
    this.renderer.setDrawingBufferSize(width, height, pixels);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.camera.aspect = width / height;
    return true;
  }
}

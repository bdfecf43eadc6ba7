// The controller of one view, which chooses the renderer and applies pointer, keyboard and gyroscope input to it.
import type { ViewDirection } from "../view/view-direction";
import { markView, startStage, whenPresented } from "../view/view-marks";
import { createFlatRenderer } from "./flat-renderer";
import { Gyroscope } from "./gyroscope";
import { viewBearing } from "./middle-bearing";
import { createPanoramaRenderer } from "./panorama-renderer";
import type { Headset, LookPast, RendererKind, RendererOptions, Subject, ViewRenderer } from "./renderer";

const DEGREES_OF_A_KEY = 6;
const ZOOM_OF_A_KEY = 0.85;
const ROTATION_DEG_PER_SECOND = 4;
/** A shorter movement does not count as turning the view. */
const TURN_PIXELS_MIN = 8;

export type ViewControllerOptions = {
  reducedMotion: boolean;
  autoRotate: boolean;
  /** Called when the buyer turned the view. */
  onTurned: () => void;
  /** Called when the renderer that is shown cannot continue. */
  onFailed: (kind: RendererKind) => void;
  /** Called with the share of the work that is done until a view can be shown. */
  onProgress: (part: number) => void;
  /** Updated at most once a frame with where the view looks. */
  direction: ViewDirection;
  renewImagery: RendererOptions["renewImagery"];
};

type ActiveRenderer = {
  kind: RendererKind;
  plan: Subject["plan"];
  renderer: ViewRenderer;
  layer: HTMLElement;
  middleBearingDeg: number | null;
};

export class ViewController {
  private active: ActiveRenderer | null = null;
  /** What is drawn, and not shown yet. */
  private held: ActiveRenderer | null = null;
  private reveal: () => void = () => {};
  private asked = 0;
  private rotation = 0;
  private telling = 0;
  private gyroscope: Gyroscope | null = null;
  private readonly watch = new ResizeObserver(() => this.moved());
  private readonly listening = new AbortController();

  constructor(
    private readonly element: HTMLElement,
    private readonly options: ViewControllerOptions,
  ) {
    this.listenForPointers();
    this.watch.observe(element);
    window.addEventListener("beforeprint", () => this.print(), this.listening);
  }

  /** Shows a subject. The latest call wins, whichever is ready first. Resolves to whether this one is now visible. */
  async show(subject: Subject, kind: RendererKind): Promise<boolean> {
    const asked = ++this.asked;
    this.stopRotation();
    this.showHeld();
    const active = await this.rendererFor(kind, subject, asked);
    if (active === null) return false;
    let isComplete = false;
    try {
      await active.renderer.show(subject);
      if (subject.hasStill && active !== this.active && asked === this.asked) isComplete = await this.holdBack(active);
    } catch (failure) {
      if (active !== this.active) this.drop(active);
      throw failure;
    }
    if (asked !== this.asked) {
      if (active !== this.active) this.drop(active);
      return false;
    }
    const isNew = active !== this.active;
    active.middleBearingDeg = subject.middleBearingDeg;
    this.replace(active);
    void this.markShown(isComplete ? null : active.renderer, asked, subject.hasStill && isNew);
    this.moved();
    if (this.options.autoRotate && !this.options.reducedMotion) this.rotate();
    return true;
  }

  /** Leaves the still in sight until everything is drawn, or somebody turns the view. Resolves to whether everything is. */
  private async holdBack(active: ActiveRenderer): Promise<boolean> {
    markView("turnable");
    this.held = active;
    const turned = new Promise<boolean>((resolve) => {
      this.reveal = () => resolve(false);
    });
    const isComplete = await Promise.race([active.renderer.whenComplete().then(() => true), turned]);
    if (this.held === active) this.held = null;
    return isComplete;
  }

  /** Another subject is drawn by the renderer that was held back, if it can. */
  private showHeld(): void {
    if (this.held === null) return;
    this.replace(this.held);
    this.held = null;
    this.reveal();
  }

  /** Marks when what was asked for is on the screen, and when the renderer has drawn everything of it; null if it has. */
  private async markShown(renderer: ViewRenderer | null, asked: number, wasHeld: boolean): Promise<void> {
    const complete = renderer?.whenComplete();
    await whenPresented();
    if (asked !== this.asked) return;
    markView("first-pixels");
    if (!wasHeld) markView("turnable");
    if (complete !== undefined) await complete.then(whenPresented);
    if (asked === this.asked) markView("complete");
  }

  /** How to look past what is near in the view that is shown now; null if that is not possible. */
  get lookPast(): LookPast | null {
    const lookPast = this.active?.renderer.lookPast;
    return lookPast === undefined ? null : { ...lookPast };
  }

  /** How to show the view in a headset; null if that is not possible. */
  get headset(): Headset | null {
    const headset = this.active?.renderer.headset;
    if (headset === undefined) return null;
    return {
      show: (session) => {
        this.stopRotation();
        return headset.show(session);
      },
    };
  }

  /** Applies a key to the view. Returns false if the key has no effect. */
  press(key: string): boolean {
    const renderer = (this.held ?? this.active)?.renderer;
    if (renderer === undefined) return false;
    this.reveal();
    const turn = TURNS[key];
    if (turn !== undefined) {
      renderer.turn(turn[0] * DEGREES_OF_A_KEY, turn[1] * DEGREES_OF_A_KEY);
      this.turnedByHand();
      return true;
    }
    if (key === "+" || key === "=") renderer.zoom(ZOOM_OF_A_KEY);
    else if (key === "-" || key === "_") renderer.zoom(1 / ZOOM_OF_A_KEY);
    else return false;
    return true;
  }

  /** Makes the view follow the device's orientation. Resolves to false if the device refuses. */
  async followDevice(): Promise<boolean> {
    this.stopRotation();
    const gyroscope = new Gyroscope((yaw, pitch) => this.active?.renderer.aim(yaw, pitch));
    const { yaw, pitch } = this.active?.renderer.direction() ?? { yaw: 0, pitch: 0 };
    if (!(await gyroscope.start(yaw, pitch))) return false;
    this.gyroscope?.stop();
    this.gyroscope = gyroscope;
    this.options.onTurned();
    return true;
  }

  stopFollowingDevice(): void {
    this.gyroscope?.stop();
    this.gyroscope = null;
  }

  dispose(): void {
    this.asked++;
    this.stopRotation();
    this.stopFollowingDevice();
    this.listening.abort();
    this.watch.disconnect();
    cancelAnimationFrame(this.telling);
    this.options.direction.set(null);
    this.showHeld();
    if (this.active !== null) this.drop(this.active);
    this.active = null;
  }

  private async rendererFor(kind: RendererKind, subject: Subject, asked: number): Promise<ActiveRenderer | null> {
    const { plan } = subject;
    if (this.active?.kind === kind && (kind !== "drawing" || this.active.plan === plan)) return this.active;
    const layer = document.createElement("div");
    layer.className = "layer";
    this.element.append(layer);
    try {
      const renderer = await RENDERERS[kind](layer, subject, this.rendererOptions(kind));
      const active = { kind, plan, renderer, layer, middleBearingDeg: null };
      if (asked === this.asked) return active;
      this.drop(active);
      return null;
    } catch (failure) {
      layer.remove();
      throw failure;
    }
  }

  private rendererOptions(kind: RendererKind): RendererOptions {
    const { reducedMotion, renewImagery, onFailed, onProgress } = this.options;
    return { reducedMotion, renewImagery, onProgress, onLost: () => onFailed(kind), onMoved: () => this.moved() };
  }

  /** Covers the canvas with a copy of it, since browsers print canvases of WebGL empty. */
  private print(): void {
    this.active?.renderer.drawNow?.();
    const canvas = this.active?.layer.querySelector("canvas");
    if (!canvas) return;
    const copy = document.createElement("canvas");
    copy.className = "printed";
    [copy.width, copy.height] = [canvas.width, canvas.height];
    copy.getContext("2d")?.drawImage(canvas, 0, 0);
    this.element.append(copy);
    window.addEventListener("afterprint", () => copy.remove(), { once: true });
  }

  /** Updates in the next frame where the view looks. */
  private moved(): void {
    if (this.telling !== 0) return;
    this.telling = requestAnimationFrame(() => {
      this.telling = 0;
      if (this.active === null) return;
      const { renderer, middleBearingDeg } = this.active;
      const { yaw, fov } = renderer.direction();
      const bearingDeg = viewBearing(middleBearingDeg, yaw);
      this.options.direction.set(bearingDeg === null ? null : { bearingDeg, fovDeg: fov });
    });
  }

  /** Replaces the renderer. The old picture stays until the new one is visible. */
  private replace(active: ActiveRenderer): void {
    const before = this.active;
    this.active = active;
    active.layer.dataset.shown = "";
    if (before !== null && before !== active) this.drop(before);
    if (this.gyroscope !== null && before !== active) void this.followDevice();
  }

  private drop({ renderer, layer }: ActiveRenderer): void {
    renderer.dispose();
    layer.remove();
  }

  private rotate(): void {
    let before = performance.now();
    const step = (now: number) => {
      this.active?.renderer.turn(((now - before) / 1000) * ROTATION_DEG_PER_SECOND, 0);
      before = now;
      this.rotation = requestAnimationFrame(step);
    };
    this.rotation = requestAnimationFrame(step);
  }

  private stopRotation(): void {
    cancelAnimationFrame(this.rotation);
  }

  private turnedByHand(): void {
    this.stopRotation();
    this.options.onTurned();
  }

  private listenForPointers(): void {
    const { signal } = this.listening;
    let start: { x: number; y: number } | null = null;
    const listen = <K extends keyof HTMLElementEventMap>(name: K, hear: (event: HTMLElementEventMap[K]) => void) =>
      this.element.addEventListener(name, hear, { signal, capture: true, passive: true });
    listen("pointerdown", (event) => {
      start = { x: event.clientX, y: event.clientY };
      this.reveal();
      this.stopRotation();
    });
    listen("pointermove", (event) => {
      if (start === null || event.buttons === 0) return;
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < TURN_PIXELS_MIN) return;
      start = null;
      this.turnedByHand();
    });
    listen("wheel", () => {
      this.reveal();
      this.stopRotation();
    });
  }
}

const TURNS: Record<string, readonly [right: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

type CreateRenderer = (layer: HTMLElement, subject: Subject, options: RendererOptions) => Promise<ViewRenderer>;

/** The share of the work that is done when the script is there. */
const SCRIPT_PROGRESS = 0.3;

/** The renderer of drawings has a 3D library, and is loaded when it is first needed. */
const RENDERERS: Record<RendererKind, CreateRenderer> = {
  panorama: async (layer, _, options) => createPanoramaRenderer(layer, options),
  flat: async (layer, _, options) => createFlatRenderer(layer, options),
  drawing: async (layer, { plan, place }, options) => {
    if (plan === null) throw new Error("There is no plan to draw from.");
    const endOfScript = startStage("script");
    const { createDrawingRenderer } = await import("./drawing-renderer");
    endOfScript();
    options.onProgress(SCRIPT_PROGRESS);
    return createDrawingRenderer(layer, plan, place, options);
  },
};

// A panorama that can be turned: the small picture at once, then the tiles that are in view. Nothing is drawn while
// nothing changes.
import { signedAngle, verticalFov } from "../view/angles";
import { loadBitmap } from "../view/load-bitmap";
import { type Look, type LookBounds, turnLook, zoomLook } from "../view/look";
import { listenForInput } from "../view/look-input";
import { onGraphicsLost } from "../view/lost-graphics";
import { whenDrawn } from "../view/when-drawn";
import type { HeadsetPanorama } from "./headset-panorama";
import { type Patch, SphereRenderer, type View } from "./sphere-renderer";
import { chooseLevel, type TileLevel, tilesInView } from "./tile-levels";
import { TileTextures } from "./tile-textures";

const BOUNDS: LookBounds = { pitch: { leastDeg: -89, mostDeg: 89 }, fov: { leastDeg: 20, mostDeg: 100 } };
/** The least vertical field of view; with less, the view would look like a peephole. */
export const VERTICAL_FOV_MIN_DEG = 34;
/** More pixels would cost time and show nothing, since the picture has no more. */
const PIXEL_RATIO_MAX = 2;
/** A picture without tiles is reduced to this width. */
const WHOLE_WIDTH_MAX = 8192;
/** A turn comes to rest with this time constant. */
const REST_MS = 120;
/** Addresses are renewed at most once in this time. */
const RENEWAL_MS = 60_000;
/** A finger that stops for this long before it leaves the screen does not throw the view. */
const THROW_MS = 60;

export type Panorama = {
  /** The address of the whole picture, for one without tiles. */
  url: string;
  /** The address of a small version that is shown first, if there is one. */
  smallUrl: string | null;
  levels: readonly TileLevel[];
};

export type PanoramaViewOptions = {
  reducedMotion: boolean;
  /** Returns the levels of the present panorama with new addresses. */
  renewLevels: () => Promise<readonly TileLevel[]>;
  onFailed: (failure: unknown) => void;
  /** Called when the view looks elsewhere. */
  onMoved: () => void;
};

export class PanoramaView {
  private readonly canvas = document.createElement("canvas");
  private readonly renderer: SphereRenderer;
  private readonly tiles: TileTextures;
  private readonly ending = new AbortController();
  private readonly sizes = new ResizeObserver(() => this.requestFrame());
  private panorama: Panorama | null = null;
  private levels: readonly TileLevel[] = [];
  private renewedAt = -Infinity;
  private isRenewing = false;
  private whole: Patch | null = null;
  private look: Look = { yaw: 0, pitch: 0, fov: 75 };
  /** Where the view comes to rest. */
  private goal: Look = this.look;
  private frame: number | null = null;
  private frameAt: number | null = null;
  /** Whether the small version is shown, and the whole picture is still to come. */
  private isCoarse = false;
  private onComplete: (() => void)[] = [];
  /** Set while the view is in a headset. The page's own picture waits. */
  private headset: HeadsetPanorama | null = null;

  /** Throws if the browser does not support WebGL. */
  constructor(
    private readonly container: HTMLElement,
    private readonly options: PanoramaViewOptions,
  ) {
    this.renderer = new SphereRenderer(this.canvas);
    this.tiles = new TileTextures(
      this.renderer,
      () => this.requestFrame(),
      (failure) => void this.renewAddresses(failure),
    );
    this.canvas.className = "panorama";
    container.append(this.canvas);
    const { signal } = this.ending;
    listenForInput(
      this.canvas,
      { look: () => this.goal, turned: (look) => this.turnTo(look, true), bounds: BOUNDS },
      signal,
    );
    this.throwAfterDrag(signal);
    onGraphicsLost(this.canvas, signal, {
      restored: () => this.restore(),
      gone: () => options.onFailed(new Error("The graphics device was lost.")),
    });
    this.sizes.observe(container);
  }

  /** Where the view looks, or will look when it has come to rest. */
  get direction(): Look {
    return this.goal;
  }

  /** Shows a panorama. Resolves once its small version, or else the whole, is drawn. */
  async show(panorama: Panorama, look: Look): Promise<void> {
    if (this.panorama?.url === panorama.url) {
      this.turnTo(look, this.options.reducedMotion);
      return;
    }
    const isCurrent = () => this.panorama === panorama && !this.ending.signal.aborted;
    this.panorama = panorama;
    const bitmap = await this.loadWhole(panorama.smallUrl ?? panorama.url);
    if (isCurrent()) {
      this.tiles.clear();
      this.levels = panorama.levels;
      this.isCoarse = panorama.smallUrl !== null && panorama.levels.length === 0;
      this.setWhole(bitmap);
      this.turnTo(look, true);
      this.headset?.face(look.yaw);
      // Drawn now and not with the next frame, so that the picture is there when this function returns.
      this.draw();
    }
    bitmap.close();
    if (panorama.smallUrl !== null && panorama.levels.length === 0) void this.sharpen(panorama, isCurrent);
    await whenDrawn(this.renderer.gl, this.ending.signal);
  }

  /** Resolves once nothing sharper is to come for what is in view. */
  whenComplete(): Promise<void> {
    this.requestFrame();
    return new Promise((resolve) => this.onComplete.push(resolve));
  }

  /** Shows the panorama in a headset until the session ends. Rejects if the headset does not start. */
  async showInHeadset(session: XRSession): Promise<void> {
    const { HeadsetPanorama } = await import("./headset-panorama");
    session.addEventListener("end", () => this.leaveHeadset());
    this.headset = new HeadsetPanorama(session, this.renderer, (view) => this.patchesFor(view));
    this.headset.face(this.goal.yaw);
    await this.headset.start().catch((failure) => {
      this.leaveHeadset();
      throw failure;
    });
  }

  turn(rightDeg: number, upDeg: number): void {
    this.turnTo(turnLook(this.goal, rightDeg, upDeg, BOUNDS), this.options.reducedMotion);
  }

  /** Looks in exactly this direction. */
  aim(yawDeg: number, pitchDeg: number): void {
    this.turnTo({ ...this.goal, yaw: yawDeg, pitch: pitchDeg }, true);
  }

  zoom(factor: number): void {
    this.turnTo(zoomLook(this.goal, factor, BOUNDS), this.options.reducedMotion);
  }

  /** Draws at once, so that the canvas can be copied before the browser clears it. */
  drawNow(): void {
    this.draw();
  }

  dispose(): void {
    this.ending.abort();
    this.sizes.disconnect();
    this.headset?.end();
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.tiles.clear();
    this.renderer.dispose();
    this.canvas.remove();
  }

  /** Loads the picture again, from the browser's cache, and looks where the view looked. */
  private restore(): void {
    const { panorama, goal } = this;
    this.renderer.prepare();
    this.tiles.clear();
    this.panorama = this.whole = null;
    if (panorama !== null) this.show(panorama, goal).catch(this.options.onFailed);
  }

  private leaveHeadset(): void {
    this.headset?.end();
    this.headset = null;
    this.requestFrame();
  }

  private async loadWhole(url: string): Promise<ImageBitmap> {
    return loadBitmap(url, { widthMax: Math.min(WHOLE_WIDTH_MAX, this.renderer.textureSideMax) });
  }

  private async sharpen({ url }: Panorama, isCurrent: () => boolean): Promise<void> {
    try {
      const bitmap = await this.loadWhole(url);
      if (isCurrent()) this.setWhole(bitmap);
      bitmap.close();
    } catch (failure) {
      // The small picture stays visible.
      if (isCurrent()) this.options.onFailed(failure);
    }
    if (isCurrent()) this.isCoarse = false;
    this.requestFrame();
  }

  /** The addresses of tiles expire while somebody looks at a panorama. New ones are tried before a failure is reported. */
  private async renewAddresses(failure: unknown): Promise<void> {
    const { panorama } = this;
    const now = performance.now();
    if (this.isRenewing) return;
    if (now - this.renewedAt < RENEWAL_MS) {
      this.options.onFailed(failure);
      return;
    }
    this.renewedAt = now;
    this.isRenewing = true;
    const levels = await this.options.renewLevels().catch(() => []);
    this.isRenewing = false;
    if (this.panorama !== panorama || levels.length === 0 || this.ending.signal.aborted) return;
    this.levels = levels;
    this.tiles.forgetFailures();
    this.requestFrame();
  }

  private setWhole(bitmap: ImageBitmap): void {
    if (this.whole !== null) this.renderer.deleteTexture(this.whole.texture);
    this.whole = { texture: this.renderer.createTexture(bitmap), left: 0, top: 0, right: 1, bottom: 1 };
  }

  private turnTo(look: Look, isImmediate: boolean): void {
    this.goal = turnLook(look, 0, 0, BOUNDS);
    this.options.onMoved();
    if (isImmediate) this.look = this.goal;
    this.requestFrame();
  }

  private requestFrame(): void {
    if (this.ending.signal.aborted) return;
    this.frame ??= requestAnimationFrame((now) => {
      this.frame = null;
      if (this.advance(now)) this.requestFrame();
      this.draw();
    });
  }

  /** Moves the view towards its goal. Returns whether it is still on its way. */
  private advance(now: number): boolean {
    const passedMs = this.frameAt === null ? 16 : Math.min(100, now - this.frameAt);
    const part = 1 - Math.exp(-passedMs / REST_MS);
    const yaw = signedAngle(this.goal.yaw - this.look.yaw);
    const [pitch, fov] = [this.goal.pitch - this.look.pitch, this.goal.fov - this.look.fov];
    const isMoving = Math.abs(yaw) + Math.abs(pitch) + Math.abs(fov) > 0.03;
    this.frameAt = isMoving ? now : null;
    this.look = isMoving
      ? {
          yaw: this.look.yaw + yaw * part,
          pitch: this.look.pitch + pitch * part,
          fov: this.look.fov + fov * part,
        }
      : this.goal;
    return isMoving;
  }

  private draw(): void {
    const { clientWidth: width, clientHeight: height } = this.container;
    if (width === 0 || height === 0 || this.headset !== null) return;
    const { yaw, pitch, fov } = this.look;
    const view: View = {
      yaw,
      pitch,
      verticalFov: verticalFov(fov, width, height, VERTICAL_FOV_MIN_DEG),
      width,
      height,
    };
    const patches = this.patchesFor(view);
    if (patches.length === 0) return;
    const pixelRatio = Math.min(window.devicePixelRatio || 1, PIXEL_RATIO_MAX);
    this.renderer.draw(view, patches, pixelRatio);
    if (this.onComplete.length > 0 && !this.isCoarse && this.tiles.isSettled) void this.complete();
  }

  /** Returns what there is of the panorama, and loads the tiles that a view needs. */
  private patchesFor(view: View): Patch[] {
    if (this.whole === null) return [];
    const level = chooseLevel(this.levels, view);
    if (level !== null) this.tiles.want(tilesInView(level, view));
    return [this.whole, ...this.tiles.patches];
  }

  private async complete(): Promise<void> {
    const waiting = this.onComplete.splice(0);
    if (await whenDrawn(this.renderer.gl, this.ending.signal)) for (const resolve of waiting) resolve();
  }

  /** After a quick drag the view turns on for a moment, as if it had a weight. */
  private throwAfterDrag(signal: AbortSignal): void {
    if (this.options.reducedMotion) return;
    let before: { at: number; look: Look } | null = null;
    let speed = { yaw: 0, pitch: 0, at: 0 };
    this.canvas.addEventListener(
      "pointermove",
      ({ buttons, timeStamp: at }) => {
        if (buttons === 0) return;
        const { goal } = this;
        const ms = before === null ? 0 : at - before.at;
        if (before !== null && ms > 0 && ms < THROW_MS) {
          speed = {
            yaw: signedAngle(goal.yaw - before.look.yaw) / ms,
            pitch: (goal.pitch - before.look.pitch) / ms,
            at,
          };
        }
        before = { at, look: goal };
      },
      { signal },
    );
    this.canvas.addEventListener(
      "pointerup",
      ({ timeStamp: at }) => {
        before = null;
        if (at - speed.at < THROW_MS)
          this.turnTo(turnLook(this.goal, speed.yaw * REST_MS, speed.pitch * REST_MS, BOUNDS), false);
        speed = { yaw: 0, pitch: 0, at: 0 };
      },
      { signal },
    );
  }
}

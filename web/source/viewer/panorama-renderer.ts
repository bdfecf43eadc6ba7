// The renderer for panoramas, with Photo Sphere Viewer. It shows the small image first, then the large one.
import { EquirectangularAdapter, Viewer } from "@photo-sphere-viewer/core";
import "@photo-sphere-viewer/core/index.css";
import type { RendererOptions, Subject, ViewRenderer } from "./renderer";
import type { Imagery, Look } from "./types";
import { clamp, degrees, radians, verticalFov } from "./view-angles";

const FOV_MIN_DEG = 18;
const FOV_MAX_DEG = 95;
const PITCH_MAX_DEG = 89;
const FADE_MS = 500;

export function createPanoramaRenderer(container: HTMLElement, options: RendererOptions): ViewRenderer {
  replaceMissingLocalStorage();
  return new PanoramaRenderer(container, options);
}

/**
 * Photo Sphere Viewer stores measurements of the graphics device in localStorage, and fails if a browser denies it to
 * frames on other sites' pages. Then an object replaces it for the life of the page.
 */
function replaceMissingLocalStorage(): void {
  try {
    void window.localStorage;
  } catch {
    Object.defineProperty(window, "localStorage", { value: {}, configurable: true });
  }
}

class PanoramaRenderer implements ViewRenderer {
  private readonly viewer: Viewer;
  private shown: string | null = null;
  private isDisposed = false;

  constructor(
    private readonly container: HTMLElement,
    private readonly options: RendererOptions,
  ) {
    this.viewer = new Viewer({
      container,
      adapter: EquirectangularAdapter.withConfig({ useXmpData: false }),
      navbar: false,
      keyboard: false,
      minFov: FOV_MIN_DEG,
      maxFov: FOV_MAX_DEG,
      moveInertia: options.reducedMotion ? false : 0.8,
      canvasBackground: "transparent",
      loadingTxt: "",
    });
    this.viewer.loader.hide();
    for (const name of ["position-updated", "zoom-updated"] as const) {
      this.viewer.addEventListener(name, () => options.onMoved());
    }
  }

  async show({ imagery, look }: Subject): Promise<void> {
    if (imagery === null) throw new Error("There is no picture to show.");
    if (this.shown === imagery.url) {
      this.moveTo(look);
      return;
    }
    const isFirst = this.shown === null;
    this.shown = imagery.url;
    await this.load(imagery.previewUrl ?? imagery.url, look, isFirst);
    if (imagery.previewUrl !== null) void this.sharpen(imagery);
  }

  turn(rightDeg: number, upDeg: number): void {
    const { yaw, pitch } = this.direction();
    this.aim(yaw + rightDeg, pitch + upDeg);
  }

  aim(yawDeg: number, pitchDeg: number): void {
    const pitch = clamp(pitchDeg, -PITCH_MAX_DEG, PITCH_MAX_DEG);
    this.viewer.rotate({ yaw: radians(yawDeg), pitch: radians(pitch) });
  }

  direction(): Look {
    const { yaw, pitch } = this.viewer.getPosition();
    return { yaw: degrees(yaw), pitch: degrees(pitch), fov: this.viewer.state.hFov };
  }

  zoom(factor: number): void {
    this.viewer.zoom(this.viewer.dataHelper.fovToZoomLevel(this.viewer.state.vFov * factor));
  }

  dispose(): void {
    this.isDisposed = true;
    this.viewer.destroy();
  }

  /** Turns the picture that is already shown, for a seat with the same picture. */
  private moveTo(look: Look): void {
    const target = { ...position(look), zoom: this.zoomOf(look) };
    if (this.options.reducedMotion) {
      this.viewer.rotate(target);
      this.viewer.zoom(target.zoom);
    } else {
      void this.viewer.animate({ ...target, speed: FADE_MS });
    }
  }

  private async load(url: string, look: Look, isFirst: boolean): Promise<void> {
    const isStill = isFirst || this.options.reducedMotion;
    await this.viewer.setPanorama(url, {
      position: position(look),
      zoom: this.zoomOf(look),
      showLoader: false,
      transition: isStill ? false : { speed: FADE_MS, rotation: false, effect: "fade" },
    });
  }

  private async sharpen({ url }: Imagery): Promise<void> {
    try {
      await this.viewer.textureLoader.preloadPanorama(url);
      if (this.isDisposed || this.shown !== url) return;
      await this.viewer.setPanorama(url, { showLoader: false, transition: false });
    } catch (failure) {
      // The small image stays visible.
      if (!this.isDisposed && this.shown === url) this.options.onLost(failure);
    }
  }

  private zoomOf(look: Look): number {
    const { clientWidth, clientHeight } = this.container;
    return this.viewer.dataHelper.fovToZoomLevel(verticalFov(look.fov, clientWidth, clientHeight));
  }
}

function position(look: Look): { yaw: number; pitch: number } {
  return { yaw: radians(look.yaw), pitch: radians(look.pitch) };
}

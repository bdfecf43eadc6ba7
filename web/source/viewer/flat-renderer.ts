// The renderer for flat pictures: photos, and panoramas without WebGL. They can be dragged and zoomed.

import { clamp } from "../view/angles";
import type { Look } from "../view/look";
import { loadImage } from "./image-urls";
import { imageryKind } from "./imagery-kinds";
import type { RendererOptions, Subject, ViewRenderer } from "./renderer";

const SCALE_MAX = 6;
const PIXELS_PER_DEGREE = 12;

export function createFlatRenderer(container: HTMLElement, options: RendererOptions): ViewRenderer {
  return new FlatRenderer(container, options.onMoved);
}

/** The picture covers the view at scale 1, and never leaves a gap at its edges. */
class FlatRenderer implements ViewRenderer {
  private readonly image = document.createElement("img");
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private readonly watch = new ResizeObserver(() => this.paint());
  private readonly listening = new AbortController();
  private scale = 1;
  /** The point of the picture at the middle of the view, from 0 to 1 of its width and height. */
  private middle = { x: 0.5, y: 0.5 };
  /** The angle that the whole width of the picture shows. */
  private widthDeg = 360;
  private wanted: string | null = null;
  private sharp: Promise<void> = Promise.resolve();

  constructor(
    private readonly container: HTMLElement,
    private readonly onMoved: () => void,
  ) {
    this.image.className = "flat";
    this.image.alt = "";
    this.image.draggable = false;
    container.append(this.image);
    this.watch.observe(container);
    this.listen();
  }

  async show({ imagery, look }: Subject): Promise<void> {
    if (imagery === null) throw new Error("There is no picture to show.");
    this.wanted = imagery.url;
    const { flatScale, flatMiddle, flatWidthDeg } = imageryKind(imagery.kind);
    this.widthDeg = flatWidthDeg(look);
    this.scale = flatScale;
    this.middle = flatMiddle(look);
    await this.put(imagery.previewUrl ?? imagery.url, imagery.url);
    if (imagery.previewUrl !== null) this.sharp = this.put(imagery.url, imagery.url).catch(() => {});
  }

  whenComplete(): Promise<void> {
    return this.sharp;
  }

  turn(rightDeg: number, upDeg: number): void {
    this.pan(-rightDeg * PIXELS_PER_DEGREE, upDeg * PIXELS_PER_DEGREE);
  }

  /** A flat picture does not follow the gyroscope. */
  aim(): void {}

  direction(): Look {
    const yaw = (this.middle.x - 0.5) * this.widthDeg;
    const fov = (this.container.clientWidth / this.size().width) * this.widthDeg;
    return { yaw, pitch: (0.5 - this.middle.y) * 180, fov };
  }

  zoom(factor: number): void {
    this.scale = clamp(this.scale / factor, 1, SCALE_MAX);
    this.paint();
  }

  dispose(): void {
    this.listening.abort();
    this.watch.disconnect();
    this.image.remove();
  }

  /** Shows an image unless another one has been requested meanwhile. */
  private async put(url: string, of: string): Promise<void> {
    await loadImage(url);
    if (this.wanted !== of) return;
    this.image.src = url;
    await this.image.decode().catch(() => {});
    this.paint();
  }

  private pan(rightPixels: number, downPixels: number): void {
    const { width, height } = this.size();
    this.middle = { x: this.middle.x - rightPixels / width, y: this.middle.y - downPixels / height };
    this.paint();
  }

  private size(): { width: number; height: number } {
    const { clientWidth, clientHeight } = this.container;
    const { naturalWidth, naturalHeight } = this.image;
    const cover = Math.max(clientWidth / (naturalWidth || 1), clientHeight / (naturalHeight || 1)) * this.scale;
    return { width: (naturalWidth || 1) * cover, height: (naturalHeight || 1) * cover };
  }

  private paint(): void {
    const { clientWidth, clientHeight } = this.container;
    if (this.image.naturalWidth === 0 || clientWidth === 0) return;
    const { width, height } = this.size();
    const [halfX, halfY] = [clientWidth / 2 / width, clientHeight / 2 / height];
    this.middle = { x: clamp(this.middle.x, halfX, 1 - halfX), y: clamp(this.middle.y, halfY, 1 - halfY) };
    const [left, top] = [clientWidth / 2 - this.middle.x * width, clientHeight / 2 - this.middle.y * height];
    this.image.style.width = `${width}px`;
    this.image.style.height = `${height}px`;
    this.image.style.transform = `translate(${left}px, ${top}px)`;
    this.onMoved();
  }

  private listen(): void {
    const { container, pointers } = this;
    const { signal } = this.listening;
    container.addEventListener("pointerdown", (event) => this.press(event), { signal });
    container.addEventListener("pointermove", (event) => this.drag(event), { signal });
    for (const end of ["pointerup", "pointercancel"] as const) {
      container.addEventListener(end, (event) => pointers.delete(event.pointerId), { signal });
    }
    container.addEventListener("wheel", (event) => this.roll(event), { signal, passive: false });
  }

  private press(event: PointerEvent): void {
    this.container.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  private drag(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    if (other === undefined) this.pan(now.x - before.x, now.y - before.y);
    else this.zoom(Math.hypot(before.x - other.x, before.y - other.y) / Math.hypot(now.x - other.x, now.y - other.y));
  }

  private roll(event: WheelEvent): void {
    event.preventDefault();
    this.zoom(Math.exp(event.deltaY / 500));
  }
}

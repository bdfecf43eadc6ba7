// Pointers on the canvas: one acts with the tool, two zoom, and the middle button or the space bar pans.

import type { Designer } from "../designer";
import { hitsAt } from "./canvas-scene";
import type { CanvasState } from "./canvas-state";
import { apartPixels, pannedBy, pinched, type ScreenPoint, zoomedAt } from "./canvas-view";
import type { PressedPointer, SelectTool } from "./select-tool";

const MIDDLE_BUTTON = 1;
const LINE_PIXELS = 30;
const WHEEL_STEP = 0.0016;
const TAP_PIXELS = 9;

/** What the pointers that are down do. */
type Gesture = "none" | "tool" | "select" | "pan" | "pinch";

export class CanvasPointers {
  private readonly points = new Map<number, ScreenPoint>();
  private gesture: Gesture = "none";
  /** Where a pan began, as long as it may be a tap. */
  private tapAt: ScreenPoint | null = null;
  private pending: PressedPointer | null = null;
  private frame = 0;
  isSpaceDown = false;

  constructor(
    private readonly element: HTMLElement,
    private readonly designer: Designer,
    private readonly state: CanvasState,
    private readonly own: SelectTool,
  ) {}

  /** Listens until the returned function is called. */
  start(): () => void {
    const listeners: [string, (event: never) => void, AddEventListenerOptions?][] = [
      ["pointerdown", (event: PointerEvent) => this.down(event)],
      ["pointermove", (event: PointerEvent) => this.moved(event)],
      ["pointerup", (event: PointerEvent) => this.up(event)],
      ["pointercancel", (event: PointerEvent) => this.lost(event)],
      ["pointerleave", () => this.leave()],
      ["wheel", (event: WheelEvent) => this.wheel(event), { passive: false }],
      ["contextmenu", (event: Event) => event.preventDefault()],
    ];
    for (const [name, listener, options] of listeners) {
      this.element.addEventListener(name, listener as EventListener, options);
    }
    return () => {
      cancelAnimationFrame(this.frame);
      for (const [name, listener] of listeners) this.element.removeEventListener(name, listener as EventListener);
    };
  }

  /** Gives up what is under way. Returns whether anything was. */
  cancel(): boolean {
    const { gesture } = this;
    this.pending = null;
    this.gesture = "none";
    if (gesture === "tool") this.designer.tool.value?.cancel?.();
    if (gesture === "select") this.own.cancel();
    return gesture !== "none";
  }

  private down(event: PointerEvent): void {
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    const pointer = this.pointerOf(event);
    this.points.set(event.pointerId, pointer.screen);
    if (this.points.size > 1) {
      this.cancel();
      this.gesture = "pinch";
      return;
    }
    if (event.button === MIDDLE_BUTTON || this.isSpaceDown) {
      event.preventDefault();
      this.startPan(null);
    } else if (event.button === 0) this.press(pointer);
  }

  private press(pointer: PressedPointer): void {
    const tool = this.designer.tool.value;
    if (tool?.down?.(pointer) === true) this.gesture = "tool";
    else if (tool?.isOnlyPanning !== true && this.own.down(pointer)) this.gesture = "select";
    else this.startPan(pointer.screen);
  }

  private startPan(tapAt: ScreenPoint | null): void {
    this.gesture = "pan";
    this.tapAt = tapAt;
    this.element.style.cursor = "grabbing";
  }

  private moved(event: PointerEvent): void {
    const pointer = this.pointerOf(event);
    const before = this.points.get(event.pointerId);
    if (before === undefined) this.hover(pointer);
    else if (this.gesture === "pinch") this.pinch(event.pointerId, pointer.screen);
    else if (this.gesture === "pan") this.pan(event.pointerId, before, pointer.screen);
    else if (this.gesture === "tool") this.designer.tool.value?.move?.(pointer, true);
    else if (this.gesture === "select") this.request(pointer);
  }

  private pan(id: number, from: ScreenPoint, to: ScreenPoint): void {
    if (this.tapAt !== null && apartPixels(this.tapAt, to) < TAP_PIXELS) return;
    this.tapAt = null;
    this.points.set(id, to);
    this.state.view.set(pannedBy(this.state.view.value, to.x - from.x, to.y - from.y));
  }

  private up(event: PointerEvent): void {
    if (!this.points.delete(event.pointerId)) return;
    const pointer = this.pointerOf(event);
    const { gesture } = this;
    // The last finger of a pinch does nothing more.
    if (gesture === "pinch") {
      if (this.points.size === 0) this.gesture = "none";
      return;
    }
    this.gesture = "none";
    if (gesture === "tool") this.designer.tool.value?.up?.(pointer);
    if (gesture === "select") {
      this.flush(pointer);
      this.own.up(pointer);
    }
    if (gesture === "pan" && this.tapAt !== null) this.own.tap(pointer);
    this.element.style.cursor = this.cursorAt(pointer);
  }

  private lost(event: PointerEvent): void {
    this.points.delete(event.pointerId);
    this.cancel();
  }

  private leave(): void {
    if (this.points.size === 0) this.designer.hovered.set(null);
  }

  private hover(pointer: PressedPointer): void {
    if (pointer.pointerType === "touch") return;
    const { seat } = pointer;
    const known = this.designer.hovered.value;
    const isSame = seat?.section === known?.section && seat?.row === known?.row && seat?.seat === known?.seat;
    if (!isSame) this.designer.hovered.set(seat);
    this.designer.tool.value?.move?.(pointer, false);
    this.element.style.cursor = this.cursorAt(pointer);
  }

  private cursorAt(pointer: PressedPointer): string {
    if (this.isSpaceDown) return "grab";
    return this.designer.tool.value === null
      ? this.own.cursorAt(pointer)
      : (this.designer.tool.value.cursor ?? "default");
  }

  private pinch(id: number, to: ScreenPoint): void {
    const before = [...this.points.values()];
    this.points.set(id, to);
    this.state.view.set(pinched(this.state.view.value, before.slice(0, 2), [...this.points.values()].slice(0, 2)));
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const by = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1;
    const at = this.screenOf(event);
    const steps = event.ctrlKey ? event.deltaY * by * 4 : event.deltaY * by;
    this.state.view.set(zoomedAt(this.state.view.value, at, Math.exp(-steps * WHEEL_STEP)));
  }

  /** One step of a drag for each picture: a mouse moves more often than the screen shows. */
  private request(pointer: PressedPointer): void {
    this.pending = pointer;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.flush(null));
  }

  private flush(last: PressedPointer | null): void {
    const pointer = last !== null && this.pending !== null ? last : this.pending;
    this.pending = null;
    cancelAnimationFrame(this.frame);
    if (pointer !== null) this.own.drag(pointer);
  }

  private pointerOf(event: PointerEvent): PressedPointer {
    const screen = this.screenOf(event);
    const view = this.state.view.value;
    const at = view.toGround(screen.x, screen.y);
    const withinM = (event.pointerType === "touch" ? 8 : 0) / view.pixelsPerM;
    // What is under a drag of the canvas's own matters to nobody.
    const isMeant = this.gesture === "none" || this.gesture === "tool";
    const [hit] = isMeant
      ? hitsAt(this.state.scene.value, { x: at.x, y: -at.y }, this.state.hidden.value, withinM)
      : [];
    return {
      at,
      screen,
      piece: hit?.piece ?? null,
      seat: hit?.seat ?? null,
      shiftKey: event.shiftKey,
      ctrlKey: event.ctrlKey || event.metaKey,
      altKey: event.altKey,
      pointerType: event.pointerType,
      pixelsPerM: view.pixelsPerM,
    };
  }

  private screenOf({ clientX, clientY }: MouseEvent): ScreenPoint {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}

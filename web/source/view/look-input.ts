// Input for looking around: drag, pinch and wheel change the direction and the field of view.
import { type Look, type LookBounds, turnLook, zoomLook } from "./look";

const WHEEL_ZOOM = 0.0012;

export type LookInputHandler = {
  look(): Look;
  turned(look: Look): void;
  bounds: LookBounds;
  /** Called when the first finger or button goes down, and when the last one comes up. */
  held?(isHeld: boolean): void;
};

/** Listens for input on an element until the signal is aborted. */
export function listenForInput(element: HTMLElement, handler: LookInputHandler, signal: AbortSignal): void {
  const { bounds } = handler;
  const fingers = new Map<number, { x: number; y: number }>();
  element.addEventListener(
    "pointerdown",
    (event) => {
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      element.setPointerCapture(event.pointerId);
      if (fingers.size === 1) handler.held?.(true);
    },
    { signal },
  );
  element.addEventListener(
    "pointermove",
    (event) => {
      const before = fingers.get(event.pointerId);
      if (before === undefined) return;
      const spread = spreadOf(fingers);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const perPixel = handler.look().fov / Math.max(element.clientWidth, element.clientHeight, 1);
      const share = perPixel / fingers.size;
      const right = (before.x - event.clientX) * share;
      const up = (event.clientY - before.y) * share;
      const look = turnLook(handler.look(), right, up, bounds);
      handler.turned(spread > 0 ? zoomLook(look, spread / spreadOf(fingers), bounds) : look);
    },
    { signal },
  );
  for (const end of ["pointerup", "pointercancel"] as const) {
    element.addEventListener(
      end,
      (event) => {
        if (fingers.delete(event.pointerId) && fingers.size === 0) handler.held?.(false);
      },
      { signal },
    );
  }
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      handler.turned(zoomLook(handler.look(), Math.exp(event.deltaY * WHEEL_ZOOM), bounds));
    },
    { signal, passive: false },
  );
}

/** The distance of two fingers; 0 if there are not two. */
function spreadOf(fingers: Map<number, { x: number; y: number }>): number {
  const [one, other] = [...fingers.values()];
  return one === undefined || other === undefined ? 0 : Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
}

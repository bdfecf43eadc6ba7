// Input for looking around: drag, pinch, wheel and keys change the direction and the field of view.
import type { Look } from "./types";

/** The bounds of a direction of view. */
export type LookBounds = Record<"pitch" | "fov", { leastDeg: number; mostDeg: number }>;

export const FOV = { leastDeg: 20, mostDeg: 100 };
export const PITCH = { leastDeg: -75, mostDeg: 70 };
const DRAWN_BOUNDS: LookBounds = { pitch: PITCH, fov: FOV };
const KEY_DEG = 6;
const KEY_ZOOM = 1.12;
const WHEEL_ZOOM = 0.0012;

/** Limits a direction of view to its bounds. */
export function clampLook({ yaw, pitch, fov }: Look, bounds = DRAWN_BOUNDS): Look {
  return {
    yaw: ((yaw % 360) + 360) % 360,
    pitch: Math.min(bounds.pitch.mostDeg, Math.max(bounds.pitch.leastDeg, pitch)),
    fov: Math.min(bounds.fov.mostDeg, Math.max(bounds.fov.leastDeg, fov)),
  };
}

export function turnLook(look: Look, rightDeg: number, upDeg: number, bounds = DRAWN_BOUNDS): Look {
  return clampLook({ ...look, yaw: look.yaw + rightDeg, pitch: look.pitch + upDeg }, bounds);
}

export function zoomLook(look: Look, factor: number, bounds = DRAWN_BOUNDS): Look {
  return clampLook({ ...look, fov: look.fov * factor }, bounds);
}

/** Returns the direction of view after a key press; null if the key has no effect. */
export function lookAfterKey(look: Look, key: string): Look | null {
  const step = KEY_DEG * Math.min(1, look.fov / 60);
  switch (key) {
    case "ArrowLeft":
      return turnLook(look, -step, 0);
    case "ArrowRight":
      return turnLook(look, step, 0);
    case "ArrowUp":
      return turnLook(look, 0, step);
    case "ArrowDown":
      return turnLook(look, 0, -step);
    case "+":
    case "=":
      return zoomLook(look, 1 / KEY_ZOOM);
    case "-":
      return zoomLook(look, KEY_ZOOM);
    default:
      return null;
  }
}

/** The vertical field of view, in degrees, if the longer side shows `fov`. */
export function verticalFovDeg(fov: number, width: number, height: number): number {
  if (height >= width) return fov;
  const half = Math.tan((fov * Math.PI) / 360) * (height / width);
  return (Math.atan(half) * 360) / Math.PI;
}

export type ViewInputHandler = {
  look(): Look;
  /** Called when the user turned the view. The turn is immediate if it follows a pointer. */
  turned(look: Look, isImmediate: boolean): void;
  /** Called when the first finger or button goes down, and when the last one comes up. */
  held?(isHeld: boolean): void;
  /** By default those of the drawn view, which has nothing to show straight above and below. */
  bounds?: LookBounds;
};

/** Listens for input on an element until the signal is aborted. */
export function listenForInput(element: HTMLElement, handler: ViewInputHandler, signal: AbortSignal): void {
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
      const look = turnLook(handler.look(), right, up, handler.bounds);
      handler.turned(spread > 0 ? zoomLook(look, spread / spreadOf(fingers), handler.bounds) : look, true);
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
      handler.turned(zoomLook(handler.look(), Math.exp(event.deltaY * WHEEL_ZOOM), handler.bounds), true);
    },
    { signal, passive: false },
  );
  element.addEventListener(
    "keydown",
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const look = lookAfterKey(handler.look(), event.key);
      if (look === null) return;
      event.preventDefault();
      handler.turned(look, false);
    },
    { signal },
  );
}

/** The distance of two fingers; 0 if there are not two. */
function spreadOf(fingers: Map<number, { x: number; y: number }>): number {
  const [one, other] = [...fingers.values()];
  return one === undefined || other === undefined ? 0 : Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
}

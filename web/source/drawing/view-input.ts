// Looking around: drag, pinch, wheel and keys turn into a direction and a field of view.
import type { Look } from "./types";

export const FOV = { leastDeg: 20, mostDeg: 100 };
export const PITCH = { leastDeg: -75, mostDeg: 70 };
const KEY_DEG = 6;
const KEY_ZOOM = 1.12;
const WHEEL_ZOOM = 0.0012;

/** A look within its bounds. */
export function bounded({ yaw, pitch, fov }: Look): Look {
  return {
    yaw: ((yaw % 360) + 360) % 360,
    pitch: Math.min(PITCH.mostDeg, Math.max(PITCH.leastDeg, pitch)),
    fov: Math.min(FOV.mostDeg, Math.max(FOV.leastDeg, fov)),
  };
}

export function turned(look: Look, rightDeg: number, upDeg: number): Look {
  return bounded({ ...look, yaw: look.yaw + rightDeg, pitch: look.pitch + upDeg });
}

export function zoomed(look: Look, factor: number): Look {
  return bounded({ ...look, fov: look.fov * factor });
}

/** What a key does to a look; null where it does nothing. */
export function keyed(look: Look, key: string): Look | null {
  const step = KEY_DEG * Math.min(1, look.fov / 60);
  switch (key) {
    case "ArrowLeft":
      return turned(look, -step, 0);
    case "ArrowRight":
      return turned(look, step, 0);
    case "ArrowUp":
      return turned(look, 0, step);
    case "ArrowDown":
      return turned(look, 0, -step);
    case "+":
    case "=":
      return zoomed(look, 1 / KEY_ZOOM);
    case "-":
      return zoomed(look, KEY_ZOOM);
    default:
      return null;
  }
}

/** The upright field of view of a picture whose longer side shows `fov`, in degrees. */
export function uprightFovDeg(fov: number, width: number, height: number): number {
  if (height >= width) return fov;
  const half = Math.tan((fov * Math.PI) / 360) * (height / width);
  return (Math.atan(half) * 360) / Math.PI;
}

export type Hands = {
  look(): Look;
  /** A person turned the view; the turn is immediate where it follows a finger. */
  turned(look: Look, isImmediate: boolean): void;
};

/** Listens on an element until the signal ends it. */
export function listen(element: HTMLElement, hands: Hands, signal: AbortSignal): void {
  const fingers = new Map<number, { x: number; y: number }>();
  element.addEventListener(
    "pointerdown",
    (event) => {
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      element.setPointerCapture(event.pointerId);
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
      const perPixel = hands.look().fov / Math.max(element.clientWidth, element.clientHeight, 1);
      const share = perPixel / fingers.size;
      const right = (before.x - event.clientX) * share;
      const up = (event.clientY - before.y) * share;
      const look = turned(hands.look(), right, up);
      hands.turned(spread > 0 ? zoomed(look, spread / spreadOf(fingers)) : look, true);
    },
    { signal },
  );
  for (const end of ["pointerup", "pointercancel"] as const) {
    element.addEventListener(end, (event) => fingers.delete(event.pointerId), { signal });
  }
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      hands.turned(zoomed(hands.look(), Math.exp(event.deltaY * WHEEL_ZOOM)), true);
    },
    { signal, passive: false },
  );
  element.addEventListener(
    "keydown",
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const look = keyed(hands.look(), event.key);
      if (look === null) return;
      event.preventDefault();
      hands.turned(look, false);
    },
    { signal },
  );
}

/** How far two fingers are apart; 0 with one. */
function spreadOf(fingers: Map<number, { x: number; y: number }>): number {
  const [one, other] = [...fingers.values()];
  return one === undefined || other === undefined ? 0 : Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
}

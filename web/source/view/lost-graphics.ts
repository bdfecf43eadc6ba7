// A graphics device that is lost, as when a phone needs its memory elsewhere, and mostly comes back.

/** A device that has not come back after this time counts as gone. */
const PATIENCE_MS = 8000;

export type LostGraphics = {
  /** Called when the device is back. Everything that it held is gone. */
  restored: () => void;
  /** Called when the device does not come back. */
  gone: () => void;
};

export function onGraphicsLost(canvas: HTMLCanvasElement, signal: AbortSignal, { restored, gone }: LostGraphics): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  canvas.addEventListener(
    "webglcontextlost",
    (event) => {
      // Without this, browsers do not restore it.
      event.preventDefault();
      clearTimeout(waiting);
      waiting = setTimeout(() => signal.aborted || gone(), PATIENCE_MS);
    },
    { signal },
  );
  canvas.addEventListener(
    "webglcontextrestored",
    () => {
      clearTimeout(waiting);
      restored();
    },
    { signal },
  );
}

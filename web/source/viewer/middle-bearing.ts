// The compass direction of a picture.
import type { Preview } from "./types";

/**
 * The compass bearing of the middle of a preview's picture; null if the seat has no position. A drawing starts in the
 * direction of the focus as a compass gives it, and the picture in the same direction as its own middle gives it.
 */
export function middleBearing({ drawing, orientation }: Preview): number | null {
  return drawing === null ? null : drawing.orientation.yaw - orientation.yaw;
}

/** The compass bearing of a view that looks `yawDeg` to the right of the picture's middle; null if that is not known. */
export function viewBearing(middleBearingDeg: number | null, yawDeg: number): number | null {
  return middleBearingDeg === null ? null : (middleBearingDeg + yawDeg + 720) % 360;
}

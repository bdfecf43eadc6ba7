// Pure functions about directions and fields of view.

import type { Preview } from "./types";

/** The least vertical field of view; with less, the view would look like a peephole. */
const VERTICAL_MIN_DEG = 34;

/** Converts a field of view across the longer side to the vertical one, which 3D cameras take. */
export function verticalFov(fovDeg: number, width: number, height: number): number {
  if (width <= height || height <= 0) return fovDeg;
  const half = Math.atan((Math.tan(radians(fovDeg) / 2) * height) / width);
  return Math.max(VERTICAL_MIN_DEG, degrees(half) * 2);
}

/** Converts a field of view across the longer side to the horizontal one. */
export function horizontalFov(fovDeg: number, width: number, height: number): number {
  if (width <= 0 || height <= 0) return fovDeg;
  const vertical = radians(verticalFov(fovDeg, width, height));
  return degrees(Math.atan((Math.tan(vertical / 2) * width) / height)) * 2;
}

/**
 * The compass bearing of the middle of a preview's picture; null if the seat has no position. A drawing starts in the
 * direction of the focus as a compass gives it, and the picture in the same direction as its own middle gives it.
 */
export function middleBearing({ drawing, orientation }: Preview): number | null {
  return drawing === null ? null : drawing.orientation.yaw - orientation.yaw;
}

/** Normalizes an angle to -180 to 180 degrees. */
export function turned(yawDeg: number): number {
  return ((((yawDeg + 180) % 360) + 360) % 360) - 180;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

export function radians(deg: number): number {
  return (deg * Math.PI) / 180;
}

export function degrees(rad: number): number {
  return (rad * 180) / Math.PI;
}

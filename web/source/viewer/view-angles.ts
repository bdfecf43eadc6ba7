// Pure functions about directions and fields of view.

import type { Plan } from "../plan/plan";
import { bearingDeg, eyePosition } from "../plan/positions";
import { type Viewpoint, viewedSeat } from "../plan/previewed-seats";
import type { Look, Preview } from "./types";

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
 * The compass bearing of the middle of a preview's picture; null if the seat has no position. It follows from the
 * direction in which the picture shows the focus: the preview's yaw, without the venue's own start direction.
 */
export function middleBearing(plan: Plan, preview: Preview): number | null {
  const toFocus = lookAtFocus(plan, viewedSeat(preview), 0);
  if (toFocus === null) return null;
  return toFocus.yaw + (preview.viewerDefaults.startYawDeg ?? 0) - preview.orientation.yaw;
}

/** The direction from a seat to the focus, for the drawing. Null if the seat has no position. */
export function lookAtFocus(plan: Plan, place: Viewpoint, fov: number): Look | null {
  const eye = place.eye ?? eyePosition(plan, place);
  if (eye === null) return null;
  const { focus } = plan;
  const distance = Math.hypot(focus.x - eye.x, focus.y - eye.y);
  return { yaw: bearingDeg(eye, focus), pitch: degrees(Math.atan2(focus.z - eye.z, distance)), fov };
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

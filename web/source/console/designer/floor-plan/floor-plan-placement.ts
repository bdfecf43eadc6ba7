// Where a floor plan lies on the ground plan: moved, turned, and scaled by two points whose distance is known.
import type { components } from "@seatpreview/client";
import type { Ground, ShownPlace } from "../canvas/canvas-tool";

export type Placement = components["schemas"]["FloorPlanPlacement"];
export type Size = { width: number; height: number };
/** A place in the picture, in pixels from its top left corner. */
export type Pixel = { x: number; y: number };

/** What the service takes. */
export const GROUND_M_MAX = 2000;
const METRES_PER_PIXEL_MIN = 0.0001;
const METRES_PER_PIXEL_MAX = 100;

const WIDTH_M = 30;
const WIDTH_M_MIN = 10;
const OPACITY = 0.5;

/** Where a new floor plan lies: as wide as what is drawn already, in its middle. */
export function firstPlacement(size: Size, drawn: readonly Ground[]): Placement {
  const box = boxOf(drawn);
  const middle = box === null ? { x: 0, y: 0 } : { x: (box.left + box.right) / 2, y: (box.bottom + box.top) / 2 };
  const metresPerPixel =
    box === null
      ? WIDTH_M / size.width
      : Math.max((box.right - box.left) / size.width, (box.top - box.bottom) / size.height, WIDTH_M_MIN / size.width);
  return bounded({ ...middle, metresPerPixel, turnDeg: 0, opacity: OPACITY });
}

/** The ground at a pixel of the picture. */
export function groundAt(placement: Placement, size: Size, pixel: Pixel): Ground {
  const right = (pixel.x - size.width / 2) * placement.metresPerPixel;
  const up = (size.height / 2 - pixel.y) * placement.metresPerPixel;
  const { sine, cosine } = turnOf(placement);
  return { x: placement.x + right * cosine + up * sine, y: placement.y - right * sine + up * cosine };
}

/** The pixel of the picture that lies at a place of the ground. It may be outside of the picture. */
export function pixelAt(placement: Placement, size: Size, at: Ground): Pixel {
  const [east, north] = [at.x - placement.x, at.y - placement.y];
  const { sine, cosine } = turnOf(placement);
  const right = east * cosine - north * sine;
  const up = east * sine + north * cosine;
  return {
    x: right / placement.metresPerPixel + size.width / 2,
    y: size.height / 2 - up / placement.metresPerPixel,
  };
}

export function isOnPicture(placement: Placement, size: Size, at: Ground): boolean {
  const { x, y } = pixelAt(placement, size, at);
  return x >= 0 && y >= 0 && x <= size.width && y <= size.height;
}

export function movedBy(placement: Placement, eastM: number, northM: number): Placement {
  return bounded({ ...placement, x: placement.x + eastM, y: placement.y + northM });
}

/** Turned about its middle, clockwise. The angle stays between -180 and 180 degrees. */
export function turnedTo(placement: Placement, turnDeg: number): Placement {
  const within = ((((turnDeg + 180) % 360) + 360) % 360) - 180;
  return { ...placement, turnDeg: turnDeg === 180 ? 180 : within };
}

/** Scaled so that the picture is this wide. Its middle stays. */
export function withWidth(placement: Placement, size: Size, widthM: number): Placement {
  return bounded({ ...placement, metresPerPixel: widthM / size.width });
}

/** Scaled so that two pixels are this far apart. The first of them stays where it is. Null if both are the same, or if
 * the picture would be larger or smaller than the service takes. */
export function scaledBy(
  placement: Placement,
  size: Size,
  first: Pixel,
  second: Pixel,
  distanceM: number,
): Placement | null {
  const metresPerPixel = distanceM / Math.hypot(second.x - first.x, second.y - first.y);
  if (!(metresPerPixel >= METRES_PER_PIXEL_MIN && metresPerPixel <= METRES_PER_PIXEL_MAX)) return null;
  const before = groundAt(placement, size, first);
  const scaled = { ...placement, metresPerPixel };
  const after = groundAt(scaled, size, first);
  const moved = { ...scaled, x: placement.x + before.x - after.x, y: placement.y + before.y - after.y };
  return Math.max(Math.abs(moved.x), Math.abs(moved.y)) > GROUND_M_MAX ? null : moved;
}

/** The distance of two pixels on the ground, as the picture is scaled now. */
export function distanceM(placement: Placement, first: Pixel, second: Pixel): number {
  return Math.hypot(second.x - first.x, second.y - first.y) * placement.metresPerPixel;
}

/** The whole picture, as a place that the canvas can be asked to show. */
export function extentOf({ x, y, metresPerPixel }: Placement, { width, height }: Size): ShownPlace {
  return { at: { x, y }, radiusM: (Math.max(width, height) / 2) * metresPerPixel };
}

/** The placement within what the service takes. */
export function bounded(placement: Placement): Placement {
  return {
    ...placement,
    x: within(placement.x, -GROUND_M_MAX, GROUND_M_MAX),
    y: within(placement.y, -GROUND_M_MAX, GROUND_M_MAX),
    metresPerPixel: within(placement.metresPerPixel, METRES_PER_PIXEL_MIN, METRES_PER_PIXEL_MAX),
    opacity: within(placement.opacity, 0, 1),
  };
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function turnOf({ turnDeg }: Placement) {
  const turn = (turnDeg * Math.PI) / 180;
  return { sine: Math.sin(turn), cosine: Math.cos(turn) };
}

function boxOf(points: readonly Ground[]) {
  const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.bottom = Math.min(box.bottom, y);
    box.top = Math.max(box.top, y);
  }
  return points.length === 0 ? null : box;
}

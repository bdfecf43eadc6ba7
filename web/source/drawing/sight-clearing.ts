// Who and what is left out of the drawing around the eye, because a person would look past it.
import type { Point3 } from "./mesh-builder";

const CLEAR_HALF_M = 0.42;
const ELBOWS_M = 0.75;
/** Nobody is drawn this close in front of the eye, where a head would fill the picture. */
const FACE_M = 2.3;

type Eye = { x: number; y: number; z: number };

/** Returns whether a head hides the focus from the eye, or is so close that it would fill the view. */
export function isHeadInTheWay(
  eye: Eye,
  [focusX, focusY, focusZ]: Point3,
  x: number,
  y: number,
  headZ: number,
): boolean {
  const [toX, toY] = [x - eye.x, y - eye.y];
  if (Math.hypot(toX, toY) < ELBOWS_M) return true;
  const [aheadX, aheadY] = [focusX - eye.x, focusY - eye.y];
  const length = Math.hypot(aheadX, aheadY) || 1;
  const forward = (toX * aheadX + toY * aheadY) / length;
  const aside = Math.abs(toX * aheadY - toY * aheadX) / length;
  if (forward > 0 && forward < FACE_M && aside < ELBOWS_M) return true;
  if (forward <= 0 || aside > CLEAR_HALF_M) return false;
  return headZ > eye.z + ((focusZ - eye.z) * forward) / length - 0.12;
}

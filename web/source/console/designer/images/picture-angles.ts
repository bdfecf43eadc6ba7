// Directions within a picture: at which place of it the focus is, and where its middle looks if the focus is there.
import { normalizedDeg } from "../../../layout-edits/image-edits";

export type Direction = { yawDeg: number; pitchDeg: number };

/** How many degrees of a panorama the strip shows. */
export const STRIP_DEG = 100;
/** How wide an ordinary photo is taken to be. A phone's usual lens takes 65 to 70 degrees. */
export const PHOTO_DEG = 67;

/** The direction of a panorama's middle, once it was dragged to the right by a part of the strip's width. */
export function draggedYawDeg(yawDeg: number, part: number): number {
  return normalizedDeg(yawDeg + part * STRIP_DEG);
}

/** The place of the focus in a panorama: 0 left and top, 1 right and bottom. */
export function inPanorama(middle: Direction, focus: Direction): { x: number; y: number } {
  const turn = normalizedDeg(focus.yawDeg - middle.yawDeg);
  return { x: 0.5 + turn / 360, y: 0.5 - (focus.pitchDeg - middle.pitchDeg) / 180 };
}

/** The place of the focus in a photo; beyond 0 and 1 it is outside. */
export function inPhoto(middle: Direction, focus: Direction, aspect: number): { x: number; y: number } {
  const turn = normalizedDeg(focus.yawDeg - middle.yawDeg);
  const up = focus.pitchDeg - middle.pitchDeg;
  return { x: 0.5 + tan(clamped(turn)) / (2 * HALF), y: 0.5 - (tan(clamped(up)) * aspect) / (2 * HALF) };
}

/** The direction of a photo's middle if the focus is at this place of it. */
export function photoDirection(at: { x: number; y: number }, focus: Direction, aspect: number): Direction {
  return {
    yawDeg: normalizedDeg(focus.yawDeg - atan((at.x - 0.5) * 2 * HALF)),
    pitchDeg: focus.pitchDeg - atan(((0.5 - at.y) * 2 * HALF) / aspect),
  };
}

const HALF = tan(PHOTO_DEG / 2);

function tan(degrees: number): number {
  return Math.tan((degrees * Math.PI) / 180);
}

function atan(value: number): number {
  return (Math.atan(value) * 180) / Math.PI;
}

function clamped(degrees: number): number {
  return Math.min(80, Math.max(-80, degrees));
}

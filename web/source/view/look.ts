// Where a view looks, and how turning and zooming change that.
import { clamp } from "./angles";

/** A direction of view in degrees: yaw to the right, pitch upwards, and the field of view across the longer side. */
export type Look = {
  yaw: number;
  pitch: number;
  fov: number;
};

/** The bounds of a direction of view. */
export type LookBounds = Record<"pitch" | "fov", { leastDeg: number; mostDeg: number }>;

/** Limits a direction of view to its bounds, and its yaw to 0 to 360 degrees. */
export function clampLook({ yaw, pitch, fov }: Look, bounds: LookBounds): Look {
  return {
    yaw: ((yaw % 360) + 360) % 360,
    pitch: clamp(pitch, bounds.pitch.leastDeg, bounds.pitch.mostDeg),
    fov: clamp(fov, bounds.fov.leastDeg, bounds.fov.mostDeg),
  };
}

export function turnLook(look: Look, rightDeg: number, upDeg: number, bounds: LookBounds): Look {
  return clampLook({ ...look, yaw: look.yaw + rightDeg, pitch: look.pitch + upDeg }, bounds);
}

export function zoomLook(look: Look, factor: number, bounds: LookBounds): Look {
  return clampLook({ ...look, fov: look.fov * factor }, bounds);
}

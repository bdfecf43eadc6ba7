// Angles and fields of view.

/** Converts a field of view across the longer side to the vertical one, which 3D cameras take. */
export function verticalFov(fovDeg: number, width: number, height: number, leastDeg = 0): number {
  if (width <= height || height <= 0) return fovDeg;
  const half = Math.atan((Math.tan(radians(fovDeg) / 2) * height) / width);
  return Math.max(leastDeg, degrees(half) * 2);
}

/** Converts a field of view across the longer side to the horizontal one. */
export function horizontalFov(fovDeg: number, width: number, height: number, leastVerticalDeg = 0): number {
  if (width <= 0 || height <= 0) return fovDeg;
  const vertical = radians(verticalFov(fovDeg, width, height, leastVerticalDeg));
  return degrees(Math.atan((Math.tan(vertical / 2) * width) / height)) * 2;
}

/** Normalizes an angle to -180 to 180 degrees. */
export function signedAngle(deg: number): number {
  return ((((deg + 180) % 360) + 360) % 360) - 180;
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

// Where the wearer of a headset looks.
import { clamp, degrees } from "./angles";

/** A rotation as WebXR states it: in a space with y upwards, from a head that looks along -z. */
export type HeadOrientation = { x: number; y: number; z: number; w: number };

/** Returns how far a head is turned to the right and upwards, in degrees. */
export function headDirection({ x, y, z, w }: HeadOrientation): { yaw: number; pitch: number } {
  const right = -2 * (x * z + w * y);
  const up = -2 * (y * z - w * x);
  const ahead = 1 - 2 * (x * x + y * y);
  return { yaw: degrees(Math.atan2(right, ahead)), pitch: degrees(Math.asin(clamp(up, -1, 1))) };
}

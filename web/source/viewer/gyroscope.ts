// The gyroscope: turns the view as the phone is turned, if the device and its owner allow it.
import { degrees, radians } from "../view/angles";

/** iOS asks the user for permission, and only right after a touch. */
type AskingOrientation = typeof DeviceOrientationEvent & { requestPermission?: () => Promise<PermissionState> };

const FIRST_WORD_MS = 1500;

export function hasGyroscope(): boolean {
  return "DeviceOrientationEvent" in window && matchMedia("(pointer: coarse)").matches;
}

export class Gyroscope {
  private readonly listening = new AbortController();

  constructor(private readonly aim: (yawDeg: number, pitchDeg: number) => void) {}

  /** Starts from the given direction. Resolves to false if the device sends no orientation. */
  async start(yawDeg: number, pitchDeg: number): Promise<boolean> {
    if (!(await isAllowed())) return false;
    return new Promise((resolve) => {
      let first: { yaw: number; pitch: number } | null = null;
      const silent = window.setTimeout(() => {
        this.stop();
        resolve(false);
      }, FIRST_WORD_MS);
      const hear = (event: DeviceOrientationEvent) => {
        const held = deviceDirection(event, screenAngle());
        if (held === null) return;
        window.clearTimeout(silent);
        first ??= held;
        resolve(true);
        this.aim(yawDeg + held.yaw - first.yaw, pitchDeg + held.pitch - first.pitch);
      };
      window.addEventListener("deviceorientation", hear, { signal: this.listening.signal });
    });
  }

  stop(): void {
    this.listening.abort();
  }
}

/** The direction in which the back of the device points, in degrees. */
export function deviceDirection(
  { alpha, beta, gamma }: Pick<DeviceOrientationEvent, "alpha" | "beta" | "gamma">,
  screenDeg: number,
): { yaw: number; pitch: number } | null {
  if (alpha === null || beta === null || gamma === null) return null;
  const [a, b, c] = [radians(alpha), radians(beta), radians(gamma)];
  // The device's z axis points out of its screen, and the back points the other way. These are the east, north and
  // up components of the back, by the rotations about z, x' and y'' in the specification.
  const east = -(Math.cos(a) * Math.sin(c) + Math.sin(a) * Math.sin(b) * Math.cos(c));
  const north = -(Math.sin(a) * Math.sin(c) - Math.cos(a) * Math.sin(b) * Math.cos(c));
  const up = -Math.cos(b) * Math.cos(c);
  // If the device lies flat, its back has no compass direction, and the top edge of the screen gives it.
  if (Math.hypot(east, north) < 1e-3) return { yaw: -alpha - screenDeg, pitch: degrees(Math.asin(up)) };
  return { yaw: degrees(Math.atan2(east, north)), pitch: degrees(Math.asin(Math.min(1, Math.max(-1, up)))) };
}

function screenAngle(): number {
  return screen.orientation?.angle ?? 0;
}

async function isAllowed(): Promise<boolean> {
  if (!hasGyroscope()) return false;
  const { requestPermission } = DeviceOrientationEvent as AskingOrientation;
  if (requestPermission === undefined) return true;
  try {
    return (await requestPermission.call(DeviceOrientationEvent)) === "granted";
  } catch {
    return false;
  }
}

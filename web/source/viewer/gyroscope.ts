// The view follows how the phone is held, where the device and its owner allow it.
import { degrees, radians } from "./view-angles";

/** iOS asks the owner, and only when a hand has just touched the page. */
type AskingOrientation = typeof DeviceOrientationEvent & { requestPermission?: () => Promise<PermissionState> };

const FIRST_WORD_MS = 1500;

export function hasGyroscope(): boolean {
  return "DeviceOrientationEvent" in window && matchMedia("(pointer: coarse)").matches;
}

export class Gyroscope {
  private readonly listening = new AbortController();

  constructor(private readonly aim: (yawDeg: number, pitchDeg: number) => void) {}

  /** From here on, turning the phone turns the view by as much. False where no word comes from the device. */
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

/** Where the back of the device points: to the right of where it began, and up from the horizon, in degrees. */
export function deviceDirection(
  { alpha, beta, gamma }: Pick<DeviceOrientationEvent, "alpha" | "beta" | "gamma">,
  screenDeg: number,
): { yaw: number; pitch: number } | null {
  if (alpha === null || beta === null || gamma === null) return null;
  const [a, b, c] = [radians(alpha), radians(beta), radians(gamma)];
  // The device's third axis points out of its screen; the back points the other way. By the turns about z, x'
  // and y'' of the specification: east, north and up of the back.
  const east = -(Math.cos(a) * Math.sin(c) + Math.sin(a) * Math.sin(b) * Math.cos(c));
  const north = -(Math.sin(a) * Math.sin(c) - Math.cos(a) * Math.sin(b) * Math.cos(c));
  const up = -Math.cos(b) * Math.cos(c);
  // Held flat, the back has no direction along the ground: then the top edge of what is seen tells it.
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

// The motion of the camera: eye and direction of view move smoothly to their targets.
import { Vector3 } from "three";
import { signedAngle } from "../view/angles";
import { clampLook, type Look, type LookBounds } from "../view/look";

/** A drawing has nothing to show straight above and below. */
export const BOUNDS: LookBounds = { pitch: { leastDeg: -75, mostDeg: 70 }, fov: { leastDeg: 20, mostDeg: 100 } };
const GLIDE_MS = 620;
const LIFT_MOST_M = 2.5;
const TURN_MS = 170;

export class CameraMotion {
  readonly eye = new Vector3();
  look: Look = { yaw: 0, pitch: 0, fov: 75 };
  private goal: Look = this.look;
  private glide: { from: Vector3; to: Vector3; startedAt: number } | null = null;
  private hasPlace = false;
  private lastAt: number | null = null;

  constructor(private readonly isStill: boolean) {}

  /** The direction of view at the end of the motion. */
  get aim(): Look {
    return this.goal;
  }

  goTo(eye: Vector3, look: Look, at: number, isImmediate = false): void {
    if (this.isStill || isImmediate || !this.hasPlace) {
      this.hasPlace = true;
      this.eye.copy(eye);
      this.glide = null;
      this.turnTo(look, true);
      return;
    }
    this.glide = { from: this.eye.clone(), to: eye.clone(), startedAt: at };
    this.turnTo(look, false);
  }

  turnTo(look: Look, isImmediate: boolean): void {
    this.goal = clampLook(look, BOUNDS);
    if (isImmediate || this.isStill) this.look = this.goal;
  }

  /** Advances to a time in milliseconds. Returns whether anything is still moving. */
  advance(at: number): boolean {
    const passedMs = this.lastAt === null ? 16 : Math.min(100, at - this.lastAt);
    const glides = this.advanceEye(at);
    const turns = this.advanceLook(passedMs);
    this.lastAt = glides || turns ? at : null;
    return glides || turns;
  }

  private advanceEye(at: number): boolean {
    if (this.glide === null) return false;
    const { from, to, startedAt } = this.glide;
    const part = Math.min(1, (at - startedAt) / GLIDE_MS);
    const eased = part * part * (3 - 2 * part);
    this.eye.lerpVectors(from, to, eased);
    // The eye moves over the heads between two seats, not through them.
    this.eye.z += Math.sin(Math.PI * eased) * Math.min(LIFT_MOST_M, from.distanceTo(to) * 0.12);
    if (part === 1) this.glide = null;
    return part < 1;
  }

  private advanceLook(passedMs: number): boolean {
    const { look, goal } = this;
    const yawAway = signedAngle(goal.yaw - look.yaw);
    const [pitchAway, fovAway] = [goal.pitch - look.pitch, goal.fov - look.fov];
    if (Math.abs(yawAway) + Math.abs(pitchAway) + Math.abs(fovAway) < 0.05) {
      this.look = goal;
      return false;
    }
    const part = 1 - Math.exp((-3 * passedMs) / TURN_MS);
    const [yaw, pitch, fov] = [look.yaw + yawAway * part, look.pitch + pitchAway * part, look.fov + fovAway * part];
    this.look = clampLook({ yaw, pitch, fov }, BOUNDS);
    return true;
  }
}

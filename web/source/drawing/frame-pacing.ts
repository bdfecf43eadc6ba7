// Frame pacing: reduces resolution and detail while the view moves, so that it stays smooth on slow machines.
import type { DetailRange } from "./detail-range";

const SLOW_MS = 42;
const FAST_MS = 19;
/** The number of consecutive frames that must be slow before the detail changes. */
const AGREEING = 3;

export type DetailGrade = {
  /** The share of the screen's pixel ratio that is drawn. */
  pixels: number;
  reach: DetailRange;
};

const GRADES: readonly DetailGrade[] = [
  { pixels: 1, reach: { middleM: 20, farM: 60 } },
  { pixels: 0.8, reach: { middleM: 12, farM: 45 } },
  { pixels: 0.6, reach: { middleM: 4, farM: 18 } },
  { pixels: 0.42, reach: { middleM: 1, farM: 6 } },
];

/** The grade of the first frame, before it is known how fast the machine is. */
export const FIRST_GRADE = GRADES[2]!;

export class FramePacing {
  private grade = 0;
  private isMeasured = false;
  private slow = 0;
  private fast = 0;

  /** The grade of detail while the view moves. */
  get moving(): DetailGrade {
    return GRADES[this.grade]!;
  }

  /** The grade of detail while the view rests, when a frame may take longer. */
  get resting(): DetailGrade {
    return { pixels: 1, reach: GRADES[Math.min(1, this.grade)]!.reach };
  }

  /** Whether frames are known to be drawn fast enough beside other work of the page. */
  get isFluent(): boolean {
    return this.isMeasured && this.grade <= 1;
  }

  /** Records the duration of one frame with full detail. */
  recordFullFrame(milliseconds: number): void {
    this.isMeasured = true;
    this.grade = milliseconds > 160 ? 3 : milliseconds > 80 ? 2 : milliseconds > SLOW_MS ? 1 : 0;
  }

  /** Records the duration of one frame while the view moves. */
  recordFrame(milliseconds: number): void {
    this.slow = milliseconds > SLOW_MS ? this.slow + 1 : 0;
    this.fast = milliseconds < FAST_MS ? this.fast + 1 : 0;
    if (this.slow >= AGREEING && this.grade < GRADES.length - 1) this.change(1);
    // More detail is tried rarely, so that a machine at its limit does not oscillate.
    else if (this.fast >= AGREEING * 30 && this.grade > 0) this.change(-1);
  }

  private change(by: number): void {
    this.grade += by;
    this.slow = 0;
    this.fast = 0;
  }
}

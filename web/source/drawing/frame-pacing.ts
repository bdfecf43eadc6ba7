// How much is drawn: as much as this machine draws smoothly, and everything once the view is at rest.
import type { DetailRange } from "./instanced-crowd";

const SLOW_MS = 42;
const FAST_MS = 19;
/** So many frames agree before anything changes: one slow frame says nothing. */
const AGREEING = 3;

type DetailGrade = {
  /** Of the screen's own pixels while the view moves. */
  pixels: number;
  reach: DetailRange;
};

const GRADES: readonly DetailGrade[] = [
  { pixels: 1, reach: { middleM: 22, farM: 70 } },
  { pixels: 0.8, reach: { middleM: 12, farM: 45 } },
  { pixels: 0.6, reach: { middleM: 4, farM: 18 } },
  { pixels: 0.42, reach: { middleM: 1, farM: 6 } },
];

export class FramePacing {
  private grade = 0;
  private slow = 0;
  private fast = 0;

  /** While the view moves. */
  get moving(): DetailGrade {
    return GRADES[this.grade]!;
  }

  /** While it rests: a frame may take its time. */
  get resting(): DetailGrade {
    return { pixels: 1, reach: GRADES[Math.min(1, this.grade)]!.reach };
  }

  /** The machine needed so long for a whole frame with all its detail. */
  recordFullFrame(milliseconds: number): void {
    this.grade = milliseconds > 160 ? 3 : milliseconds > 80 ? 2 : milliseconds > SLOW_MS ? 1 : 0;
  }

  /** A frame of a movement came so late. */
  recordFrame(milliseconds: number): void {
    this.slow = milliseconds > SLOW_MS ? this.slow + 1 : 0;
    this.fast = milliseconds < FAST_MS ? this.fast + 1 : 0;
    if (this.slow >= AGREEING && this.grade < GRADES.length - 1) this.change(1);
    // Going back up is tried seldom, so that a machine at its limit does not swing.
    else if (this.fast >= AGREEING * 30 && this.grade > 0) this.change(-1);
  }

  private change(by: number): void {
    this.grade += by;
    this.slow = 0;
    this.fast = 0;
  }
}

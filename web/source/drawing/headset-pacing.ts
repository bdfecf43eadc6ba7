// How much detail a headset draws: less where its frames come too slowly, which would make its wearer dizzy.

/** The frames of one measurement. */
const FRAMES = 45;
/** A longer gap is no slow frame: the headset was taken off, or showed something else. */
const GAP_MS = 500;
/** The least share of its frames that a headset should get. */
const ENOUGH = 0.75;
const SHARE_LEAST = 1 / 8;

export class HeadsetPacing {
  /** The share of the usual distances up to which detail is drawn. It never grows: changes of detail are seen. */
  share = 1;
  private frames = 0;
  private startedAt: number | null = null;
  private lastAt = 0;

  constructor(private readonly framesPerSecond: number) {}

  /** Records when a frame began, in milliseconds. Returns whether there is less detail from now on. */
  record(at: number): boolean {
    if (this.startedAt === null || at - this.lastAt > GAP_MS) {
      this.startedAt = at;
      this.frames = 0;
    }
    this.lastAt = at;
    if (this.frames++ < FRAMES) return false;
    const framesPerSecond = (FRAMES * 1000) / (at - this.startedAt);
    this.startedAt = null;
    if (framesPerSecond >= this.framesPerSecond * ENOUGH || this.share <= SHARE_LEAST) return false;
    this.share /= 2;
    return true;
  }
}

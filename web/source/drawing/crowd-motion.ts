// The motion of a standing crowd while the view rests: few frames, and an end.

/** Milliseconds between two frames. */
const APART_MS = 260;
/** The crowd stands still again after this many frames, so that a forgotten page costs nothing. */
const FRAMES_MOST = 100;

/** Calls `draw` a few times each second, until it is stopped or has been called often enough. */
export class CrowdMotion {
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly draw: (seconds: number) => void,
    private readonly isHidden: () => boolean = () => document.hidden,
  ) {}

  start(frame = 0): void {
    this.stop();
    if (frame >= FRAMES_MOST) return;
    this.timer = setTimeout(() => {
      if (!this.isHidden()) this.draw((frame * APART_MS) / 1000);
      this.start(frame + 1);
    }, APART_MS);
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}

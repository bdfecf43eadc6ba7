// Promises of a picture, which are resolved once the graphics device has drawn it.

export class PictureWaits {
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly whenDrawn: () => Promise<boolean>) {}

  wait(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Resolves what waits by now once the picture is drawn, after `onDrawn`. If the picture is lost, all wait for the next one. */
  async resolve(onDrawn?: () => void): Promise<void> {
    const waiting = this.waiting.splice(0);
    if (waiting.length === 0) return;
    if (!(await this.whenDrawn())) {
      this.waiting.push(...waiting);
      return;
    }
    onDrawn?.();
    for (const resolve of waiting) resolve();
  }
}

// Where a view looks at the moment. It changes with every frame, so it bypasses the components of the page.

/** A compass bearing and a horizontal field of view, in degrees. */
export type Direction = {
  bearingDeg: number;
  fovDeg: number;
};

/** The direction of one view. Whoever draws it listens, and writes each change to its own element. */
export class ViewDirection {
  private latest: Direction | null = null;
  private readonly listeners = new Set<(direction: Direction | null) => void>();

  /** Null while nothing is shown. */
  get direction(): Direction | null {
    return this.latest;
  }

  set(direction: Direction | null): void {
    const before = this.latest;
    if (before?.bearingDeg === direction?.bearingDeg && before?.fovDeg === direction?.fovDeg) return;
    this.latest = direction;
    for (const hear of this.listeners) hear(direction);
  }

  /** Calls a function with the direction, now and with each change. Returns the function that ends this. */
  listen(hear: (direction: Direction | null) => void): () => void {
    this.listeners.add(hear);
    hear(this.latest);
    return () => this.listeners.delete(hear);
  }
}

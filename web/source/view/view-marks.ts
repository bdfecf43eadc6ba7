// Marks and measures of a view in the browser's own timeline, by which it is told how long a view took.

/** What is there of a view from a moment on. */
export type ViewMark = "placeholder" | "first-pixels" | "turnable" | "complete";

/** The work between a request for a view and its first frame. */
export type ViewStage = "script" | "renderer" | "measures" | "stands" | "people" | "first-frame";

export function markView(mark: ViewMark): void {
  performance.mark(`view:${mark}`);
}

/** Starts to measure a stage. The returned function ends it. */
export function startStage(stage: ViewStage): () => void {
  const start = performance.now();
  return () => void performance.measure(`view:${stage}`, { start });
}

/** Resolves once the browser has shown what the page looks like now: in the frame after the next. */
export function whenPresented(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

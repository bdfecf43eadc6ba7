// Marks and measures of a view in the browser's own timeline, by which it is told how long a view took.

/** What is there of a view from a moment on. */
export type ViewMark = "placeholder" | "first-pixels" | "turnable" | "complete";

/** The work between a request for a view and its first frame. */
export type ViewStage = "script" | "renderer" | "measures" | "stands" | "people" | "first-frame";

/** Marks what there is of the view that is shown now. The marks of the one before it are forgotten. */
export function markView(mark: ViewMark): void {
  performance.clearMarks(`view:${mark}`);
  performance.mark(`view:${mark}`);
}

/** Starts to measure a stage. The returned function ends it. */
export function startStage(stage: ViewStage): () => void {
  const start = performance.now();
  return () => measureStage(stage, start, performance.now());
}

export function measureStage(stage: ViewStage, start: number, end: number): void {
  performance.clearMeasures(`view:${stage}`);
  performance.measure(`view:${stage}`, { start, end });
}

/** Resolves once the browser has shown what the page looks like now: in the frame after the next. */
export function whenPresented(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

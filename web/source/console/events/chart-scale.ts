// The scales of charts: round numbers on the axis, and which days get a label.

/** Returns round whole numbers in equal steps from 0 to at least `most`, in at most five steps. */
export function ticksOf(most: number): number[] {
  if (most <= 0) return [0, 1];
  const rough = most / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((each) => each >= rough) ?? rough,
  );
  const whole = Math.ceil(step);
  return Array.from({ length: Math.ceil(most / whole) + 1 }, (_, at) => at * whole);
}

/** Half of the width that the label of a day takes at most, in pixels. */
const HALF_LABEL = 24;

/** Returns where the label of a day stands: in the middle below it, unless it would be cut off at the right edge. */
export function labelPosition(x: number, width: number): { x: number; "text-anchor": "middle" | "end" } {
  return x + HALF_LABEL > width ? { x: width, "text-anchor": "end" } : { x, "text-anchor": "middle" };
}

/** Returns the indexes of the days that get a label if only `fitting` labels fit. The last day always gets one. */
export function labelledDays(count: number, fitting: number): Set<number> {
  const every = Math.max(1, Math.ceil(count / Math.max(1, fitting)));
  const chosen = new Set<number>();
  for (let at = count - 1; at >= 0; at -= every) chosen.add(at);
  return chosen;
}

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

/** Returns the indexes of the days that get a label if only `fitting` labels fit. The last day always gets one. */
export function labelledDays(count: number, fitting: number): Set<number> {
  const every = Math.max(1, Math.ceil(count / Math.max(1, fitting)));
  const chosen = new Set<number>();
  for (let at = count - 1; at >= 0; at -= every) chosen.add(at);
  return chosen;
}

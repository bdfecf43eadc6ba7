// The colours of sections on the map: one for each level, or a heat map of values.

/** The colour of a level, evenly spaced between the lightest and the strongest. */
export function levelColour(level: number, levels: number): string {
  const share = levels < 2 ? 30 : Math.round((level / (levels - 1)) * 100);
  return `color-mix(in oklab, var(--map-tone-high) ${share}%, var(--map-tone-low))`;
}

/** Returns a function that gives the heat-map colour of a section. The scale goes from zero to the greatest value. */
export function heatColours(values: ReadonlyMap<string, number>): (id: string) => string {
  const most = Math.max(...values.values(), 0);
  return (id) => {
    const value = values.get(id) ?? 0;
    if (value <= 0 || most <= 0) return "var(--map-heat-none)";
    return `color-mix(in oklab, var(--map-heat-high) ${Math.round((value / most) * 100)}%, var(--map-heat-low))`;
  };
}

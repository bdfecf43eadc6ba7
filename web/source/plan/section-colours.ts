// Colours of sections: a tone for each level, or how much a section has of something.

/** From the lightest tone to the strongest, evenly. */
export function levelColour(level: number, levels: number): string {
  const share = levels < 2 ? 30 : Math.round((level / (levels - 1)) * 100);
  return `color-mix(in oklab, var(--map-tone-high) ${share}%, var(--map-tone-low))`;
}

/** The colour of a section by its value. The scale ends at the greatest value, and starts at none. */
export function heatColours(values: ReadonlyMap<string, number>): (id: string) => string {
  const most = Math.max(...values.values(), 0);
  return (id) => {
    const value = values.get(id) ?? 0;
    if (value <= 0 || most <= 0) return "var(--map-heat-none)";
    return `color-mix(in oklab, var(--map-heat-high) ${Math.round((value / most) * 100)}%, var(--map-heat-low))`;
  };
}

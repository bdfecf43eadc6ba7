// Whether a place on the ground plan is inside an outline.

/** Whether a point is inside a polygon: a line from it to the east crosses the outline an odd number of times. */
export function isInside(outline: readonly (readonly number[])[], x: number, y: number): boolean {
  let inside = false;
  outline.forEach(([x1 = 0, y1 = 0], index) => {
    const [x2 = 0, y2 = 0] = outline[(index + 1) % outline.length]!;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

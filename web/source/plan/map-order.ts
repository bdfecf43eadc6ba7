// The order in which sections are drawn on the map: what is higher lies above what it covers.
import { overlap } from "./label-placement";
import type { Bounds, MapPoint, SectionShape } from "./map-shapes";
import { isInside, shapeOf } from "./map-shapes";
import type { Plan, PlanSection } from "./plan";

/** With more sections than this they are not compared: each would be compared with each. */
const COMPARED_MAX = 1_500;
/** A small section, such as a suite below a tier, is drawn above the large one that would hide this part of it. */
const HIDDEN_SHARE = 0.6;
const SMALL_SHARE = 0.25;
const STEPS = 6;

/**
 * The shapes of sections with geometry, in the order in which they are drawn: what is higher lies above, and at one
 * height what is smaller. Small ones that could not be seen lie above all.
 */
export function shapesOf(plan: Plan): SectionShape[] {
  const shapes = plan.sections.filter((section) => section.geometry !== null).map((section) => shapeOf(plan, section));
  shapes.sort(
    (one, other) => elevationOf(one.section) - elevationOf(other.section) || areaOf(other.bounds) - areaOf(one.bounds),
  );
  if (shapes.length > COMPARED_MAX) return shapes;
  const hidden = new Set(
    shapes.filter((lower) => shapes.some((upper) => isSmall(lower, upper) && hides(upper, lower))),
  );
  return [...shapes.filter((shape) => !hidden.has(shape)), ...hidden];
}

/** The shapes in the order of the hall, in which people look for a place: level by level, each as the layout lists it. */
export function hallOrder({ sections }: Pick<Plan, "sections">, shapes: readonly SectionShape[]): SectionShape[] {
  const drawn = new Map(shapes.map((shape) => [shape.section.id, shape]));
  const levels = new Map<string, SectionShape[]>(sections.map(({ level }) => [level ?? "", []]));
  for (const { id, level } of sections) {
    const shape = drawn.get(id);
    if (shape !== undefined) levels.get(level ?? "")?.push(shape);
  }
  return [...levels.values()].flat();
}

/** The height of a section's first row. A tier that overhangs begins above the last row of the one below. */
export function elevationOf({ geometry }: PlanSection): number {
  return geometry?.elevationM ?? 0;
}

/** The shapes of which a higher one covers more than this part. */
export function coveredShapes(shapes: readonly SectionShape[], share: number): SectionShape[] {
  if (shapes.length > COMPARED_MAX) return [];
  return shapes.filter((lower) => shapes.some((upper) => coveredShare(lower, upper) > share));
}

function hides(upper: SectionShape, lower: SectionShape): boolean {
  return coveredShare(lower, upper) > HIDDEN_SHARE;
}

function isSmall(shape: SectionShape, other: SectionShape): boolean {
  return areaOf(shape.bounds) < areaOf(other.bounds) * SMALL_SHARE;
}

/** The part of a shape that lies below a higher one. */
function coveredShare(lower: SectionShape, upper: SectionShape): number {
  if (elevationOf(upper.section) <= elevationOf(lower.section) || !overlap(lower.bounds, upper.bounds)) return 0;
  const points = pointsOf(lower);
  const covered = points.filter((point) => isInside(point, upper.outline));
  return covered.length / Math.max(points.length, 1);
}

function pointsOf({ bounds, outline }: SectionShape): MapPoint[] {
  const steps = Array.from({ length: STEPS }, (_, step) => (step + 0.5) / STEPS);
  const grid = steps.flatMap((x) =>
    steps.map((y) => ({ x: bounds.left + bounds.width * x, y: bounds.top + bounds.height * y })),
  );
  return grid.filter((point) => isInside(point, outline));
}

function areaOf(bounds: Bounds): number {
  return bounds.width * bounds.height;
}

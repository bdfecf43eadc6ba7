// The layers of the map: levels that can be hidden one by one, so that what lies below can be seen and picked.
import { overlap } from "./label-placement";
import type { MapPoint, SectionShape } from "./map-shapes";
import { elevationOf, isInside } from "./map-shapes";

export type MapLayer = {
  id: string;
  name: string;
  /** The level that its sections belong to. */
  level: string;
  sections: ReadonlySet<string>;
};

/** With more sections than this they are not compared: each would be compared with each. */
const COMPARED_MAX = 1_500;
/** A section lies below another if that covers at least this part of it. */
const COVERED_SHARE = 0.15;
const STEPS = 6;

/** One layer for each level. A level whose sections lie above one another has one for each height. */
export function layersOf(shapes: readonly SectionShape[], levels: readonly string[]): MapLayer[] {
  return levels.flatMap((level) => {
    const own = shapes.filter(({ section }) => (section.level ?? "") === level);
    if (coveredShapes(own).length === 0) return [layerOf(level, level, own)];
    const heights = [...new Set(own.map(heightOf))].sort((one, other) => one - other);
    return heights.map((height) => {
      const name = `${level} (${height} m)`.trim();
      return layerOf(
        name,
        level,
        own.filter((shape) => heightOf(shape) === height),
      );
    });
  });
}

/** The shapes that are partly or wholly below a higher one. */
export function coveredShapes(shapes: readonly SectionShape[]): SectionShape[] {
  if (shapes.length > COMPARED_MAX) return [];
  return shapes.filter((lower) => shapes.some((upper) => liesBelow(lower, upper)));
}

function layerOf(name: string, level: string, shapes: readonly SectionShape[]): MapLayer {
  return { id: name, name, level, sections: new Set(shapes.map(({ section }) => section.id)) };
}

function heightOf({ section }: SectionShape): number {
  return Math.round(elevationOf(section) * 10) / 10;
}

function liesBelow(lower: SectionShape, upper: SectionShape): boolean {
  if (elevationOf(upper.section) <= elevationOf(lower.section) || !overlap(lower.bounds, upper.bounds)) return false;
  const points = pointsOf(lower);
  const covered = points.filter((point) => isInside(point, upper.outline));
  return covered.length > points.length * COVERED_SHARE;
}

function pointsOf({ bounds, outline }: SectionShape): MapPoint[] {
  const steps = Array.from({ length: STEPS }, (_, step) => (step + 0.5) / STEPS);
  const grid = steps.flatMap((x) =>
    steps.map((y) => ({ x: bounds.left + bounds.width * x, y: bounds.top + bounds.height * y })),
  );
  return grid.filter((point) => isInside(point, outline));
}

// The layers of the map: levels that can be hidden one by one, so that what lies below can be seen and picked.
import { coveredShapes, elevationOf } from "./map-order";
import type { SectionShape } from "./map-shapes";

export type MapLayer = {
  id: string;
  name: string;
  /** The level that its sections belong to. */
  level: string;
  sections: ReadonlySet<string>;
};

/** A section lies below another if that covers at least this part of it. */
const COVERED_SHARE = 0.15;

/** One layer for each level. A level whose sections lie above one another has one for each height. */
export function layersOf(shapes: readonly SectionShape[], levels: readonly string[]): MapLayer[] {
  return levels.flatMap((level) => {
    const own = shapes.filter(({ section }) => (section.level ?? "") === level);
    if (shapesBelow(own).length === 0) return [layerOf(level, level, own)];
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

/** The shapes of which a part lies below a higher one. */
export function shapesBelow(shapes: readonly SectionShape[]): SectionShape[] {
  return coveredShapes(shapes, COVERED_SHARE);
}

function layerOf(name: string, level: string, shapes: readonly SectionShape[]): MapLayer {
  return { id: name, name, level, sections: new Set(shapes.map(({ section }) => section.id)) };
}

function heightOf({ section }: SectionShape): number {
  return Math.round(elevationOf(section) * 10) / 10;
}

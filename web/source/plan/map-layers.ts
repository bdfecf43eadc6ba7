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
    if (shapesBelow(own).length === 0) return [layerOf(level, level, own, level)];
    const heights = [...new Set(own.map(heightOf))].sort((one, other) => one - other);
    return heights.map((height) => {
      const shown = own.filter((shape) => heightOf(shape) === height);
      return layerOf(`${level} (${height} m)`.trim(), level, shown, rangeName(shown));
    });
  });
}

/** The shapes of which a part lies below a higher one. */
export function shapesBelow(shapes: readonly SectionShape[]): SectionShape[] {
  return coveredShapes(shapes, COVERED_SHARE);
}

/** The layer that a section belongs to. */
export function layerWith(layers: readonly MapLayer[], sectionId: string | null): MapLayer | null {
  return layers.find(({ sections }) => sectionId !== null && sections.has(sectionId)) ?? null;
}

function layerOf(id: string, level: string, shapes: readonly SectionShape[], name: string): MapLayer {
  return { id, name, level, sections: new Set(shapes.map(({ section }) => section.id)) };
}

/** The first and the last of some sections by name: "Box A – Box F". Heights mean nothing to buyers. */
function rangeName(shapes: readonly SectionShape[]): string {
  const names = shapes.map(({ section }) => section.name).sort(inNaturalOrder);
  return [...new Set([names[0], names.at(-1)])].join(" – ");
}

function inNaturalOrder(one: string, other: string): number {
  return one.localeCompare(other, undefined, { numeric: true });
}

function heightOf({ section }: SectionShape): number {
  return Math.round(elevationOf(section) * 10) / 10;
}

// Places labels on the map so that no two of them overlap, and none lies under a dot.
import type { Bounds, MapPoint } from "./map-shapes";

/** The height of a line of text, in times of its font size. Boxes are as high as that. */
export const LINE_EM = 1.25;
/** The least space between two labels on one line, in pixels. */
const GAP_PIXELS = 2;
/** How much a pixel beside the best point counts, compared with a pixel of the font size. */
const ASIDE_COST = 0.4;

/** Returns the width of a text, in times of its font size. */
export type MeasureText = (text: string) => number;

export type LabelKind = "section" | "group" | "row" | "focus" | "tag";

/** A text that wants a place on the map. */
export type LabelRequest = {
  id: string;
  kind: LabelKind;
  /** A text of several lines has line breaks. */
  text: string;
  /** The points where its middle may be, the best one first. */
  anchors: readonly MapPoint[];
  /** The font sizes in pixels that it may have, the best one first. */
  sizes: readonly number[];
  /** Whether it reads from the bottom to the top. */
  isUpright?: boolean;
  /** The space on each side that belongs to it, such as that of a background. */
  paddingPixels?: number;
  /** Whether a box may be there, whatever else is on the map. */
  fits: (box: Bounds) => boolean;
};

export type PlacedLabel = {
  id: string;
  kind: LabelKind;
  text: string;
  x: number;
  y: number;
  sizePixels: number;
  isUpright: boolean;
  /** What it covers, in metres. */
  box: Bounds;
};

/** The scale of a map, and how its texts are measured. */
export type LabelScale = {
  pixelsPerM: number;
  measure: MeasureText;
};

/**
 * Places labels in the order of their priority around the obstacles. What finds no place is left out. Of several
 * requests with the same name, the first that finds a place counts.
 */
export function placeLabels(
  requests: readonly LabelRequest[],
  obstacles: readonly Bounds[],
  scale: LabelScale,
): PlacedLabel[] {
  const taken = [...obstacles];
  const placed: PlacedLabel[] = [];
  const ids = new Set<string>();
  for (const request of requests) {
    if (ids.has(labelName(request))) continue;
    const label = placeLabel(request, scale, (box) => !taken.some((other) => overlap(box, other)));
    if (label === null) continue;
    taken.push(label.box);
    placed.push(label);
    ids.add(labelName(label));
  }
  return placed;
}

/** The name of a label on its map. A section has one label, whether it lies on it or is a tag. */
export function labelName({ kind, id }: Pick<PlacedLabel, "kind" | "id">): string {
  return `${kind === "tag" ? "section" : kind} ${id}`;
}

/** Returns the best place of a label that is free; null if there is none. */
export function placeLabel(
  request: LabelRequest,
  scale: LabelScale,
  isFree: (box: Bounds) => boolean,
): PlacedLabel | null {
  const { id, kind, text, isUpright = false, anchors, sizes } = request;
  const [best] = anchors;
  if (best === undefined || text === "") return null;
  const at = (anchor: MapPoint, sizePixels: number): PlacedLabel | null => {
    const box = boxOf(text, anchor, sizePixels, scale, { isUpright, paddingPixels: request.paddingPixels ?? 0 });
    if (!request.fits(box) || !isFree(box)) return null;
    return { id, kind, text, x: anchor.x, y: anchor.y, sizePixels, isUpright, box };
  };
  // Most labels fit at their best point, so the others are only looked at when they are needed.
  const first = sizes[0] === undefined ? null : at(best, sizes[0]);
  if (first !== null) return first;
  for (const { anchor, size } of triesOf(anchors, sizes, best, scale.pixelsPerM)) {
    const label = at(anchor, size);
    if (label !== null) return label;
  }
  return null;
}

/** The box of a text around its middle, in metres. */
export function boxOf(
  text: string,
  middle: MapPoint,
  sizePixels: number,
  { pixelsPerM, measure }: LabelScale,
  { isUpright = false, paddingPixels = 0 } = {},
): Bounds {
  const lines = text.split("\n");
  const widest = Math.max(...lines.map(measure));
  const along = (widest * sizePixels + GAP_PIXELS + 2 * paddingPixels) / pixelsPerM;
  const across = (LINE_EM * lines.length * sizePixels) / pixelsPerM;
  const [width, height] = isUpright ? [across, along] : [along, across];
  return { left: middle.x - width / 2, top: middle.y - height / 2, width, height };
}

/** The square around a dot with its edge. */
export function dotBox({ x, y }: MapPoint, radiusPixels: number, pixelsPerM: number): Bounds {
  const half = radiusPixels / pixelsPerM;
  return { left: x - half, top: y - half, width: 2 * half, height: 2 * half };
}

export function overlap(one: Bounds, other: Bounds): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/** Whether a box lies inside of another. */
export function contains(outer: Bounds, inner: Bounds): boolean {
  return (
    inner.left >= outer.left &&
    inner.top >= outer.top &&
    inner.left + inner.width <= outer.left + outer.width &&
    inner.top + inner.height <= outer.top + outer.height
  );
}

type Try = { anchor: MapPoint; size: number; cost: number };

/** Smaller sizes and points farther away, the least change first. */
function triesOf(
  anchors: readonly MapPoint[],
  sizes: readonly number[],
  best: MapPoint,
  pixelsPerM: number,
): readonly Try[] {
  const largest = sizes[0] ?? 0;
  const tries = anchors.flatMap((anchor) => {
    const aside = Math.hypot(anchor.x - best.x, anchor.y - best.y) * pixelsPerM * ASIDE_COST;
    return sizes.map((size) => ({ anchor, size, cost: largest - size + aside }));
  });
  return tries.sort((one, other) => one.cost - other.cost);
}

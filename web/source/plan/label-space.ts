// The space that sections have for their names: points inside the part of a shape that no other shape covers.
import { contains, overlap } from "./label-placement";
import type { Bounds, MapPoint, SectionShape } from "./map-shapes";
import { boundsOf, isInside, obstructionOutline } from "./map-shapes";
import type { Obstruction, ObstructionKind, PlanSection } from "./plan";

/** A shape that hides what lies below it. */
export type Cover = Pick<SectionShape, "bounds" | "outline">;

export type LabelSpace = {
  section: PlanSection;
  bounds: Bounds;
  outline: readonly MapPoint[];
  /** What is drawn over this shape: smaller sections, the stage and the like. */
  covers: readonly Cover[];
  /** Points of the visible part, from its middle outwards. */
  anchors: readonly MapPoint[];
};

/** Sections of one level and kind that lie side by side, such as a row of suites. */
export type SectionGroup = {
  id: string;
  name: string;
  bounds: Bounds;
  members: readonly LabelSpace[];
};

const STEPS = 8;
/** Obstructions that are thin, or high above the floor. A name may lie on them. */
const SEEN_THROUGH: ReadonlySet<ObstructionKind> = new Set(["rail", "rigging"]);
/** With more sections than this on a level they are not grouped: each would be compared with each. */
const GROUPED_MAX = 1_500;
/** Sections belong together if the gap between them is at most this part of the smaller one. */
const GAP_SHARE = 0.3;
/** The height of letters, as a part of the line that they stand on. */
const INK_SHARE = 0.68;
/** Points across a text that must lie inside of a shape: its edges first, since they are the first to leave it. */
const SHARES = [0, 1, 0.25, 0.5, 0.75];

/** The space of each shape. Shapes are drawn in this order, so the later ones cover the earlier ones. */
export function labelSpaces(shapes: readonly SectionShape[], obstructions: readonly Obstruction[] = []): LabelSpace[] {
  const bodies = obstructions.filter(({ kind }) => !SEEN_THROUGH.has(kind)).map(coverOf);
  return shapes.map((shape, index) => {
    const { section, bounds, outline } = shape;
    const covers = [...shapes.slice(index + 1), ...bodies].filter((other) => overlap(bounds, other.bounds));
    return { section, bounds, outline, covers, anchors: anchorsOf(shape, covers) };
  });
}

/** Whether the letters of a text lie inside the visible part of a section. */
export function hasSpace({ bounds, outline, covers }: LabelSpace, box: Bounds): boolean {
  const letters = lettersOf(box, false);
  if (!contains(bounds, letters)) return false;
  return SHARES.every((x) => SHARES.every((y) => isVisible(pointIn(letters, x, y), outline, covers)));
}

/** Whether the middle of a section can be seen, so that a name beside it is not taken for that of what covers it. */
export function isOnTop({ anchors, outline, covers }: LabelSpace): boolean {
  const [middle] = anchors;
  return middle !== undefined && isVisible(middle, outline, covers);
}

/** The sections of which nothing can be seen, by the one that is drawn above the middle of each. Where there are more than
 * `most`, none: each would be compared with each. */
export function hiddenBelow(spaces: readonly LabelSpace[], most: number): Map<LabelSpace, LabelSpace[]> {
  const below = new Map<LabelSpace, LabelSpace[]>();
  const hidden = spaces.filter((space) => !isOnTop(space));
  for (const space of hidden.length > most ? [] : hidden) {
    const [middle] = space.anchors;
    const above = spaces.findLast((other) => middle !== undefined && isInside(middle, other.outline));
    if (above === undefined || above === space) continue;
    below.set(above, [space, ...(below.get(above) ?? [])]);
  }
  return below;
}

/** Whether a text lies on a part of a section. */
export function isTouched({ bounds, outline }: LabelSpace, box: Bounds): boolean {
  if (!overlap(bounds, box)) return false;
  if (outline.some((corner) => overlap({ left: corner.x, top: corner.y, width: 0, height: 0 }, box))) return true;
  return SHARES.some((x) => SHARES.some((y) => isInside(pointIn(box, x, y), outline)));
}

/** Whether most of a text lies on the sections of a group. */
export function groupHasSpace({ bounds, members }: SectionGroup, box: Bounds, isUpright: boolean): boolean {
  const letters = lettersOf(box, isUpright);
  if (!contains(bounds, letters)) return false;
  const points = SHARES.flatMap((x) => SHARES.map((y) => pointIn(letters, x, y)));
  const inside = points.filter((point) => members.some(({ outline }) => isInside(point, outline)));
  return inside.length >= points.length * 0.85;
}

/** The groups of sections that lie side by side, each with at least three of them. */
export function groupsOf(spaces: readonly LabelSpace[]): SectionGroup[] {
  const alike = new Map<string, LabelSpace[]>();
  for (const space of spaces) {
    const key = `${space.section.level ?? ""}\n${space.section.kind}`;
    alike.set(key, [...(alike.get(key) ?? []), space]);
  }
  const few = [...alike.values()].filter((each) => each.length <= GROUPED_MAX);
  return few.flatMap(connected).filter((group) => group.members.length >= 3);
}

function coverOf(body: Obstruction): Cover {
  const outline = obstructionOutline(body);
  return { outline, bounds: boundsOf(outline) };
}

function connected(spaces: readonly LabelSpace[]): SectionGroup[] {
  const waiting = new Set([...spaces].sort((one, other) => one.bounds.left - other.bounds.left));
  const groups: SectionGroup[] = [];
  for (const first of waiting) {
    waiting.delete(first);
    const members = [first];
    for (const member of members) {
      for (const other of waiting) {
        if (!areNeighbours(member.bounds, other.bounds)) continue;
        waiting.delete(other);
        members.push(other);
      }
    }
    groups.push(groupOf(members));
  }
  return groups;
}

function groupOf(members: readonly LabelSpace[]): SectionGroup {
  const inOrder = [...members].sort((one, other) => one.section.ordinal - other.section.ordinal);
  const [first, last] = [inOrder[0]?.section, inOrder.at(-1)?.section];
  const name = first?.level || `${first?.name} – ${last?.name}`;
  return { id: `group ${first?.id}`, name, bounds: boundsOfAll(members), members };
}

function areNeighbours(one: Bounds, other: Bounds): boolean {
  const gap = Math.min(one.width, one.height, other.width, other.height) * GAP_SHARE;
  const wider = { left: one.left - gap, top: one.top - gap, width: one.width + 2 * gap, height: one.height + 2 * gap };
  return overlap(wider, other);
}

function boundsOfAll(members: readonly LabelSpace[]): Bounds {
  const left = Math.min(...members.map(({ bounds }) => bounds.left));
  const top = Math.min(...members.map(({ bounds }) => bounds.top));
  const right = Math.max(...members.map(({ bounds }) => bounds.left + bounds.width));
  const bottom = Math.max(...members.map(({ bounds }) => bounds.top + bounds.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** The middle of the visible part, then points of a grid from there outwards. */
function anchorsOf({ bounds, outline, centre }: SectionShape, covers: readonly Cover[]): MapPoint[] {
  const points: MapPoint[] = [];
  for (let row = 0; row < STEPS; row++) {
    for (let column = 0; column < STEPS; column++) {
      const point = {
        x: bounds.left + (bounds.width * (column + 0.5)) / STEPS,
        y: bounds.top + (bounds.height * (row + 0.5)) / STEPS,
      };
      if (isVisible(point, outline, covers)) points.push(point);
    }
  }
  if (points.length === 0) return [centre];
  const middle = covers.length === 0 ? centre : meanOf(points);
  if (isVisible(middle, outline, covers)) points.push(middle);
  const away = ({ x, y }: MapPoint) => Math.hypot(x - middle.x, y - middle.y);
  return points.sort((one, other) => away(one) - away(other));
}

function meanOf(points: readonly MapPoint[]): MapPoint {
  let [x, y] = [0, 0];
  for (const point of points) [x, y] = [x + point.x, y + point.y];
  return { x: x / points.length, y: y / points.length };
}

function isVisible(point: MapPoint, outline: readonly MapPoint[], covers: readonly Cover[]): boolean {
  return isInside(point, outline) && !covers.some((cover) => isInside(point, cover.outline));
}

/** What the letters of a text cover, without the space above and below them. */
function lettersOf({ left, top, width, height }: Bounds, isUpright: boolean): Bounds {
  const [across, down] = isUpright ? [INK_SHARE, 1] : [1, INK_SHARE];
  return {
    left: left + (width * (1 - across)) / 2,
    top: top + (height * (1 - down)) / 2,
    width: width * across,
    height: height * down,
  };
}

function pointIn({ left, top, width, height }: Bounds, shareX: number, shareY: number): MapPoint {
  return { x: left + width * shareX, y: top + height * shareY };
}

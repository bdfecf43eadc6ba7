// Which labels the map shows at a scale: names of sections, groups of sections, rows, and the focus.
import type { LabelRequest, LabelScale, PlacedLabel } from "./label-placement";
import { boxOf, contains, dotBox, LINE_EM, overlap, placeLabel, placeLabels } from "./label-placement";
import type { LabelSpace, SectionGroup } from "./label-space";
import { groupHasSpace, hasSpace, hiddenBelow, isOnTop, isTouched } from "./label-space";
import { elevationOf } from "./map-order";
import type { Bounds, MapPoint, MapRow } from "./map-shapes";
import type { PlanSection } from "./plan";

/** The radius of a dot with its edge, in pixels. */
export const DOT_PIXELS = 6;
export const OTHER_PIXELS = 4;
export const TICK_PIXELS = 6;
const DOT_EDGE_PIXELS = 2;

const SECTION_SIZES = [14, 13, 12, 11, 10, 9, 8];
const GROUP_SIZES = [12, 11, 10, 9, 8];
const TAG_SIZE = 12;
const FOCUS_SIZES = [12, 10];
const BESIDE_SIZES = [11, 10, 9];
/** The space between a section and the name beside it. */
const BESIDE_GAP_PIXELS = 3;
/** With more small sections than this, names beside them would be a crowd. */
const BESIDE_MAX = 200;
/** A tag has a background that is wider than its text by this on each side, in pixels. */
const TAG_PADDING_PIXELS = 4;
const ROW_PIXELS_MIN = 7;
const ROW_PIXELS_MAX = 12;
const ROW_ANCHORS_MAX = 4;
/** The least sizes of names inside of sections, in pixels, unless nothing else fits. */
const NAME_PIXELS_MIN = 11;
const BOX_PIXELS_MIN = 10;
const SPACE = / /g;
const NUMBER_AT_END = /\d+$/;
const NOT_OF_A_WORD = /[^\p{L}\p{N}]/u;

export type LabelInput = {
  spaces: readonly LabelSpace[];
  groups: readonly SectionGroup[];
  closed: ReadonlySet<string>;
  selected: string | null;
  /** The section that the map shows with its seats; it needs no name of its own. */
  zoomed: string | null;
  /** The rows of the zoomed section. */
  rows: readonly MapRow[];
  rowGapM: number;
  selectedRow: string | null;
  focus: { name: string; at: MapPoint; isOnStage: boolean } | null;
  /** The dots at seats. The first of them has the tag of the selected section. */
  dots: readonly (MapPoint & { radiusPixels: number })[];
  /** Other things that no label may cover. */
  obstacles: readonly Bounds[];
  /** The stage and the like: names beside sections are not written on them. */
  bodies: readonly Bounds[];
  /** The part of the map that is in view. */
  visible: Bounds;
  /** Whether the zoomed section is larger than what is in view. */
  canPan: boolean;
  scale: LabelScale;
};

/**
 * The labels of the map. The selected section comes first, then the focus, the rows, and sections in the order in which they are drawn.
 * Where most sections of a group have no space for their names, the group has one name instead.
 */
export function mapLabels(input: LabelInput): PlacedLabel[] {
  const shown = input.spaces.filter(({ section }) => section.id !== input.zoomed);
  const isByName = canShowNames(shown, input);
  const open = input.groups.filter(({ members }) => members.some(({ section }) => !input.closed.has(section.id)));
  const grouped = open.filter((group) => isCrowded(group, isByName, input));
  const hidden = new Set(grouped.flatMap(({ members }) => members.map(({ section }) => section.id)));
  const selected = shown.find(({ section }) => section.id === input.selected);
  const sections = shown.filter((space) => space !== selected && !hidden.has(space.section.id));
  const isClosed = ({ section }: LabelSpace) => input.closed.has(section.id);
  const requests = [
    ...(selected === undefined ? [] : selectedRequests(selected, isByName, input)),
    ...focusRequests(input),
    ...rowRequests(input),
    ...stackedRequests(sections, isByName, input),
    ...sections.filter((space) => !isClosed(space)).flatMap((space) => sectionRequests(space, isByName, input)),
    ...grouped.map((group) => groupRequest(group, input)),
    ...sections.filter(isClosed).flatMap((space) => sectionRequests(space, isByName, input)),
    ...besideRequests(sections, isByName, input, isTouched),
    ...besideRequests(sections, isByName, input, isTouchedAbove),
  ];
  return placeLabels(requests, [...dotBoxes(input), ...input.obstacles], input.scale);
}

/** Adds the tag of the section under the pointer or with the focus, unless it has a label. It hides what it covers. */
export function withTag(labels: readonly PlacedLabel[], id: string | null, input: LabelInput): readonly PlacedLabel[] {
  const space = input.spaces.find(({ section }) => section.id === id);
  if (space === undefined || id === input.zoomed || hasLabel(labels, id)) return labels;
  const request = tagRequest(space, space.section.name, tagAnchors(space, space.section.name, [], input), input);
  const dots = dotBoxes(input);
  const tag = placeLabel(request, input.scale, (box) => !dots.some((dot) => overlap(box, dot)));
  return tag === null ? labels : [...labels.filter(({ box }) => !overlap(box, tag.box)), tag];
}

function hasLabel(labels: readonly PlacedLabel[], sectionId: string | null): boolean {
  return labels.some(({ kind, id }) => id === sectionId && (kind === "section" || kind === "tag"));
}

/** The short name of a section: its id where the name has it or its number, as "104" in "Section 104" and "F1" for
 * "Floor 1". Letters alone, such as "SC", say nothing to a buyer. */
export function shortName({ id, name }: Pick<PlanSection, "id" | "name">): string {
  const words = name.split(NOT_OF_A_WORD);
  return words.includes(id) || words.includes(NUMBER_AT_END.exec(id)?.[0] ?? "-") ? id : name;
}

/** Either all sections show their names or all show short ones; a mixture would seem to mean something. */
function canShowNames(spaces: readonly LabelSpace[], input: LabelInput): boolean {
  return spaces.every((space) => fitsAlone(space, true, input) || !fitsAlone(space, false, input));
}

/** Whether most sections of a group have no space for their names, even if nothing else were on the map. */
function isCrowded({ members }: SectionGroup, isByName: boolean, input: LabelInput): boolean {
  const fitting = members.filter((member) => fitsAlone(member, isByName, input));
  return fitting.length * 2 < members.length;
}

function fitsAlone(space: LabelSpace, isByName: boolean, input: LabelInput): boolean {
  const [best] = space.anchors;
  if (best === undefined) return false;
  const text = isByName ? space.section.name : shortName(space.section);
  const sizes = SECTION_SIZES.filter((size) => size >= leastPixels(space, isByName));
  return [text, wrapped(text)].some((each) =>
    sizes.some((size) => hasSpace(space, boxOf(each, best, size, input.scale))),
  );
}

/** Boxes have their names beside them, unless they are large: some of a row would have them inside, and some not. */
function leastPixels({ section }: LabelSpace, isByName: boolean): number {
  if (section.kind === "suite") return BOX_PIXELS_MIN;
  return isByName ? NAME_PIXELS_MIN : 0;
}

/** A name on two lines, as even as its words allow. */
export function wrapped(text: string): string {
  const breaks = [...text.matchAll(SPACE)].map(({ index }) => index);
  const middle = (text.length - 1) / 2;
  const [best] = breaks.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  return best === undefined ? text : `${text.slice(0, best)}\n${text.slice(best + 1)}`;
}

/** A name on one line, or else on two, or else on one in small letters. */
function sectionRequests(space: LabelSpace, isByName: boolean, input: LabelInput): LabelRequest[] {
  const request = sectionRequest(space, isByName, input);
  if (!request.text.includes(" ")) return [request];
  const large = request.sizes.filter((size) => size >= NAME_PIXELS_MIN);
  const text = wrapped(request.text);
  return [{ ...request, sizes: large }, { ...request, text, sizes: SECTION_SIZES.slice(2, -1) }, request];
}

function sectionRequest(space: LabelSpace, isByName: boolean, input: LabelInput): LabelRequest {
  const { section, anchors, bounds } = space;
  const text = isByName ? section.name : shortName(section);
  const least = leastPixels(space, false);
  const mostPixels = (bounds.width * input.scale.pixelsPerM) / input.scale.measure(text);
  return {
    id: section.id,
    kind: "section",
    text,
    anchors,
    sizes: SECTION_SIZES.filter((size) => size >= least && size <= mostPixels),
    fits: (box) => contains(input.visible, box) && hasSpace(space, box) && isBesideZoomed(box, input),
  };
}

/** The names of sections that cover others whole, as boxes above boxes do, with the names of these below theirs. */
function stackedRequests(spaces: readonly LabelSpace[], isByName: boolean, input: LabelInput): LabelRequest[] {
  const below = hiddenBelow(spaces, BESIDE_MAX);
  return [...below].flatMap(([space, hidden]) => {
    const text = [space, ...hidden].map(({ section }) => (isByName ? section.name : shortName(section))).join("\n");
    const inside = { ...sectionRequest(space, isByName, input), text };
    return [inside, besideRequest(space, text, input, isTouched), besideRequest(space, text, input, isTouchedAbove)];
  });
}

/** Whether a text is clear of the seats that are shown. */
function isBesideZoomed(box: Bounds, { spaces, zoomed }: LabelInput): boolean {
  return zoomed === null || spaces.every((space) => space.section.id !== zoomed || !isTouched(space, box));
}

/** Whether a text must not be there because of another section. */
type IsInTheWay = (other: LabelSpace, box: Bounds, space: LabelSpace) => boolean;

/**
 * Names beside sections that are too small for them, such as boxes: where nothing else is drawn, or else on a section
 * that lies lower.
 */
function besideRequests(
  spaces: readonly LabelSpace[],
  isByName: boolean,
  input: LabelInput,
  isInTheWay: IsInTheWay,
): LabelRequest[] {
  const small = spaces.filter((space) => !fitsAlone(space, isByName, input) && isOnTop(space));
  if (small.length > BESIDE_MAX) return [];
  return small.map((space) => {
    const text = isByName ? space.section.name : shortName(space.section);
    return besideRequest(space, text, input, isInTheWay);
  });
}

function besideRequest(space: LabelSpace, text: string, input: LabelInput, isInTheWay: IsInTheWay): LabelRequest {
  const fits = (box: Bounds) =>
    contains(input.visible, box) &&
    !input.bodies.some((body) => overlap(body, box)) &&
    input.spaces.every((other) => other === space || !isInTheWay(other, box, space));
  const anchors = besideAnchors(space, text, input);
  return { id: space.section.id, kind: "section", text, anchors, sizes: BESIDE_SIZES, fits };
}

/** Whether a text lies on a section that is as high as its own, or higher. */
function isTouchedAbove(other: LabelSpace, box: Bounds, space: LabelSpace): boolean {
  return !isLower(other, space) && isTouched(other, box);
}

function isLower(other: LabelSpace, { section }: LabelSpace): boolean {
  return elevationOf(other.section) < elevationOf(section);
}

/** Points at which a text ends right beside a shape: on its left or right, below or above it. */
function besideAnchors({ bounds }: LabelSpace, text: string, { scale }: LabelInput): MapPoint[] {
  const { width, height } = boxOf(text, { x: 0, y: 0 }, BESIDE_SIZES[0]!, scale);
  const [x, y] = [bounds.left + bounds.width / 2, bounds.top + bounds.height / 2];
  const gapM = BESIDE_GAP_PIXELS / scale.pixelsPerM;
  const [besideM, belowM] = [(bounds.width + width) / 2 + gapM, (bounds.height + height) / 2];
  const sideways = [
    { x: x - besideM, y },
    { x: x + besideM, y },
  ];
  // Away from the focus is where there is most space.
  const outwards = x > 0 ? sideways.reverse() : sideways;
  return [...outwards, { x, y: y + belowM }, { x, y: y - belowM }];
}

/** The selected section always has a label: without space beside the dot, a tag at the dot. */
function selectedRequests(space: LabelSpace, isByName: boolean, input: LabelInput): LabelRequest[] {
  const { text } = sectionRequest(space, isByName, input);
  const tag = tagRequest(space, text, tagAnchors(space, text, input.dots, input), input);
  return [...sectionRequests(space, isByName, input), tag];
}

function tagRequest(
  { section }: LabelSpace,
  text: string,
  anchors: readonly MapPoint[],
  input: LabelInput,
): LabelRequest {
  const fits = (box: Bounds) => contains(input.visible, box);
  const paddingPixels = TAG_PADDING_PIXELS;
  return { id: section.id, kind: "tag", text, anchors, sizes: [TAG_SIZE], paddingPixels, fits };
}

/** Points around the dot, or around the middle of the section, at which a tag does not cover it. */
function tagAnchors(
  { anchors, bounds }: LabelSpace,
  text: string,
  dots: LabelInput["dots"],
  { scale }: LabelInput,
): MapPoint[] {
  const dot = dots.find(({ x, y }) => overlap(bounds, { left: x, top: y, width: 0, height: 0 }));
  const at = dot ?? anchors[0];
  if (at === undefined) return [];
  const clear = dot === undefined ? 0 : dot.radiusPixels + DOT_EDGE_PIXELS + 1;
  const besideM = (clear + (scale.measure(text) * TAG_SIZE) / 2 + TAG_PADDING_PIXELS + 2) / scale.pixelsPerM;
  const aboveM = (clear + (LINE_EM * TAG_SIZE) / 2 + 1) / scale.pixelsPerM;
  const points = [
    { x: at.x, y: at.y - aboveM },
    { x: at.x, y: at.y + aboveM },
    { x: at.x + besideM, y: at.y },
    { x: at.x - besideM, y: at.y },
    { x: at.x + besideM, y: at.y - aboveM },
    { x: at.x - besideM, y: at.y - aboveM },
    { x: at.x + besideM, y: at.y + aboveM },
    { x: at.x - besideM, y: at.y + aboveM },
  ];
  return dot === undefined ? [at, ...points] : points;
}

function groupRequest(group: SectionGroup, input: LabelInput): LabelRequest {
  const { id, name, bounds, members } = group;
  const isUpright = bounds.height > bounds.width;
  const middle = { x: bounds.left + bounds.width / 2, y: bounds.top + bounds.height / 2 };
  return {
    id,
    kind: "group",
    text: name,
    anchors: [middle, ...members.flatMap(({ anchors }) => anchors.slice(0, 1))],
    sizes: GROUP_SIZES,
    isUpright,
    fits: (box) => contains(input.visible, box) && groupHasSpace(group, box, isUpright) && isBesideZoomed(box, input),
  };
}

/** The name of the focus: on the stage, or below the mark; else above it. */
function focusRequests({ focus, scale, visible }: LabelInput): LabelRequest[] {
  if (focus === null) return [];
  const { at, name, isOnStage } = focus;
  const offM = 15 / scale.pixelsPerM;
  const around = [
    { x: at.x, y: at.y + offM },
    { x: at.x, y: at.y - offM },
  ];
  const fits = (box: Bounds) => contains(visible, box);
  const anchors = isOnStage ? [at, ...around] : around;
  return [{ id: "focus", kind: "focus", text: name, anchors, sizes: FOCUS_SIZES, fits }];
}

/**
 * The names of rows, at their left ends, clear of the first seat; the selected row comes first. On a map that a finger moves, a
 * row whose end is not in view has its name on one of its first seats that are.
 */
function rowRequests({ rows, rowGapM, selectedRow, scale, visible, canPan }: LabelInput): LabelRequest[] {
  const size = Math.min(Math.max(rowGapM, 0.2) * 0.8 * scale.pixelsPerM, ROW_PIXELS_MAX);
  if (size < ROW_PIXELS_MIN) return [];
  const inOrder = [...rows].sort((one, other) => Number(other.id === selectedRow) - Number(one.id === selectedRow));
  const fits = (box: Bounds) => contains(visible, box);
  return inOrder.flatMap((row) => {
    const name = row.id;
    if (name === null) return [];
    const inView = (anchor: MapPoint) => fits(boxOf(name, anchor, size, scale));
    const beyond = rowAnchors(row, name, size, scale);
    const onSeats = canPan && !beyond.some(inView) ? row.slots.filter(inView).slice(0, ROW_ANCHORS_MAX) : [];
    const anchors = [...beyond, ...onSeats];
    return [{ id: name, kind: "row" as const, text: name, anchors, sizes: [size], fits }];
  });
}

/** Points beyond the end of a row, so far out that the text does not cover a seat. */
function rowAnchors({ end, beyond }: MapRow, name: string, sizePixels: number, scale: LabelScale): MapPoint[] {
  const { width, height } = boxOf(name, end, sizePixels, scale);
  const [dx, dy] = [beyond.x - end.x, beyond.y - end.y];
  const slotM = Math.hypot(dx, dy) || 1;
  const halfM = (Math.abs(dx) * width + Math.abs(dy) * height) / 2 / slotM;
  return [0.6, 1.4].map((slots) => {
    const out = (slots * slotM + halfM) / slotM;
    return { x: end.x + dx * out, y: end.y + dy * out };
  });
}

function dotBoxes({ dots, scale }: LabelInput): Bounds[] {
  return dots.map((dot) => dotBox(dot, dot.radiusPixels + DOT_EDGE_PIXELS, scale.pixelsPerM));
}

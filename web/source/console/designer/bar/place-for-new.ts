// Where a new piece is put: in the middle of what the canvas shows, and where nothing else is.
import type { Added } from "../../../layout-edits/add-pieces";
import { ahead, alongM, apartM, bearingTo, type Ground, rightOf, stepped } from "../../../layout-edits/ground";
import { boundsOf, type GroundBounds } from "../../../layout-edits/piece-bounds";
import { changedAt, SECTIONS } from "../../../layout-edits/record-edit";
import { groundOfSections } from "../../../layout-edits/seat-places";
import { LayoutReader } from "../../../layouts/layout-reader";
import type { Json } from "../../../layouts/written-json";
import type { Designer } from "../designer";

/** Adds a piece to a record, at a place. */
export type Add = (record: Json, at: Ground) => Added;

/** Nearer to the focus than this, there is the stage. */
const STAGE_M = 8;
const FIRST_M = 14;
const STEP_M = 2;
const TRIES_MAX = 60;
const GAP_M = 1;
/** Nearer to the middle line of the hall than this, new seats are put on it. A view of everything is this far off, because of
 * the buttons at its right. */
const MIDDLE_LINE_PIXELS = 24;

/** The middle of what the canvas shows; before the stage, while it is not drawn. */
export function middleOfView(designer: Designer): Ground {
  const view = designer.view.value;
  return view !== null && view.width > 0 ? view.centre : inFrontOfStage(designer);
}

/** A place for new seats: the middle of the view, or farther from the stage until nothing is in the way. */
export function freePlace(designer: Designer, add: Add): Ground {
  const [focus, middle] = [designer.plan.value.focus, middleOfView(designer)];
  const start = apartM(focus, middle) < STAGE_M ? inFrontOfStage(designer) : onMiddleLine(designer, middle);
  if (designer.fault.value !== null) return start;
  const away = ahead(bearingTo(focus, start));
  const taken = boundsOfSections(designer);
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const at = stepped(start, away, tries * STEP_M);
    const bounds = boundsOfNew(designer.settled.value, add, at);
    if (bounds === null || !taken.some((other) => overlap(bounds, other))) return at;
  }
  return start;
}

/** The place itself, or the one beside it on the line that leads straight away from the stage. */
function onMiddleLine({ plan, view }: Designer, place: Ground): Ground {
  const { focus } = plan.value;
  const asideM = alongM(focus, place, rightOf(focus.extent?.turnDeg ?? 180));
  const isNear = Math.abs(asideM) * (view.value?.pixelsPerM ?? 0) <= MIDDLE_LINE_PIXELS;
  return isNear ? stepped(place, rightOf(focus.extent?.turnDeg ?? 180), -asideM) : place;
}

function inFrontOfStage({ plan }: Designer): Ground {
  const { x, y, extent } = plan.value.focus;
  return stepped({ x, y }, ahead(extent?.turnDeg ?? 180), FIRST_M + (extent?.depthM ?? 0) / 2);
}

function boundsOfSections({ plan }: Designer): GroundBounds[] {
  return plan.value.sections.flatMap((_, index) => boundsOf(groundOfSections(plan.value, [index])) ?? []);
}

/** The bounds of a new piece, read without the sections that are there already. */
function boundsOfNew(record: Json, add: Add, at: Ground): GroundBounds | null {
  const empty = changedAt(record, SECTIONS, () => []);
  const plan = new LayoutReader().read(add(empty, at).record);
  return boundsOf(groundOfSections(plan, [...plan.sections.keys()]));
}

function overlap(one: GroundBounds, other: GroundBounds): boolean {
  const isBeside = one.left > other.right + GAP_M || other.left > one.right + GAP_M;
  return !isBeside && one.bottom <= other.top + GAP_M && other.bottom <= one.top + GAP_M;
}

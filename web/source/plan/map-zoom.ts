// Pure functions about what the map shows: the whole venue, or one section, as large as its seats can be hit.
import type { Bounds, MapPoint, SectionShape } from "./map-shapes";
import { seatsOf, withMargin } from "./map-shapes";
import type { Plan, PlanSection } from "./plan";

const SCALE_MAX = 40;
/** A finger can hit one of two seats that are this far apart on the screen. */
const FINGER_PIXELS = 24;
const USUAL_GAP_M = 0.6;
/** The space around a section that is larger than the frame: the names of its rows stand there. */
const EDGE_M = 0.6;
/** Seats that lie closer than this are not told apart by a larger scale: their positions are probably wrong. */
const GAP_M_MIN = 0.2;

export type MapZoom = {
  scale: number;
  transform: string;
  /** The part of the map that is in view, in metres. */
  visible: Bounds;
  middle: MapPoint;
  /** Whether the section is larger than the frame. */
  canPan: boolean;
};

/**
 * Returns the transformation that makes a section fill the frame; without one, the whole venue is in view. A section that
 * does not fit at the least scale has the place `wanted` in the middle.
 */
export function viewOf(
  whole: Bounds,
  shape: SectionShape | null,
  scaleMin = 1,
  wanted: MapPoint | null = null,
): MapZoom {
  const centre = { x: whole.left + whole.width / 2, y: whole.top + whole.height / 2 };
  if (shape === null) {
    return { scale: 1, transform: "translate(0px, 0px) scale(1)", visible: whole, middle: centre, canPan: false };
  }
  const target = withMargin(shape.bounds, 0.12);
  const fitting = Math.min(whole.width / target.width, whole.height / target.height, SCALE_MAX);
  const scale = Math.max(1, fitting, scaleMin);
  const [width, height] = [whole.width / scale, whole.height / scale];
  const { bounds } = shape;
  const [isTooWide, isTooHigh] = [bounds.width + 2 * EDGE_M > width, bounds.height + 2 * EDGE_M > height];
  const middle = {
    x: middleOn(bounds.left, bounds.width, isTooWide ? wanted?.x : undefined),
    y: middleOn(bounds.top, bounds.height, isTooHigh ? wanted?.y : undefined),
  };
  const [x, y] = [centre.x - scale * middle.x, centre.y - scale * middle.y];
  return {
    scale,
    transform: `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${scale.toFixed(4)})`,
    visible: { left: middle.x - width / 2, top: middle.y - height / 2, width, height },
    middle,
    canPan: isTooWide || isTooHigh,
  };
}

/** The middle of the view along one axis: the wanted place, but never one beyond the section. */
function middleOn(start: number, length: number, wanted: number | undefined): number {
  if (wanted === undefined || Number.isNaN(wanted)) return start + length / 2;
  return Math.min(Math.max(wanted, start), start + length);
}

/** The least scale at which a finger can hit a seat of the section, if a metre has so many pixels at scale 1. */
export function fingerScale(plan: Plan, section: PlanSection, pixelsPerM: number): number {
  return FINGER_PIXELS / (seatGapM(plan, section) * pixelsPerM);
}

/** The distance between neighbours in a section; nine of ten seats have at least this one. */
export function seatGapM(plan: Plan, section: PlanSection): number {
  const seats = seatsOf(plan, section);
  const gaps = seats.flatMap((seat, index) => {
    const next = seats[index + 1];
    return next?.rowIndex === seat.rowIndex ? [Math.hypot(next.x - seat.x, next.y - seat.y)] : [];
  });
  const beside = gaps.sort((one, other) => one - other)[Math.floor(gaps.length / 10)] ?? USUAL_GAP_M;
  return Math.max(Math.min(beside, section.geometry?.treadM ?? beside), GAP_M_MIN);
}

/** Returns what is in view of a map in a frame of another shape: names have space beside the hall, too. */
export function widened(whole: Bounds, frame: { width: number; height: number }): Bounds {
  const width = Math.max(whole.width, (whole.height * frame.width) / frame.height);
  const height = Math.max(whole.height, (whole.width * frame.height) / frame.width);
  const [left, top] = [whole.left - (width - whole.width) / 2, whole.top - (height - whole.height) / 2];
  return { left, top, width, height };
}

/** Returns the section to zoom to; null if no seats are described for it. */
export function zoomable(plan: Plan, id: string | null): PlanSection | null {
  const section = id === null ? undefined : plan.sections.find((each) => each.id === id);
  return section?.rows.some((row) => row.seating !== null) ? section : null;
}

/** The closed sections: those of the plan, and more that the page names. */
export function closedOf(plan: Plan, more: ReadonlySet<string> | undefined): ReadonlySet<string> {
  const closed = new Set(more);
  for (const section of plan.sections) if (section.isClosed) closed.add(section.id);
  return closed;
}

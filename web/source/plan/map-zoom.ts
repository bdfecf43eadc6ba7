// Pure functions about what the map shows: the whole venue, or one section that fills the frame.
import type { Bounds, SectionShape } from "./map-shapes";
import { withMargin } from "./map-shapes";
import type { Plan, PlanSection } from "./plan";

const SCALE_MAX = 40;

export type MapZoom = {
  scale: number;
  transform: string;
  /** The part of the map that is in view, in metres. */
  visible: Bounds;
};

/** Returns the transformation that makes a section fill the frame; without one, the whole venue is in view. */
export function viewOf(whole: Bounds, shape: SectionShape | null): MapZoom {
  if (shape === null) return { scale: 1, transform: "translate(0px, 0px) scale(1)", visible: whole };
  const target = withMargin(shape.bounds, 0.12);
  const scale = Math.max(1, Math.min(whole.width / target.width, whole.height / target.height, SCALE_MAX));
  const [middleX, middleY] = [target.left + target.width / 2, target.top + target.height / 2];
  const x = whole.left + whole.width / 2 - scale * middleX;
  const y = whole.top + whole.height / 2 - scale * middleY;
  const [width, height] = [whole.width / scale, whole.height / scale];
  return {
    scale,
    transform: `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${scale.toFixed(4)})`,
    visible: { left: middleX - width / 2, top: middleY - height / 2, width, height },
  };
}

/** Returns what is in view of a map in a frame that may be wider: names have space beside the hall, too. */
export function widened(whole: Bounds, frame: { width: number; height: number }): Bounds {
  const width = Math.max(whole.width, (whole.height * frame.width) / frame.height);
  return { ...whole, left: whole.left - (width - whole.width) / 2, width };
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

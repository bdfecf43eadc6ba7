// Which part of the ground plan the canvas shows. Pure functions: each returns another view.
import type { Bounds } from "../../../plan/map-shapes";
import type { CanvasView, Ground } from "./canvas-tool";

export type ScreenPoint = { x: number; y: number };

/** From a whole stadium on a phone to single seats. */
const PIXELS_PER_M_MIN = 0.4;
const PIXELS_PER_M_MAX = 240;
const FIT_LEFT_PIXELS = 24;
/** The controls at the upper edge, the buttons at the right and the scale bar cover nothing. */
const FIT_RIGHT_PIXELS = 60;
const FIT_TOP_PIXELS = 58;
const FIT_BOTTOM_PIXELS = 40;
/** A single table or seat does not fill the canvas. */
const FIT_PIXELS_PER_M_MAX = 60;

export function viewAt(centre: Ground, pixelsPerM: number, width: number, height: number): CanvasView {
  const scale = Math.min(PIXELS_PER_M_MAX, Math.max(PIXELS_PER_M_MIN, pixelsPerM));
  return {
    centre,
    pixelsPerM: scale,
    width,
    height,
    toScreen: ({ x, y }) => ({ x: width / 2 + (x - centre.x) * scale, y: height / 2 - (y - centre.y) * scale }),
    toGround: (x, y) => ({ x: centre.x + (x - width / 2) / scale, y: centre.y - (y - height / 2) / scale }),
  };
}

export function resized({ centre, pixelsPerM }: CanvasView, width: number, height: number): CanvasView {
  return viewAt(centre, pixelsPerM, width, height);
}

/** The view that shows the same ground at a point of the screen, at another scale. */
export function zoomedAt(view: CanvasView, at: ScreenPoint, factor: number): CanvasView {
  const ground = view.toGround(at.x, at.y);
  const zoomed = viewAt(view.centre, view.pixelsPerM * factor, view.width, view.height);
  const moved = zoomed.toGround(at.x, at.y);
  const centre = { x: view.centre.x + ground.x - moved.x, y: view.centre.y + ground.y - moved.y };
  return viewAt(centre, zoomed.pixelsPerM, view.width, view.height);
}

/** The view after the ground was moved by some pixels to the right and down. */
export function pannedBy(view: CanvasView, dx: number, dy: number): CanvasView {
  const { centre, pixelsPerM, width, height } = view;
  return viewAt({ x: centre.x - dx / pixelsPerM, y: centre.y + dy / pixelsPerM }, pixelsPerM, width, height);
}

/** The view in which bounds on the map (y down) fill the canvas. */
export function fitted(bounds: Bounds, width: number, height: number): CanvasView {
  const inner = Math.max(40, width - FIT_LEFT_PIXELS - FIT_RIGHT_PIXELS);
  const tall = Math.max(40, height - FIT_TOP_PIXELS - FIT_BOTTOM_PIXELS);
  const filling = Math.min(inner / Math.max(bounds.width, 0.1), tall / Math.max(bounds.height, 0.1));
  const scale = Math.min(filling, FIT_PIXELS_PER_M_MAX);
  const middle = { x: bounds.left + bounds.width / 2, y: -(bounds.top + bounds.height / 2) };
  const centre = {
    x: middle.x + (FIT_RIGHT_PIXELS - FIT_LEFT_PIXELS) / 2 / scale,
    y: middle.y - (FIT_BOTTOM_PIXELS - FIT_TOP_PIXELS) / 2 / scale,
  };
  return viewAt(centre, scale, width, height);
}

/** What two fingers did: the ground below them stays below them. */
export function pinched(view: CanvasView, before: readonly ScreenPoint[], after: readonly ScreenPoint[]): CanvasView {
  const [from, to] = [middleOf(before), middleOf(after)];
  const factor = spread(after) / Math.max(1, spread(before));
  return zoomedAt(pannedBy(view, to.x - from.x, to.y - from.y), to, factor);
}

/** The part of the map (y down) that is in view. */
export function visibleBounds({ centre, pixelsPerM, width, height }: CanvasView): Bounds {
  const [wide, tall] = [width / pixelsPerM, height / pixelsPerM];
  return { left: centre.x - wide / 2, top: -centre.y - tall / 2, width: wide, height: tall };
}

/** The length of a scale bar: a round number of metres that takes 60 to 150 pixels. */
export function scaleBarM(pixelsPerM: number): number {
  const least = 60 / pixelsPerM;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5, 10].find((step) => step * power >= least) ?? 10);
}

/** Whether two rectangles have a part in common. */
export function meets(one: Bounds, other: Bounds): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

export function apartPixels(one: ScreenPoint, other: ScreenPoint): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middleOf(points: readonly ScreenPoint[]): ScreenPoint {
  const count = Math.max(1, points.length);
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / count,
    y: points.reduce((sum, { y }) => sum + y, 0) / count,
  };
}

function spread([one, other]: readonly ScreenPoint[]): number {
  return one === undefined || other === undefined ? 1 : Math.hypot(one.x - other.x, one.y - other.y);
}

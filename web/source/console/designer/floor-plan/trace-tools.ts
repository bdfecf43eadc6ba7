// What pointer and keys do on the canvas while the panel of the floor plan is shown: move it, or set two points.

import type { Watched } from "../../shell/watched";
import { ARROW_KEYS, type CanvasPointer, type CanvasTool, type CanvasView, type Ground } from "../canvas/canvas-tool";
import type { FloorPlan } from "./floor-plan";
import { groundAt, isOnPicture, movedBy, type Pixel, type Placement, pixelAt } from "./floor-plan-placement";

const KEY_STEP_M = 0.1;
const LARGE_KEY_STEP_M = 1;
const KEY_STEP_PIXELS = 2;
const LARGE_KEY_STEP_PIXELS = 20;

/** Moves the floor plan by dragging it, and by the arrow keys. */
export function moveTool(floorPlan: FloorPlan): CanvasTool {
  let drag: { from: Ground; before: Placement } | null = null;
  return {
    id: "move-floor-plan",
    cursor: "move",
    down: (pointer) => {
      const before = movable(floorPlan, pointer);
      if (before === null) return false;
      drag = { from: pointer.at, before };
      return true;
    },
    move: ({ at }, isDown) => {
      if (drag === null || !isDown) return;
      floorPlan.show(movedBy(drag.before, at.x - drag.from.x, at.y - drag.from.y));
    },
    up: () => {
      if (drag !== null) floorPlan.settle("Move");
      drag = null;
    },
    cancel: () => {
      if (drag !== null) floorPlan.cancel();
      drag = null;
    },
    key: (event) => {
      const [step, placement] = [ARROW_KEYS[event.key], floorPlan.placement.value];
      if (step === undefined || placement === null || event.ctrlKey || event.metaKey || event.altKey) return false;
      const by = event.shiftKey ? LARGE_KEY_STEP_M : KEY_STEP_M;
      floorPlan.change("Move by keys", movedBy(placement, step.x * by, step.y * by), true);
      return true;
    },
  };
}

/** Sets two points of the picture, by clicks, or by the arrow keys and Enter. */
export function pointsTool(floorPlan: FloorPlan, view: () => CanvasView | null): CanvasTool {
  return {
    id: "scale-floor-plan",
    cursor: "crosshair",
    down: (pointer) => isSetting(floorPlan) && addPoint(floorPlan, pointer.at),
    move: ({ at }) => {
      if (isSetting(floorPlan)) setCursor(floorPlan, at);
    },
    key: (event) =>
      crossKeys(event, floorPlan, view(), {
        at: floorPlan.cursor,
        isSetting: () => isSetting(floorPlan),
        onSet: (at) => void addPoint(floorPlan, at),
        onCancel: () => floorPlan.points.set(null),
      }),
  };
}

type Cross = {
  at: Watched<Pixel | null>;
  isSetting: () => boolean;
  onSet: (at: Ground) => void;
  onCancel: () => void;
};

/** The arrow keys move a cross on the picture, Enter sets a point there, and Escape ends it. */
export function crossKeys(event: KeyboardEvent, floorPlan: FloorPlan, view: CanvasView | null, cross: Cross): boolean {
  if (event.key === "Escape") {
    cross.onCancel();
    return true;
  }
  const [placement, size] = [floorPlan.placement.value, floorPlan.size];
  if (!cross.isSetting() || placement === null || size === null) return false;
  const here = cross.at.value;
  const at = here === null ? (view?.centre ?? placement) : groundAt(placement, size, here);
  if (event.key === "Enter") {
    cross.onSet(at);
    return true;
  }
  const step = ARROW_KEYS[event.key];
  if (step === undefined) return false;
  const by = (event.shiftKey ? LARGE_KEY_STEP_PIXELS : KEY_STEP_PIXELS) / (view?.pixelsPerM ?? 1);
  cross.at.set(pixelAt(placement, size, { x: at.x + step.x * by, y: at.y + step.y * by }));
  return true;
}

function movable(floorPlan: FloorPlan, { at }: CanvasPointer): Placement | null {
  const [placement, size] = [floorPlan.placement.value, floorPlan.size];
  if (placement === null || size === null || floorPlan.isLocked.value || !floorPlan.isShown.value) return null;
  return isOnPicture(placement, size, at) ? placement : null;
}

function isSetting(floorPlan: FloorPlan): boolean {
  return floorPlan.points.value !== null && floorPlan.points.value.length < 2;
}

function addPoint(floorPlan: FloorPlan, at: Ground): boolean {
  const [placement, size, points] = [floorPlan.placement.value, floorPlan.size, floorPlan.points.value];
  if (placement === null || size === null || points === null) return false;
  floorPlan.points.set([...points, pixelAt(placement, size, at)]);
  return true;
}

function setCursor(floorPlan: FloorPlan, at: Ground): void {
  const [placement, size] = [floorPlan.placement.value, floorPlan.size];
  if (placement !== null && size !== null) floorPlan.cursor.set(pixelAt(placement, size, at));
}

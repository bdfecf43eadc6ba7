// Moves the map under a finger, where the shown section is larger than the frame.
import { useRef, useState } from "preact/hooks";
import type { MapPoint } from "./map-shapes";
import type { MapZoom } from "./map-zoom";

/** A finger that has moved less has tapped. */
const DRAG_PIXELS_MIN = 8;
/** A seat that is closer to the edge of the frame than this share of it is moved to the middle. */
const EDGE_SHARE = 0.08;

type Drag = { pointerId: number; x: number; y: number; isMoving: boolean; middle: MapPoint };

/** Whether fingers are the main way to point. */
export function useFingers(): boolean {
  const [isTouched] = useState(() => globalThis.matchMedia?.("(pointer: coarse)").matches ?? false);
  return isTouched;
}

/**
 * Returns the handlers for the frame, and the reference to the element that moves. While a finger drags, the element alone is
 * moved; the names of rows follow when the finger is lifted.
 */
export function useMapPan(
  view: MapZoom,
  pixelsPerM: number,
  viewAt: (middle: MapPoint) => MapZoom,
  onMoved: (middle: MapPoint) => void,
) {
  const moving = useRef<SVGGElement>(null);
  const drag = useRef<Drag | null>(null);
  const wasDragged = useRef(false);
  const end = (event: PointerEvent) => {
    const ended = drag.current;
    if (ended === null || ended.pointerId !== event.pointerId) return;
    drag.current = null;
    if (ended.isMoving) onMoved(ended.middle);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (!event.isPrimary) return;
      wasDragged.current = false;
      const { pointerId, clientX: x, clientY: y } = event;
      drag.current = view.canPan ? { pointerId, x, y, isMoving: false, middle: view.middle } : null;
    },
    onPointerMove: (event: PointerEvent) => {
      const held = drag.current;
      if (held === null || held.pointerId !== event.pointerId || moving.current === null) return;
      const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
      if (!held.isMoving && Math.hypot(dx, dy) < DRAG_PIXELS_MIN) return;
      if (!held.isMoving) (event.currentTarget as Element).setPointerCapture(event.pointerId);
      const next = viewAt({ x: view.middle.x - dx / pixelsPerM, y: view.middle.y - dy / pixelsPerM });
      wasDragged.current = true;
      drag.current = { ...held, isMoving: true, middle: next.middle };
      Object.assign(moving.current.style, { transition: "none", transform: next.transform });
    },
    onPointerUp: end,
    onPointerCancel: end,
    // The click at the end of a drag picks nothing.
    onClickCapture: (event: MouseEvent) => {
      if (wasDragged.current) event.stopPropagation();
      wasDragged.current = false;
    },
  };
  return [moving, handlers] as const;
}

/** Whether a place is in view, and not at its very edge. */
export function isWellInView({ x, y }: MapPoint, { visible, canPan }: MapZoom): boolean {
  if (!canPan) return true;
  const [across, down] = [(x - visible.left) / visible.width, (y - visible.top) / visible.height];
  return Math.min(across, down) > EDGE_SHARE && Math.max(across, down) < 1 - EDGE_SHARE;
}

/** Where a pointer is on the map. */
export function pointOf(event: MouseEvent, layer: SVGGraphicsElement | null): MapPoint {
  const matrix = layer?.getScreenCTM?.();
  if (matrix == null) return { x: Number.NaN, y: Number.NaN };
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
}

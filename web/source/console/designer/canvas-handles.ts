// The handles of what is selected: to turn it, to bend its rows, and to change its size.
import type { Piece } from "../../layout-edits/pieces";
import type { Bounds } from "../../plan/map-shapes";
import { boundsOfPieces, type Scene } from "./canvas-scene";
import type { CanvasView } from "./canvas-tool";
import type { ScreenPoint } from "./canvas-view";

export type Handle = {
  kind: "rotate";
  at: ScreenPoint;
  cursor: string;
};

const ROTATE_AWAY_PIXELS = 30;
const REACH_PIXELS = 11;
const TOUCH_REACH_PIXELS = 22;

export function handlesOf(scene: Scene, selection: readonly Piece[], view: CanvasView): Handle[] {
  const bounds = boundsOfPieces(scene, selection);
  return bounds !== null && isTurnable(scene, selection) ? [rotateHandle(bounds, view)] : [];
}

/** The handle under a pointer; fingers need not meet it exactly. */
export function handleAt(handles: readonly Handle[], at: ScreenPoint, isTouch: boolean): Handle | null {
  const reach = isTouch ? TOUCH_REACH_PIXELS : REACH_PIXELS;
  const near = handles
    .map((handle) => ({ handle, away: Math.hypot(handle.at.x - at.x, handle.at.y - at.y) }))
    .filter(({ away }) => away <= reach)
    .sort((one, other) => one.away - other.away);
  return near[0]?.handle ?? null;
}

/** A point without an extent looks the same however it is turned. */
function isTurnable(scene: Scene, selection: readonly Piece[]): boolean {
  return selection.some(({ kind }) => kind !== "focus") || scene.plan.focus.extent !== null;
}

/** Above what is selected; below it, where there is no space above. */
function rotateHandle({ left, top, width, height }: Bounds, view: CanvasView): Handle {
  const above = view.toScreen({ x: left + width / 2, y: -top });
  const below = view.toScreen({ x: left + width / 2, y: -(top + height) });
  const isAbove = above.y - ROTATE_AWAY_PIXELS > REACH_PIXELS;
  const at = isAbove
    ? { x: above.x, y: above.y - ROTATE_AWAY_PIXELS }
    : { x: below.x, y: Math.min(below.y + ROTATE_AWAY_PIXELS, view.height - REACH_PIXELS) };
  return { kind: "rotate", at, cursor: "grab" };
}

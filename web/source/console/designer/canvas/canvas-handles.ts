// The handles of what is selected: to turn it, to bend its rows, and to change its size.
import type { Piece } from "../../../layout-edits/pieces";
import type { Held } from "../../../layout-edits/resize-piece";
import type { Bounds } from "../../../plan/map-shapes";
import { boundsOfPieces, type Scene } from "./canvas-scene";
import type { CanvasView, Ground } from "./canvas-tool";
import type { ScreenPoint } from "./canvas-view";
import type { PlacedSection } from "./placed-section";

export type Handle = {
  kind: "rotate" | "bend" | "resize";
  at: ScreenPoint;
  /** The direction in which a drag makes more of it: one metre on the ground. */
  outward: Ground;
  /** What a handle of the size leaves in its place; null for other handles. */
  held: Held | null;
  cursor: string;
};

const ROTATE_AWAY_PIXELS = 30;
const BEND_AWAY_PIXELS = 16;
/** Two handles are at least this far from one another. */
const APART_PIXELS = 26;
const REACH_PIXELS = 11;
const TOUCH_REACH_PIXELS = 22;

export function handlesOf(scene: Scene, selection: readonly Piece[], view: CanvasView): Handle[] {
  const bounds = boundsOfPieces(scene, selection);
  const [only, ...others] = selection;
  if (bounds === null || only === undefined) return [];
  const ofShape =
    others.length > 0 ? [] : [...bendHandles(scene, only, view), ...resizeHandles(scene, only, bounds, view)];
  if (!isTurnable(scene, selection)) return ofShape;
  const rotate = rotateHandle(bounds, view, ROTATE_AWAY_PIXELS);
  const isFree = ofShape.every(({ at }) => Math.hypot(at.x - rotate.at.x, at.y - rotate.at.y) > APART_PIXELS);
  return [isFree ? rotate : rotateHandle(bounds, view, ROTATE_AWAY_PIXELS + APART_PIXELS), ...ofShape];
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
function rotateHandle({ left, top, width, height }: Bounds, view: CanvasView, awayPixels: number): Handle {
  const above = view.toScreen({ x: left + width / 2, y: -top });
  const below = view.toScreen({ x: left + width / 2, y: -(top + height) });
  const isAbove = above.y - awayPixels > REACH_PIXELS;
  const at = isAbove
    ? { x: above.x, y: above.y - awayPixels }
    : { x: below.x, y: Math.min(below.y + awayPixels, view.height - REACH_PIXELS) };
  return { kind: "rotate", at, outward: { x: 1, y: 0 }, held: null, cursor: "grab" };
}

/** In front of the middle of the first row of the block that was clicked. */
function bendHandles(scene: Scene, piece: Piece, view: CanvasView): Handle[] {
  if (piece.kind !== "section") return [];
  const placed = meantSection(scene, piece);
  const row = placed === null ? -1 : bentRow(placed);
  if (placed === null || row < 0) return [];
  const seat = (placed.starts[row]! + placed.starts[row + 1]! - 1) >> 1;
  const facing = placed.facing[seat]!;
  const front = { x: Math.sin(facing), y: Math.cos(facing) };
  const { x, y } = view.toScreen({ x: placed.x[seat]!, y: -placed.y[seat]! });
  const away = BEND_AWAY_PIXELS + (placed.depthM * view.pixelsPerM) / 2;
  const at = { x: x + front.x * away, y: y - front.y * away };
  return [{ kind: "bend", at, outward: front, held: null, cursor: "row-resize" }];
}

/** The section of a rule that was meant; the first one if none was. */
export function meantSection(scene: Scene, piece: Piece & { kind: "section" }): PlacedSection | null {
  const parts = scene.parts.filter((part) => part.piece.rule === piece.rule);
  return (parts.find((part) => part.piece.id === piece.id) ?? parts[0])?.placed ?? null;
}

/** The first row that is long enough to be bent; -1 if the section's rows have no line. */
export function bentRow({ section, starts }: PlacedSection): number {
  const shape = section.geometry?.shape;
  if (shape !== "curved" && shape !== "straight") return -1;
  return section.rows.findIndex((_, index) => starts[index + 1]! - starts[index]! > 2);
}

function resizeHandles(scene: Scene, piece: Piece, bounds: Bounds, view: CanvasView): Handle[] {
  if (piece.kind === "focus") return extentHandles(scene, bounds, view);
  if (piece.kind === "obstruction") return sideHandles(bounds, view);
  const part = scene.parts.find((each) => each.piece.rule === piece.rule);
  return part?.placed.section.area === undefined ? [] : sideHandles(bounds, view);
}

/** At the sides of the stage or field, which may be turned. */
function extentHandles({ plan: { focus } }: Scene, bounds: Bounds, view: CanvasView): Handle[] {
  const { extent } = focus;
  if (extent === null) return [];
  if (extent.points.length > 2) return sideHandles(bounds, view);
  const turn = ((extent.turnDeg - 180) * Math.PI) / 180;
  const across = { x: Math.cos(turn), y: -Math.sin(turn) };
  const deep = { x: Math.sin(turn), y: Math.cos(turn) };
  return [
    [across, 1, extent.widthM] as const,
    [across, -1, extent.widthM] as const,
    [deep, 1, extent.depthM] as const,
    [deep, -1, extent.depthM] as const,
  ].map(([axis, sign, lengthM]) => {
    const outward = { x: axis.x * sign, y: axis.y * sign };
    const at = view.toScreen({ x: focus.x + (outward.x * lengthM) / 2, y: focus.y + (outward.y * lengthM) / 2 });
    // The stage is where people look: its middle stays.
    return { kind: "resize", at, outward, held: { x: 0, y: 0 }, cursor: cursorOf(outward) };
  });
}

function sideHandles({ left, top, width, height }: Bounds, view: CanvasView): Handle[] {
  const [x, y] = [left + width / 2, -(top + height / 2)];
  const sides = [
    { held: { x: -1, y: 0 } as const, at: { x: left + width, y }, outward: { x: 1, y: 0 } },
    { held: { x: 1, y: 0 } as const, at: { x: left, y }, outward: { x: -1, y: 0 } },
    { held: { x: 0, y: -1 } as const, at: { x, y: -top }, outward: { x: 0, y: 1 } },
    { held: { x: 0, y: 1 } as const, at: { x, y: -(top + height) }, outward: { x: 0, y: -1 } },
  ];
  return sides.map(({ held, at, outward }) => ({
    kind: "resize",
    at: view.toScreen(at),
    outward,
    held,
    cursor: cursorOf(outward),
  }));
}

function cursorOf({ x, y }: Ground): string {
  return Math.abs(x) > Math.abs(y) ? "ew-resize" : "ns-resize";
}

// The canvas's own tool: selects pieces, moves them, and turns, bends or resizes them by handles.

import { movePieces } from "../../../layout-edits/move-pieces";
import { isSamePiece, type Piece } from "../../../layout-edits/pieces";
import type { Bounds } from "../../../plan/map-shapes";
import type { Designer } from "../designer";
import { type Handle, handleAt, handlesOf } from "./canvas-handles";
import { boundsOfPieces, type Hit, hitsAt, piecesInside } from "./canvas-scene";
import { type CanvasState, NO_MARKS } from "./canvas-state";
import type { CanvasPointer, Ground } from "./canvas-tool";
import { apartPixels, type ScreenPoint } from "./canvas-view";
import { type HandleDrag, startHandleDrag } from "./handle-drag";
import { metres, selectionInWords, stepTitle, wayInWords } from "./piece-words";
import { linesOfMoved, linesOfOthers, type SnapLines, snapped } from "./snapping";

/** A pointer on the canvas, with its place on the screen. */
export type PressedPointer = CanvasPointer & { screen: ScreenPoint };

const DRAG_PIXELS = 4;
const TOUCH_DRAG_PIXELS = 9;
const SNAP_PIXELS = 7;
/** Another click this near to the last one picks what lies below. */
const SAME_PLACE_PIXELS = 5;

type Press =
  | { kind: "piece"; start: PressedPointer; hits: readonly Hit[]; wasSelected: boolean }
  | { kind: "ground"; start: PressedPointer }
  | { kind: "handle"; start: PressedPointer; drag: HandleDrag };

type Move = { own: SnapLines; others: SnapLines; pieces: readonly Piece[]; middle: Ground };

export class SelectTool {
  private press: Press | null = null;
  private move: Move | null = null;
  private isDragging = false;
  private lastClick: ScreenPoint | null = null;

  constructor(
    private readonly designer: Designer,
    private readonly state: CanvasState,
  ) {}

  /** Begins a gesture. Returns false if the ground is to be panned instead. */
  down(pointer: PressedPointer): boolean {
    const handle = this.handleAt(pointer);
    if (handle !== null) {
      // A finger need not meet the handle: what it holds begins where the finger is.
      const held = { ...handle, at: pointer.screen };
      this.press = { kind: "handle", start: pointer, drag: startHandleDrag(this.designer, this.state, held) };
      return true;
    }
    const hits = this.hitsAt(pointer);
    const wasSelected = hits.some((hit) => this.isSelected(hit.piece));
    // A finger on what is not selected begins a pan, or is a tap.
    if (pointer.pointerType === "touch" && !wasSelected) return false;
    this.press =
      hits.length === 0 ? { kind: "ground", start: pointer } : { kind: "piece", start: pointer, hits, wasSelected };
    if (hits.length > 0 && !wasSelected) this.state.pick(hits[0]!.piece, pointer.shiftKey);
    return true;
  }

  drag(pointer: PressedPointer): void {
    const { press } = this;
    if (press === null || !this.isDraggedFrom(press.start, pointer)) return;
    this.isDragging = true;
    if (press.kind === "handle") press.drag.to(pointer);
    else if (press.kind === "ground") this.markFrame(press.start, pointer);
    else if (this.designer.tool.value === null) this.moveTo(press.start, pointer);
  }

  up(pointer: PressedPointer): void {
    const { press } = this;
    if (press !== null && this.isDragging) this.finish(press, pointer);
    else if (press?.kind === "handle") this.clickBelow(pointer);
    else if (press !== null) this.click(press, pointer);
    this.reset();
  }

  /** Gives up the gesture, and any change that it made. */
  cancel(): void {
    if (this.isDragging && this.press?.kind !== "ground") this.designer.cancel();
    this.reset();
  }

  /** A tap that was taken for the beginning of a pan. */
  tap(pointer: PressedPointer): void {
    const hits = this.hitsAt(pointer);
    if (hits.length === 0) this.click({ kind: "ground", start: pointer }, pointer);
    else this.click({ kind: "piece", start: pointer, hits, wasSelected: true }, pointer);
    this.reset();
  }

  cursorAt(pointer: PressedPointer): string {
    const handle = this.handleAt(pointer);
    if (handle !== null) return handle.cursor;
    const [hit] = this.hitsAt(pointer);
    return hit === undefined ? "default" : this.isSelected(hit.piece) ? "move" : "pointer";
  }

  private finish(press: Press, pointer: PressedPointer): void {
    if (press.kind === "handle") press.drag.end();
    else if (press.kind === "piece") this.settleMove(press.start, pointer);
    else this.selectInside(frameOf(press.start.at, pointer.at), this.isAdding(pointer));
  }

  private selectInside(frame: Bounds, isAdded: boolean): void {
    const inside = piecesInside(this.state.scene.value, frame, this.state.hidden.value);
    this.state.select(isAdded ? [...this.designer.selection.value, ...inside] : inside);
  }

  private isAdding({ shiftKey }: PressedPointer): boolean {
    return shiftKey || this.state.isSelectingSeveral.value;
  }

  private click(press: Exclude<Press, { kind: "handle" }>, pointer: PressedPointer): void {
    if (press.kind === "ground") {
      if (!this.isAdding(pointer)) this.state.select([]);
      this.lastClick = null;
      return;
    }
    const hit = this.hitOfClick(press.hits, pointer);
    // What was not selected before was selected when the pointer went down.
    if (press.wasSelected) this.state.pick(hit.piece, pointer.shiftKey);
    if (hit.seat !== null) this.designer.pinned.set(hit.seat);
    this.lastClick = pointer.screen;
  }

  /** A click on a handle means the piece below it, if there is one. */
  private clickBelow(pointer: PressedPointer): void {
    const hits = this.hitsAt(pointer);
    if (hits.length > 0) this.click({ kind: "piece", start: pointer, hits, wasSelected: true }, pointer);
  }

  /** What a click means: the uppermost, or what lies below it if somebody clicks again at the same place. */
  private hitOfClick(hits: readonly Hit[], pointer: PressedPointer): Hit {
    const isAgain = this.lastClick !== null && apartPixels(this.lastClick, pointer.screen) <= SAME_PLACE_PIXELS;
    const [only, ...more] = this.designer.selection.value;
    if (!isAgain || this.isAdding(pointer) || only === undefined || more.length > 0) return hits[0]!;
    const selected = hits.findIndex(({ piece }) => isSamePiece(piece, only));
    return hits[(selected + 1) % hits.length]!;
  }

  private markFrame(start: PressedPointer, pointer: PressedPointer): void {
    this.state.marks.set({ ...NO_MARKS, marquee: frameOf(start.at, pointer.at) });
  }

  private moveTo(start: PressedPointer, pointer: PressedPointer): void {
    this.move ??= this.startMove();
    const { pieces, middle } = this.move;
    const { dx, dy, guides } = this.wayOf(start, pointer);
    this.designer.show(movePieces(pieces, dx, dy));
    const { focus } = this.state.scene.value.plan;
    const isFocusMoved = pieces.some(({ kind }) => kind === "focus");
    const awayM = Math.hypot(middle.x + dx - focus.x, middle.y + dy - focus.y);
    const lines = [wayInWords(dx, dy), ...(isFocusMoved ? [] : [`${metres(awayM)} from the stage`])];
    this.state.marks.set({ ...NO_MARKS, guides, readout: { at: pointer.screen, lines } });
  }

  private settleMove(start: PressedPointer, pointer: PressedPointer): void {
    if (this.move === null) return;
    const { pieces } = this.move;
    const scene = this.state.scene.value;
    const { dx, dy } = this.wayOf(start, pointer);
    this.designer.settle(stepTitle("Move", scene, pieces));
    this.state.said.set(`${selectionInWords(scene, pieces)}; moved ${wayInWords(dx, dy)}`);
  }

  private startMove(): Move {
    const pieces = this.designer.selection.value;
    const scene = this.state.scene.value;
    const bounds = boundsOfPieces(scene, pieces) ?? { left: 0, top: 0, width: 0, height: 0 };
    const middle = { x: bounds.left + bounds.width / 2, y: -(bounds.top + bounds.height / 2) };
    return { pieces, middle, own: linesOfMoved(scene, pieces), others: linesOfOthers(scene, pieces) };
  }

  private wayOf(start: PressedPointer, pointer: PressedPointer) {
    const [dx, dy] = [pointer.at.x - start.at.x, pointer.at.y - start.at.y];
    if (this.move === null || !this.state.isSnapping.value || pointer.altKey) return { dx, dy, guides: [] };
    return snapped(this.move.own, this.move.others, dx, dy, SNAP_PIXELS / pointer.pixelsPerM);
  }

  private isDraggedFrom(start: PressedPointer, pointer: PressedPointer): boolean {
    const least = pointer.pointerType === "touch" ? TOUCH_DRAG_PIXELS : DRAG_PIXELS;
    return this.isDragging || apartPixels(start.screen, pointer.screen) >= least;
  }

  private handleAt(pointer: PressedPointer): Handle | null {
    if (this.designer.tool.value !== null) return null;
    const handles = handlesOf(this.state.scene.value, this.designer.selection.value, this.state.view.value);
    return handleAt(handles, pointer.screen, pointer.pointerType === "touch");
  }

  private hitsAt({ at, pointerType, pixelsPerM }: PressedPointer): Hit[] {
    const withinM = (pointerType === "touch" ? 8 : 0) / pixelsPerM;
    return hitsAt(this.state.scene.value, { x: at.x, y: -at.y }, this.state.hidden.value, withinM);
  }

  private isSelected(piece: Piece): boolean {
    return this.designer.selection.value.some((each) => isSamePiece(each, piece));
  }

  private reset(): void {
    this.press = null;
    this.move = null;
    this.isDragging = false;
    this.state.marks.set(NO_MARKS);
  }
}

function frameOf(one: Ground, other: Ground): Bounds {
  return {
    left: Math.min(one.x, other.x),
    top: Math.min(-one.y, -other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

// The keys of the canvas: they move, turn and select pieces, and change the view.

import { canDelete, deletePieces } from "../../../layout-edits/delete-pieces";
import { movePieces } from "../../../layout-edits/move-pieces";
import { isSamePiece, type Piece } from "../../../layout-edits/pieces";
import { rotatePieces } from "../../../layout-edits/rotate-pieces";
import type { Designer } from "../designer";
import { boundsOfPieces, levelOf, piecesOf } from "./canvas-scene";
import type { CanvasState } from "./canvas-state";
import { ARROW_KEYS, type Ground } from "./canvas-tool";
import { pannedBy } from "./canvas-view";
import { selectionInWords, stepTitle, wayInWords } from "./piece-words";

const STEP_M = 0.1;
const LARGE_STEP_M = 1;
const TURN_DEG = 1;
const LARGE_TURN_DEG = 15;
const PAN_PIXELS = 60;
/** A pause of this length makes the steps so far one that can be undone. */
const PAUSE_MS = 800;

const MODIFIERS: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "Meta"]);

export class CanvasKeys {
  /** How far the selection was moved or turned by keys since the last pause. */
  private moved = { x: 0, y: 0, deg: 0 };
  /** What it is turned about, before it is moved; null while no step is under way. */
  private about: Ground | null = null;
  private timer = 0;
  /** Whether the Tab key leaves the canvas: after Escape, and for who only passes by while something is selected. */
  private isLeaving = false;

  constructor(
    private readonly designer: Designer,
    private readonly state: CanvasState,
    private readonly cancelGesture: () => boolean,
  ) {}

  /** The canvas has got the focus. What is selected stays so until a key means something else. */
  enter(): void {
    this.isLeaving = this.designer.selection.value.length > 0;
  }

  /** Somebody works on the canvas: the Tab key goes from part to part again. */
  stay(): void {
    this.isLeaving = false;
  }

  /** Handles a key. Returns whether it meant something here. */
  press(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    if (MODIFIERS.has(key)) return false;
    if (key !== "Tab") this.stay();
    const isOfMove = key in ARROW_KEYS || key.toLowerCase() === "r";
    if (!isOfMove) this.settle();
    if (event.ctrlKey || event.metaKey) return key.toLowerCase() === "a" && this.selectAll();
    if (event.altKey) return false;
    if (key === "Escape") return this.escape();
    if (key === "Tab") return this.step(shiftKey ? -1 : 1);
    if (key === "Delete" || key === "Backspace") return this.delete();
    if (key in ARROW_KEYS) return this.arrow(ARROW_KEYS[key]!, shiftKey);
    return this.letter(key, shiftKey);
  }

  /** Makes what keys have changed a step. */
  settle(): void {
    window.clearTimeout(this.timer);
    if (this.about === null) return;
    const { x, y, deg } = this.moved;
    const { selection } = this.designer;
    const scene = this.state.scene.value;
    this.about = null;
    this.moved = { x: 0, y: 0, deg: 0 };
    this.designer.settle(stepTitle(deg === 0 ? "Move" : "Turn", scene, selection.value));
    const way = x === 0 && y === 0 ? "" : `; moved ${wayInWords(x, y)}`;
    const turn = deg === 0 ? "" : `; turned by ${deg}°`;
    this.state.said.set(selectionInWords(scene, selection.value) + way + turn);
  }

  private letter(key: string, isLarge: boolean): boolean {
    if (key === "+" || key === "=") this.state.zoom(1);
    else if (key === "-" || key === "_") this.state.zoom(-1);
    else if (key === "0") this.state.fitAll();
    else if (key === "1") this.state.fitSelection();
    else if (key.toLowerCase() === "r") return this.turn(isLarge ? LARGE_TURN_DEG : TURN_DEG);
    else return false;
    return true;
  }

  private arrow({ x, y }: { x: number; y: number }, isLarge: boolean): boolean {
    if (!this.canChange()) {
      this.state.view.set(pannedBy(this.state.view.value, -x * PAN_PIXELS, y * PAN_PIXELS));
      return true;
    }
    const byM = isLarge ? LARGE_STEP_M : STEP_M;
    this.change({ ...this.moved, x: this.moved.x + x * byM, y: this.moved.y + y * byM });
    return true;
  }

  private turn(byDeg: number): boolean {
    if (!this.canChange()) return false;
    this.change({ ...this.moved, deg: this.moved.deg + byDeg });
    return true;
  }

  private change(moved: CanvasKeys["moved"]): void {
    const pieces = this.designer.selection.value;
    const about = this.about ?? this.middleOf(pieces);
    this.about = about;
    this.moved = moved;
    const { x, y, deg } = moved;
    this.designer.show((record) =>
      rotatePieces(pieces, deg, { x: about.x + x, y: about.y + y })(movePieces(pieces, x, y)(record)),
    );
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.settle(), PAUSE_MS);
  }

  private middleOf(pieces: readonly Piece[]): Ground {
    const bounds = boundsOfPieces(this.state.scene.value, pieces);
    if (bounds === null) return { x: 0, y: 0 };
    return { x: bounds.left + bounds.width / 2, y: -(bounds.top + bounds.height / 2) };
  }

  private delete(): boolean {
    const pieces = this.designer.selection.value;
    if (!this.canChange() || !canDelete(this.designer.settled.value, pieces)) return false;
    const scene = this.state.scene.value;
    const words = selectionInWords(scene, pieces);
    this.designer.edit(stepTitle("Delete", scene, pieces), deletePieces(pieces));
    this.designer.select([]);
    this.state.said.set(`${words}; deleted`);
    return true;
  }

  private canChange(): boolean {
    return this.designer.selection.value.length > 0 && this.designer.tool.value === null;
  }

  private escape(): boolean {
    if (this.cancelGesture()) return true;
    this.isLeaving = true;
    if (this.designer.selection.value.length === 0) return false;
    this.select([]);
    return true;
  }

  private selectAll(): boolean {
    const shown = this.shownPieces().filter(({ kind }) => kind !== "focus");
    this.select(shown);
    return true;
  }

  /** Selects the next piece. At the end, the key leaves the canvas. */
  private step(by: number): boolean {
    if (this.isLeaving) {
      this.isLeaving = false;
      return false;
    }
    const pieces = this.shownPieces();
    const [only] = this.designer.selection.value;
    const at = only === undefined ? -1 : pieces.findIndex((piece) => isSamePiece(piece, only));
    const next = at < 0 ? pieces.at(by < 0 ? -1 : 0) : pieces[at + by];
    if (next === undefined) return false;
    this.select([next]);
    return true;
  }

  private shownPieces(): Piece[] {
    const scene = this.state.scene.value;
    const hidden = this.state.hidden.value;
    return piecesOf(scene).filter(
      (piece) =>
        piece.kind !== "section" ||
        scene.parts.some((part) => part.piece.rule === piece.rule && !hidden.has(levelOf(part.placed.section))),
    );
  }

  private select(pieces: readonly Piece[]): void {
    this.designer.select(pieces);
    this.state.said.set(selectionInWords(this.state.scene.value, pieces));
  }
}

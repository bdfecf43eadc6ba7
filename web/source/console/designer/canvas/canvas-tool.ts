// How parts of the designer add to its canvas: tools that take its pointers and keys, and layers that it draws.
import type { Ground } from "../../../layout-edits/ground";
import type { Piece } from "../../../layout-edits/pieces";
import type { SeatIds } from "../../../plan/plan";

export type { Ground };

/** Where the arrow keys lead on the ground plan. */
export const ARROW_KEYS: Readonly<Record<string, Ground | undefined>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

/** A place that the canvas brings into its middle, with at least this much of the ground around it. */
export type ShownPlace = { at: Ground; radiusM: number };

/** The part of the ground plan that the canvas shows. */
export type CanvasView = {
  /** The ground in the middle of the canvas. */
  centre: Ground;
  pixelsPerM: number;
  /** In CSS pixels. */
  width: number;
  height: number;
  toScreen: (at: Ground) => { x: number; y: number };
  toGround: (x: number, y: number) => Ground;
};

/** Something that is drawn on the canvas: a floor plan below the seats, colours of seats, cameras above them. */
export type CanvasLayer = {
  id: string;
  /** Below the seats, or above them. */
  place: "below" | "above";
  /** Where it lies, if it is to be seen with everything else. */
  extent?: ShownPlace;
  /** Draws in CSS pixels of the canvas. */
  draw: (context: CanvasRenderingContext2D, view: CanvasView) => void;
};

/** The colour of a seat as a CSS colour; null: its usual one. */
export type SeatColour = (sectionIndex: number, rowIndex: number, slot: number) => string | null;

export type CanvasPointer = {
  at: Ground;
  /** What is under the pointer, if anything. */
  piece: Piece | null;
  seat: SeatIds | null;
  shiftKey: boolean;
  /** Ctrl, or Command on a Mac. */
  ctrlKey: boolean;
  altKey: boolean;
  pointerType: string;
  pixelsPerM: number;
};

/** What the pointer and the keys do on the canvas. A tool that returns false leaves the event to the canvas, which
 * pans, selects or scrolls. */
export type CanvasTool = {
  id: string;
  cursor?: string;
  /** Where the tool leaves a press to the canvas, dragging moves the view and no block. */
  isOnlyPanning?: boolean;
  down?: (pointer: CanvasPointer) => boolean;
  /** Called while the pointer moves; `isDown` if it was pressed on the canvas. */
  move?: (pointer: CanvasPointer, isDown: boolean) => void;
  up?: (pointer: CanvasPointer) => void;
  /** Called when the gesture is given up: Escape, or a second finger. */
  cancel?: () => void;
  key?: (event: KeyboardEvent) => boolean;
};

// What a drag of a handle does: it turns, bends or resizes what is selected.

import { bendRows } from "../../../layout-edits/bend-rows";
import { bearingTo } from "../../../layout-edits/ground";
import type { Piece } from "../../../layout-edits/pieces";
import type { RecordEdit } from "../../../layout-edits/record-edit";
import { resizePiece } from "../../../layout-edits/resize-piece";
import { rotatePieces } from "../../../layout-edits/rotate-pieces";
import type { Designer } from "../designer";
import { bendOf, radiusOfBend } from "./bent-rows";
import { type Handle, meantSection } from "./canvas-handles";
import { boundsOfPieces } from "./canvas-scene";
import { type CanvasState, NO_MARKS, type TurningHandle } from "./canvas-state";
import type { CanvasPointer, Ground } from "./canvas-tool";
import type { ScreenPoint } from "./canvas-view";
import { metres, selectionInWords, stepTitle } from "./piece-words";

export type HandleDrag = {
  to: (pointer: CanvasPointer & { screen: ScreenPoint }) => void;
  end: () => void;
};

/** What a drag means at a place: a change, and what is written beside the pointer. */
type Change = { edit: RecordEdit; text: string; turning?: TurningHandle };

const VERBS = { rotate: "Turn", bend: "Bend", resize: "Resize" };
/** Turns snap to these multiples if they are near. */
const ROUND_DEG = 15;
const NEAR_DEG = 2.5;
const SIZE_STEP_M = 0.1;

export function startHandleDrag(designer: Designer, state: CanvasState, handle: Handle): HandleDrag {
  const pieces = designer.selection.value;
  const changeAt = changeOf(designer, state, handle, pieces);
  let text = "";
  return {
    to: (pointer) => {
      const change = changeAt(pointer);
      text = change.text;
      designer.show(change.edit);
      const { turning = null } = change;
      state.marks.set({ ...NO_MARKS, turning, readout: { at: pointer.screen, lines: [text] } });
    },
    end: () => {
      designer.settle(stepTitle(VERBS[handle.kind], state.scene.value, pieces));
      state.said.set(`${selectionInWords(state.scene.value, pieces)}; ${text}`);
    },
  };
}

function changeOf(designer: Designer, state: CanvasState, handle: Handle, pieces: readonly Piece[]): ChangeAt {
  const isFree = ({ altKey }: CanvasPointer) => altKey || !state.isSnapping.value;
  if (handle.kind === "rotate") return rotation(state, handle, pieces, isFree);
  return handle.kind === "bend"
    ? bending(state, handle, pieces, isFree)
    : resizing(designer, state, handle, pieces, isFree);
}

type ChangeAt = (pointer: CanvasPointer) => Change;

type IsFree = (pointer: CanvasPointer) => boolean;

function rotation(state: CanvasState, handle: Handle, pieces: readonly Piece[], isFree: IsFree) {
  const bounds = boundsOfPieces(state.scene.value, pieces)!;
  const about = { x: bounds.left + bounds.width / 2, y: -(bounds.top + bounds.height / 2) };
  const start = bearingTo(about, state.view.value.toGround(handle.at.x, handle.at.y));
  const [middle, from] = [state.view.value.toScreen(about), handle.at];
  return (pointer: CanvasPointer): Change => {
    const turned = ((bearingTo(about, pointer.at) - start + 540) % 360) - 180;
    const degrees = isFree(pointer) ? turned : roundTurn(turned);
    return {
      edit: rotatePieces(pieces, degrees, about),
      text: `turned by ${Number(degrees.toFixed(1))}°`,
      turning: { about: middle, at: turnedOnScreen(from, middle, degrees) },
    };
  };
}

function resizing(designer: Designer, state: CanvasState, handle: Handle, pieces: readonly Piece[], isFree: IsFree) {
  const { plan } = state.scene.value;
  const drawn = { record: designer.settled.value, plan, ruleOf: (index: number) => designer.ruleOf(index) };
  const [piece] = pieces;
  const { held, outward } = handle;
  const size = sizeOf(state, pieces);
  const isAcross = held?.x === 0 && held.y === 0 ? isAlongWidth(state, outward) : outward.x !== 0;
  const factor = held?.x === 0 && held.y === 0 ? 2 : 1;
  return (pointer: CanvasPointer): Change => {
    const along = alongM(state, handle, pointer);
    const byM = factor * (isFree(pointer) ? along : Math.round(along / SIZE_STEP_M) * SIZE_STEP_M);
    const [widthM, depthM] = isAcross ? [size.widthM + byM, size.depthM] : [size.widthM, size.depthM + byM];
    const edit = piece === undefined || held === null ? unchanged : resizePiece(drawn, piece, widthM, depthM, held);
    return { edit, text: `${metres(Math.max(0.1, widthM))} wide, ${metres(Math.max(0.1, depthM))} deep` };
  };
}

/** The size of a piece. That of the stage is measured as it is turned. */
function sizeOf(state: CanvasState, pieces: readonly Piece[]): { widthM: number; depthM: number } {
  const { extent } = state.scene.value.plan.focus;
  if (pieces[0]?.kind === "focus" && extent !== null && extent.points.length < 3) return extent;
  const bounds = boundsOfPieces(state.scene.value, pieces);
  return { widthM: bounds?.width ?? 0, depthM: bounds?.height ?? 0 };
}

/** Whether a direction is along the width of the stage. */
function isAlongWidth(state: CanvasState, { x, y }: Ground): boolean {
  const turn = (((state.scene.value.plan.focus.extent?.turnDeg ?? 180) - 180) * Math.PI) / 180;
  return Math.abs(x * Math.cos(turn) - y * Math.sin(turn)) > 0.5;
}

/** The middle of the first row stays. Pulled away from the stage, its ends come forward; the other way, it is straight. */
function bending(state: CanvasState, handle: Handle, pieces: readonly Piece[], isFree: IsFree) {
  const [piece] = pieces;
  const scene = state.scene.value;
  const placed = piece?.kind === "section" ? meantSection(scene, piece) : null;
  if (piece?.kind !== "section" || placed === null) return () => ({ edit: unchanged, text: "" });
  const { halfM, deepM, awayM } = bendOf(placed, scene.plan.focus);
  return (pointer: CanvasPointer): Change => {
    const radiusM = radiusOfBend(halfM, deepM - alongM(state, handle, pointer), isFree(pointer) ? null : awayM);
    const words =
      radiusM === awayM ? "rows bend around the stage" : `rows bend with a radius of ${metres(radiusM ?? 0)}`;
    return { edit: bendRows(piece.rule, radiusM), text: radiusM === null ? "straight rows" : words };
  };
}

/** How far a drag went in the direction of a handle. */
function alongM(state: CanvasState, { at, outward }: Handle, pointer: CanvasPointer): number {
  const from = state.view.value.toGround(at.x, at.y);
  return (pointer.at.x - from.x) * outward.x + (pointer.at.y - from.y) * outward.y;
}

const unchanged: RecordEdit = (record) => record;

function turnedOnScreen({ x, y }: ScreenPoint, about: ScreenPoint, degrees: number): ScreenPoint {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [dx, dy] = [x - about.x, y - about.y];
  return { x: about.x + dx * cos - dy * sin, y: about.y + dx * sin + dy * cos };
}

function roundTurn(degrees: number): number {
  const round = Math.round(degrees / ROUND_DEG) * ROUND_DEG;
  return Math.abs(degrees - round) < NEAR_DEG ? round : Math.round(degrees);
}

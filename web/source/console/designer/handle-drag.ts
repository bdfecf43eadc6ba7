// What a drag of a handle does: it turns, bends or resizes what is selected.
import type { Piece } from "../../layout-edits/pieces";
import type { RecordEdit } from "../../layout-edits/record-edit";
import { rotatePieces } from "../../layout-edits/rotate-pieces";
import type { Handle } from "./canvas-handles";
import { boundsOfPieces } from "./canvas-scene";
import { type CanvasState, NO_MARKS } from "./canvas-state";
import type { CanvasPointer, Ground } from "./canvas-tool";
import type { ScreenPoint } from "./canvas-view";
import type { Designer } from "./designer";
import { selectionInWords, stepTitle } from "./piece-words";

export type HandleDrag = {
  to: (pointer: CanvasPointer & { screen: ScreenPoint }) => void;
  end: () => void;
};

/** What a drag means at a place: a change, and what is written beside the pointer. */
type Change = { edit: RecordEdit; text: string };

const VERBS = { rotate: "Turn" };
/** Turns snap to these multiples if they are near. */
const ROUND_DEG = 15;
const NEAR_DEG = 2.5;

export function startHandleDrag(designer: Designer, state: CanvasState, handle: Handle): HandleDrag {
  const pieces = designer.selection.value;
  const changeAt = changeOf(state, handle, pieces);
  let text = "";
  return {
    to: (pointer) => {
      const change = changeAt(pointer);
      text = change.text;
      designer.show(change.edit);
      state.marks.set({ ...NO_MARKS, readout: { at: pointer.screen, lines: [text] } });
    },
    end: () => {
      designer.settle(stepTitle(VERBS[handle.kind], state.scene.value, pieces));
      state.said.set(`${selectionInWords(state.scene.value, pieces)}; ${text}`);
    },
  };
}

function changeOf(state: CanvasState, handle: Handle, pieces: readonly Piece[]): (pointer: CanvasPointer) => Change {
  const isFree = ({ altKey }: CanvasPointer) => altKey || !state.isSnapping.value;
  return rotation(state, handle, pieces, isFree);
}

type IsFree = (pointer: CanvasPointer) => boolean;

function rotation(state: CanvasState, handle: Handle, pieces: readonly Piece[], isFree: IsFree) {
  const bounds = boundsOfPieces(state.scene.value, pieces)!;
  const about = { x: bounds.left + bounds.width / 2, y: -(bounds.top + bounds.height / 2) };
  const start = bearing(about, state.view.value.toGround(handle.at.x, handle.at.y));
  return (pointer: CanvasPointer): Change => {
    const turned = ((bearing(about, pointer.at) - start + 540) % 360) - 180;
    const degrees = isFree(pointer) ? turned : roundTurn(turned);
    return { edit: rotatePieces(pieces, degrees, about), text: `turned by ${Number(degrees.toFixed(1))}°` };
  };
}

function roundTurn(degrees: number): number {
  const round = Math.round(degrees / ROUND_DEG) * ROUND_DEG;
  return Math.abs(degrees - round) < NEAR_DEG ? round : Math.round(degrees);
}

function bearing(from: Ground, to: Ground): number {
  return (Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI;
}

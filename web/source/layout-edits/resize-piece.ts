// Gives standing areas, bodies and the stage another size.
import { number } from "../layouts/written-json";
import { bodyAtPlaces, focusAtPlaces, objectOf, ruleAtPlaces } from "./absolute-places";
import { type Ground, hundredths, type Motion, turned } from "./ground";
import { movePieces } from "./move-pieces";
import { boundsOf, cornersOfPiece, type Drawn, middleOf } from "./piece-bounds";
import { type Piece, pathOf } from "./pieces";
import { changedAt, inTurn, type RecordEdit, valueAt } from "./record-edit";

/** The side that stays in its place: -1 the left or the lower one, 1 the right or the upper one, 0 the middle. */
export type Held = { x: -1 | 0 | 1; y: -1 | 0 | 1 };

const SIZE_MIN_M = 0.1;
const STAGE_MIN_M = 0.5;
const STAGE_MAX_M = 400;

/** Gives a piece another width and depth. Those of a stage are measured as it is turned; seats stay where they are. */
export function resizePiece(drawn: Drawn, piece: Piece, widthM: number, depthM: number, held: Held): RecordEdit {
  const bounds = boundsOf(cornersOfPiece(drawn, piece));
  if (bounds === null) return (record) => record;
  const extent = objectOf(objectOf(valueAt(drawn.record, pathOf(piece)))?.extent);
  if (piece.kind === "focus" && extent === null) return (record) => record;
  if (piece.kind === "focus" && !Array.isArray(extent?.points)) return resizedStage(drawn, piece, widthM, depthM, held);
  const scale = {
    x: Math.max(SIZE_MIN_M, widthM) / Math.max(SIZE_MIN_M, bounds.right - bounds.left),
    y: Math.max(SIZE_MIN_M, depthM) / Math.max(SIZE_MIN_M, bounds.top - bounds.bottom),
  };
  const middle = middleOf(bounds);
  const fixed = {
    x: middle.x + (held.x * (bounds.right - bounds.left)) / 2,
    y: middle.y + (held.y * (bounds.top - bounds.bottom)) / 2,
  };
  const stretch = stretched(fixed, scale);
  return (record) => changedAt(record, pathOf(piece), (found) => partAtPlaces(found, piece, stretch));
}

/** A change of places that is no motion, since distances change. Bearings stay. */
function stretched(fixed: Ground, scale: Ground): Motion {
  return {
    place: ({ x, y }) => ({ x: fixed.x + (x - fixed.x) * scale.x, y: fixed.y + (y - fixed.y) * scale.y }),
    bearing: (deg) => deg,
    isMirrored: false,
  };
}

function partAtPlaces(found: unknown, piece: Piece, motion: Motion): unknown {
  const part = objectOf(found);
  if (part === null) return found;
  if (piece.kind === "section") return ruleAtPlaces(part, motion);
  if (piece.kind === "obstruction") return bodyAtPlaces(part, motion);
  const { x, y } = part;
  return { ...focusAtPlaces(part, motion), x, y };
}

function resizedStage({ plan }: Drawn, piece: Piece, widthM: number, depthM: number, held: Held): RecordEdit {
  const { extent } = plan.focus;
  if (extent === null) return (record) => record;
  const size = { widthM: stageSize(widthM), depthM: stageSize(depthM) };
  const by = turned(
    { x: (held.x * (extent.widthM - size.widthM)) / 2, y: (held.y * (extent.depthM - size.depthM)) / 2 },
    extent.turnDeg - 180,
  );
  return inTurn(
    (record) => changedAt(record, [...pathOf(piece), "extent"], (found) => ({ ...(objectOf(found) ?? {}), ...size })),
    movePieces([piece], by.x, by.y),
  );
}

function stageSize(metres: number): number {
  return hundredths(Math.min(STAGE_MAX_M, Math.max(STAGE_MIN_M, number(metres, STAGE_MIN_M))));
}

// Aligns pieces with one another, and spreads them evenly.
import { movePieces } from "./move-pieces";
import { boundsOfAll, boundsOfPiece, type Drawn, type GroundBounds } from "./piece-bounds";
import type { Piece } from "./pieces";
import { inTurn, type RecordEdit } from "./record-edit";

export type Side = "left" | "centre" | "right" | "top" | "middle" | "bottom";
export type Axis = "x" | "y";

/** Aligns pieces along one side. The stage stays, if it is among them, and the others are aligned with it. */
export function alignPieces(drawn: Drawn, pieces: readonly Piece[], side: Side): RecordEdit {
  const placed = placedPieces(drawn, pieces);
  const stage = placed.find(({ piece }) => piece.kind === "focus");
  const target = stage?.bounds ?? boundsOfAll(placed.map(({ bounds }) => bounds));
  if (target === null || placed.length < 2) return (record) => record;
  const moves = placed
    .filter((each) => each !== stage)
    .map(({ piece, bounds }) => moveAlong(piece, axisOf(side), edgeOf(target, side) - edgeOf(bounds, side)));
  return inTurn(...moves);
}

/** Leaves the first and the last piece where they are, and makes the gaps between all of them equal. */
export function distributePieces(drawn: Drawn, pieces: readonly Piece[], axis: Axis): RecordEdit {
  const placed = placedPieces(drawn, pieces).toSorted(
    (one, other) => lowOf(one.bounds, axis) - lowOf(other.bounds, axis),
  );
  if (placed.length < 3) return (record) => record;
  const [first, last] = [placed[0]!.bounds, placed.at(-1)!.bounds];
  const takenM = placed.reduce((sum, { bounds }) => sum + sizeOf(bounds, axis), 0);
  const gapM = (lowOf(last, axis) + sizeOf(last, axis) - lowOf(first, axis) - takenM) / (placed.length - 1);
  let at = lowOf(first, axis);
  const moves = placed.map(({ piece, bounds }) => {
    const byM = at - lowOf(bounds, axis);
    at += sizeOf(bounds, axis) + gapM;
    return moveAlong(piece, axis, byM);
  });
  return inTurn(...moves.slice(1, -1));
}

function placedPieces(drawn: Drawn, pieces: readonly Piece[]): { piece: Piece; bounds: GroundBounds }[] {
  return pieces.flatMap((piece) => {
    const bounds = boundsOfPiece(drawn, piece);
    return bounds === null ? [] : { piece, bounds };
  });
}

function moveAlong(piece: Piece, axis: Axis, byM: number): RecordEdit {
  return movePieces([piece], axis === "x" ? byM : 0, axis === "y" ? byM : 0);
}

function axisOf(side: Side): Axis {
  return side === "left" || side === "centre" || side === "right" ? "x" : "y";
}

function edgeOf({ left, right, bottom, top }: GroundBounds, side: Side): number {
  return { left, centre: (left + right) / 2, right, top, middle: (bottom + top) / 2, bottom }[side];
}

function lowOf(bounds: GroundBounds, axis: Axis): number {
  return axis === "x" ? bounds.left : bounds.bottom;
}

function sizeOf({ left, right, bottom, top }: GroundBounds, axis: Axis): number {
  return axis === "x" ? right - left : top - bottom;
}

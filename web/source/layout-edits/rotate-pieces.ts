// Turns pieces on the ground plan.
import { type Ground, hundredths, turnBy } from "./ground";
import type { Piece } from "./pieces";
import { piecesInMotion, ruleInMotion } from "./pieces-in-motion";
import type { RecordEdit } from "./record-edit";

/** Turns pieces about a place, clockwise. The sections of a rule of many turn as the one that was grabbed, each about the
 * place that is to it as this one is to the grabbed section. */
export function rotatePieces(pieces: readonly Piece[], degrees: number, about: Ground): RecordEdit {
  const turnDeg = hundredths(degrees);
  if (turnDeg % 360 === 0) return (record) => record;
  const motion = turnBy(turnDeg, about);
  return piecesInMotion(pieces, motion, ruleInMotion(motion));
}

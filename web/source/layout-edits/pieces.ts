// What can be selected on the canvas of the designer, by its place in the record.
import type { Json } from "../layouts/written-json";
import { LAYOUT, type Path, SECTIONS, valueAt } from "./record-edit";

/** The rule of one section or of many alike, the stage or field, or a body of a configuration. */
export type Piece =
  | {
      kind: "section";
      rule: number /** The one of the rule's sections that was meant; null: all. */;
      id: string | null;
    }
  | {
      kind: "focus" /** The configuration that has a stage of its own; without: the one of the hall. */;
      configuration?: number;
    }
  | { kind: "obstruction"; configuration: number; index: number };

/** Where a piece is in the record. */
export function pathOf(piece: Piece): Path {
  if (piece.kind === "section") return [...SECTIONS, piece.rule];
  if (piece.kind === "focus") return focusPath(piece.configuration);
  return [...LAYOUT, "configurations", piece.configuration, "obstructions", piece.index];
}

function focusPath(configuration: number | undefined): Path {
  return configuration === undefined ? [...LAYOUT, "focus"] : [...LAYOUT, "configurations", configuration, "focus"];
}

/** A text that tells pieces apart. All sections of a rule are one piece. */
export function keyOfPiece(piece: Piece): string {
  return pathOf(piece).join("/");
}

export function isSamePiece(one: Piece, other: Piece): boolean {
  return keyOfPiece(one) === keyOfPiece(other);
}

/** Whether the record still has a piece. */
export function isThere(record: Json, piece: Piece): boolean {
  const isOfHall = piece.kind === "focus" && piece.configuration === undefined;
  return isOfHall || valueAt(record, pathOf(piece)) !== undefined;
}

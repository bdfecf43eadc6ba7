// What can be selected on the canvas of the designer, by its place in the record.
import type { Json } from "../layouts/written-json";
import { LAYOUT, type Path, rulesOf, SECTIONS, valueAt } from "./record-edit";
import { sectionIds } from "./section-ids";

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

/** A section whose rule got other ids is the one at the same place among them. */
function withCurrentId(piece: Piece & { kind: "section" }, before: Json, after: Json): Piece {
  const ids = sectionIds(after);
  if (piece.id === null || ids.length === 0 || ids.includes(piece.id)) return piece;
  return { ...piece, id: ids[sectionIds(before).indexOf(piece.id)] ?? null };
}

/** The same piece in a record that was changed: the block that it was, also where others were added or taken out before
 * it. Null if it is gone. */
export function followedPiece(before: Json, after: Json, piece: Piece): Piece | null {
  if (piece.kind !== "section") return isThere(after, piece) ? piece : null;
  const [old, now] = [rulesOf(before), rulesOf(after)];
  const rule = old[piece.rule];
  if (rule === undefined) return null;
  if (now[piece.rule] === rule) return piece;
  const moved = now.indexOf(rule);
  if (moved >= 0) return { ...piece, rule: moved };
  if (now.length === old.length) return withCurrentId(piece, rule, now[piece.rule]!);
  const id = piece.id ?? sectionIds(rule)[0] ?? "";
  const named = now.findIndex((each) => sectionIds(each).includes(id));
  if (named < 0) return null;
  return named === piece.rule ? piece : { ...piece, rule: named };
}

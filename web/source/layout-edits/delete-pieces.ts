// Takes pieces out of a record.
import { type Json, text } from "../layouts/written-json";
import { type Piece, pathOf } from "./pieces";
import { changedAt, inTurn, type RecordEdit, rulesOf } from "./record-edit";
import { forgetLevels, forgetSections } from "./rename-section";
import { takenIds } from "./section-ids";

/** Deletes pieces, and what names sections that are gone with them. Of the stage, its extent goes: people go on looking at
 * the place where it was. */
export function deletePieces(pieces: readonly Piece[]): RecordEdit {
  return (record) => {
    const deleted = [...pieces].sort(lastFirst).reduce(withoutPiece, record);
    const left = takenIds(deleted);
    const gone = [...takenIds(record)].filter((id) => !left.has(id));
    return gone.length === 0
      ? deleted
      : inTurn(forgetSections(new Set(gone)), forgetLevels(levelsGone(record, deleted)))(deleted);
  };
}

/** Whether anything would be deleted. */
export function canDelete(record: Json, pieces: readonly Piece[]): boolean {
  return deletePieces(pieces)(record) !== record;
}

/** The levels that no section is on any more. */
function levelsGone(before: Json, after: Json): ReadonlySet<string> {
  const levelsOf = (record: Json) => new Set(rulesOf(record).map(({ level }) => text(level)));
  const left = levelsOf(after);
  return new Set([...levelsOf(before)].filter((level) => !left.has(level)));
}

function withoutPiece(record: Json, piece: Piece): Json {
  if (piece.kind === "section" && piece.rule >= rulesOf(record).length) return record;
  if (piece.kind !== "focus") return changedAt(record, pathOf(piece), () => undefined);
  return changedAt(record, pathOf(piece), (focus) =>
    typeof focus === "object" && focus !== null ? changedAt(focus, ["extent"], () => undefined) : focus,
  );
}

/** From the last entry of a list to the first, so that none moves before it is deleted. */
function lastFirst(one: Piece, other: Piece): number {
  return indexOf(other) - indexOf(one);
}

function indexOf(piece: Piece): number {
  if (piece.kind === "section") return piece.rule;
  return piece.kind === "obstruction" ? piece.index : -1;
}

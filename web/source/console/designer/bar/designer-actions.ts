// What can be done with the pieces that are selected. Each action says why it cannot be done now, if so.
import type { Added } from "../../../layout-edits/add-pieces";
import { type Axis, alignPieces, distributePieces, type Side } from "../../../layout-edits/align-pieces";
import { canBend, radiusOf } from "../../../layout-edits/bend-rows";
import { copyPieces, duplicatePieces, pastePieces } from "../../../layout-edits/copy-pieces";
import { canDelete, deletePieces } from "../../../layout-edits/delete-pieces";
import { mirrorPieces } from "../../../layout-edits/mirror-pieces";
import {
  boundsOfAll,
  boundsOfPiece,
  type Drawn,
  type GroundBounds,
  middleOf,
} from "../../../layout-edits/piece-bounds";
import type { Piece } from "../../../layout-edits/pieces";
import { focusPlace } from "../../../layout-edits/pieces-in-motion";
import { type RecordEdit, rulesOf, valueAt } from "../../../layout-edits/record-edit";
import { sectionIds } from "../../../layout-edits/section-ids";
import { mergeable, mergedRules, ruleAfterSplit, splitSection } from "../../../layout-edits/section-parts";
import type { Json } from "../../../layouts/written-json";
import type { Designer } from "../designer";

type SectionPiece = Extract<Piece, { kind: "section" }>;

const NOTHING_SELECTED = "Select something on the plan first.";
const ONE_BLOCK = "Select one block.";
/** From a copy to what it was copied from. */
const BESIDE_M = 1;

/** The record with its plan, as edits that measure need it. */
export function drawnOf(designer: Designer): Drawn {
  return {
    record: designer.record.value,
    plan: designer.plan.value,
    ruleOf: (index) => designer.ruleOf(index),
  };
}

/** Makes added pieces a step, and selects them. */
export function take(designer: Designer, title: string, added: Added | null): void {
  if (added === null) return;
  designer.edit(title, () => added.record);
  showBodies(designer, added.pieces);
  designer.select(added.pieces);
  showWithStage(designer, boundsOfAll(added.pieces.map((piece) => boundsOfPiece(drawnOf(designer), piece))));
}

/** The one block that is selected, with its rule; null if there is none or more than one. */
export function selectedBlock(designer: Designer): { piece: SectionPiece; rule: Json } | null {
  const [piece, ...others] = designer.selection.value;
  if (piece?.kind !== "section" || others.length > 0) return null;
  const rule = rulesOf(designer.settled.value)[piece.rule];
  return rule === undefined ? null : { piece, rule };
}

/** What pieces are called in the titles of steps. */
function wordsFor(designer: Designer, pieces: readonly Piece[]): string {
  const [piece, ...others] = pieces;
  if (piece === undefined) return "nothing";
  if (others.length > 0) return `${pieces.length} parts`;
  if (piece.kind === "focus") return "the stage or field";
  if (piece.kind === "obstruction") return "an obstacle";
  return piece.id ?? sectionIds(rulesOf(designer.settled.value)[piece.rule] ?? {})[0] ?? "a block";
}

export function whyNotDelete(designer: Designer): string | null {
  const { value } = designer.selection;
  if (value.length === 0) return NOTHING_SELECTED;
  return canDelete(designer.settled.value, value) ? null : "The place that people look at cannot be deleted.";
}

export function deleteSelected(designer: Designer): void {
  const { value } = designer.selection;
  if (whyNotDelete(designer) !== null) return;
  designer.edit(`Delete ${wordsFor(designer, value)}`, deletePieces(value));
  designer.select([]);
}

export function whyNotCopy(designer: Designer): string | null {
  if (designer.selection.value.length === 0) return NOTHING_SELECTED;
  const isCopied = designer.selection.value.some(({ kind }) => kind !== "focus");
  return isCopied ? null : "A hall has one stage or field, which cannot be copied.";
}

/** The selected pieces as text; null if nothing can be copied. */
export function copiedText(designer: Designer): string | null {
  return copyPieces(designer.settled.value, designer.selection.value);
}

/** Pastes copied pieces. Returns false if the text holds none. */
export function paste(designer: Designer, text: string): boolean {
  const by = { x: BESIDE_M, y: -BESIDE_M };
  const added = pastePieces(designer.settled.value, text, by, designer.configuration.value);
  take(
    designer,
    added === null ? "" : `Paste ${added.pieces.length === 1 ? "a part" : `${added.pieces.length} parts`}`,
    added,
  );
  return added !== null;
}

export function duplicateSelected(designer: Designer): void {
  const { value } = designer.selection;
  const bounds = boundsOfAll(value.map((piece) => boundsOfPiece(drawnOf(designer), piece)));
  if (whyNotCopy(designer) !== null || bounds === null) return;
  const by = { x: bounds.right - bounds.left + BESIDE_M, y: 0 };
  take(designer, `Duplicate ${wordsFor(designer, value)}`, duplicatePieces(designer.settled.value, value, by));
}

export function whyNotRepeat(designer: Designer): string | null {
  const block = selectedBlock(designer);
  return block === null ? ONE_BLOCK : null;
}

export function whyNotMirror(designer: Designer): string | null {
  return designer.selection.value.length === 0 ? NOTHING_SELECTED : null;
}

/** Mirrors what is selected about its own middle. */
export function mirrorSelected(designer: Designer, lineDeg: 0 | 90): void {
  const { value } = designer.selection;
  const bounds = boundsOfAll(value.map((piece) => boundsOfPiece(drawnOf(designer), piece)));
  if (bounds === null) return;
  const title = `Mirror ${wordsFor(designer, value)}`;
  designer.edit(title, mirrorPieces(value, { through: middleOf(bounds), bearingDeg: lineDeg }));
}

/** Copies what is selected to the other side of the line that leads from the stage to the front. */
export function mirrorToOtherSide(designer: Designer): void {
  const { value } = designer.selection;
  const record = designer.settled.value;
  const added = duplicatePieces(record, value, { x: 0, y: 0 });
  if (added === null) return;
  const line = { through: focusPlace(record), bearingDeg: stageTurnDeg(record) };
  const mirrored = mirrorPieces(added.pieces, line)(added.record);
  take(designer, `Copy ${wordsFor(designer, value)} to the other side`, { ...added, record: mirrored });
}

export function whyNotAlign(designer: Designer, least: 2 | 3): string | null {
  if (designer.selection.value.length >= least) return null;
  return least === 2 ? "Select two parts or more." : "Select three parts or more.";
}

export function alignSelected(designer: Designer, side: Side): void {
  const { value } = designer.selection;
  designer.edit(`Align ${wordsFor(designer, value)}`, alignPieces(drawnOf(designer), value, side));
}

export function distributeSelected(designer: Designer, axis: Axis): void {
  const { value } = designer.selection;
  designer.edit(`Distribute ${wordsFor(designer, value)}`, distributePieces(drawnOf(designer), value, axis));
}

export function whyNotBend(designer: Designer): string | null {
  const block = selectedBlock(designer);
  if (block === null) return ONE_BLOCK;
  return canBend(block.rule) ? null : "Only blocks of rows can be bent.";
}

/** The radius of the first row of the selected block, and how far it is from the focus. */
export function radiusOfSelected(designer: Designer): number | null {
  const block = selectedBlock(designer);
  return block === null ? null : radiusOf(block.rule, focusPlace(designer.settled.value));
}

export function whyNotSplit(designer: Designer): string | null {
  const block = selectedBlock(designer);
  if (block === null || block.piece.id === null) return ONE_BLOCK;
  return sectionIds(block.rule).length > 1 ? null : "The block is not part of a group of like blocks.";
}

/** Makes the selected block of a group one by itself, which can be changed alone. */
export function splitSelected(designer: Designer): void {
  const block = selectedBlock(designer);
  const id = block?.piece.id ?? null;
  if (block === null || id === null) return;
  const rule = ruleAfterSplit(designer.settled.value, block.piece.rule, id);
  designer.edit(`Separate ${id}`, splitSection(block.piece.rule, id));
  designer.select([{ kind: "section", rule, id }]);
}

export function whyNotJoin(designer: Designer): string | null {
  const rules = selectedRules(designer);
  if (rules.length < 2) return "Select two blocks or more.";
  const canJoin = mergeable(designer.settled.value, rules);
  return canJoin ? null : "Only blocks of the same rows that lie at equal steps can be one group.";
}

/** Makes one group of like blocks, which are changed together. */
export function joinSelected(designer: Designer): void {
  const rules = selectedRules(designer);
  const join: RecordEdit | null = mergedRules(designer.settled.value, rules);
  if (join === null) return;
  designer.edit(`Join ${rules.length} blocks`, join);
  designer.select([{ kind: "section", rule: Math.min(...rules), id: null }]);
}

function selectedRules(designer: Designer): number[] {
  return designer.selection.value.flatMap((piece) => (piece.kind === "section" ? piece.rule : []));
}

/** Shows what was added together with the stage, if a part of it is outside of what the canvas shows. */
function showWithStage(designer: Designer, bounds: GroundBounds | null): void {
  const [view, { focus }] = [designer.view.value, designer.plan.value];
  if (view === null || bounds === null) return;
  const isSeen = [
    view.toScreen({ x: bounds.left, y: bounds.top }),
    view.toScreen({ x: bounds.right, y: bounds.bottom }),
  ].every(({ x, y }) => x >= 0 && y >= 0 && x <= view.width && y <= view.height);
  if (isSeen) return;
  const whole = boundsOfAll([bounds, { left: focus.x, right: focus.x, bottom: focus.y, top: focus.y }])!;
  const sizeM = Math.max(whole.right - whole.left, whole.top - whole.bottom);
  designer.shown.set({ at: middleOf(whole), radiusM: sizeM / 2 + 4 });
}

/** Bodies are seen in their configuration only. */
function showBodies(designer: Designer, pieces: readonly Piece[]): void {
  const body = pieces.find((piece) => piece.kind === "obstruction");
  if (body === undefined) return;
  const id = valueAt(designer.settled.value, ["rules", "layout", "configurations", body.configuration, "id"]);
  if (typeof id === "string") designer.configuration.set(id);
}

function stageTurnDeg(record: Json): number {
  const turnDeg = valueAt(record, ["rules", "layout", "focus", "extent", "turnDeg"]);
  return typeof turnDeg === "number" ? turnDeg : 180;
}

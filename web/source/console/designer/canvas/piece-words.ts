// Pieces of the hall in words: what each is called, what it holds, and how far it was moved.
import { keyOfPiece, type Piece } from "../../../layout-edits/pieces";
import { isStage } from "../../../plan/focus-shapes";
import type { Obstruction } from "../../../plan/plan";
import type { Scene } from "./canvas-scene";

const BODY_NAMES: Partial<Record<Obstruction["kind"], string>> = { stage: "Stage", other: "Obstruction" };

/** The name of a piece: of many sections of one rule, the first and the last. */
function nameOfPiece(scene: Scene, piece: Piece): string {
  if (piece.kind === "focus") return nameOfFocus(scene);
  if (piece.kind === "obstruction") {
    const body = scene.bodies.find((each) => keyOfPiece(each.piece) === keyOfPiece(piece))?.body;
    return body?.name ?? (body === undefined ? "Obstruction" : (BODY_NAMES[body.kind] ?? capitalised(body.kind)));
  }
  const names = sectionsOf(scene, piece).map(({ name }) => name);
  return names.length < 2 ? (names[0] ?? "Block") : `${names[0]} – ${names.at(-1)}`;
}

/** A piece with what it holds: "Stalls: 14 rows, 168 seats". */
export function pieceInWords(scene: Scene, piece: Piece): string {
  const name = nameOfPiece(scene, piece);
  const facts = factsOf(scene, piece);
  return facts.length === 0 ? name : `${name}: ${facts.join(", ")}`;
}

/** What is selected, in words. */
export function selectionInWords(scene: Scene, pieces: readonly Piece[]): string {
  const [only] = pieces;
  if (only === undefined) return "Nothing is selected";
  if (pieces.length === 1) return pieceInWords(scene, only);
  const seats = pieces.reduce((sum, piece) => sum + seatsOf(scene, piece), 0);
  return `${pieces.length} parts selected, ${counted(seats, "seat")}`;
}

/** "Move Stalls", or "Move 3 parts": the title of a step. */
export function stepTitle(verb: string, scene: Scene, pieces: readonly Piece[]): string {
  const [only] = pieces;
  return only !== undefined && pieces.length === 1
    ? `${verb} ${nameOfPiece(scene, only)}`
    : `${verb} ${pieces.length} parts`;
}

/** A way in words, as it looks on the canvas: "1.5 m to the left, 0.2 m up". */
export function wayInWords(dx: number, dy: number): string {
  const parts = [
    Math.abs(dx) < 0.005 ? "" : `${metres(Math.abs(dx))} to the ${dx < 0 ? "left" : "right"}`,
    Math.abs(dy) < 0.005 ? "" : `${metres(Math.abs(dy))} ${dy < 0 ? "down" : "up"}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "not moved" : parts.join(", ");
}

/** Metres with as many digits as they need, at most two: "1.5 m". */
export function metres(value: number): string {
  return `${Number(value.toFixed(2))} m`;
}

function nameOfFocus({ plan: { focus } }: Scene): string {
  if (focus.name !== null) return focus.name;
  return focus.extent === null || isStage(focus.extent) ? "Stage" : "Field";
}

function factsOf(scene: Scene, piece: Piece): string[] {
  if (piece.kind !== "section") return [];
  const sections = sectionsOf(scene, piece);
  const [first] = sections;
  if (first === undefined) return [];
  const several = sections.length > 1 ? [counted(sections.length, "section")] : [];
  if (first.kind === "standing" && seatsOf(scene, piece) === 0) return [...several, `space for ${first.capacity}`];
  const rows = first.rows.filter(({ id }) => id !== null).length;
  const unit = first.tables === undefined ? "row" : "table";
  const each = sections.length > 1 && rows > 0 ? " each" : "";
  return [...several, ...(rows > 0 ? [counted(rows, unit) + each] : []), counted(seatsOf(scene, piece), "seat")];
}

function sectionsOf(scene: Scene, piece: Piece & { kind: "section" }) {
  return scene.parts
    .filter((part) => part.piece.rule === piece.rule)
    .sort((one, other) => one.sectionIndex - other.sectionIndex)
    .map(({ placed }) => placed.section);
}

function seatsOf(scene: Scene, piece: Piece): number {
  if (piece.kind !== "section") return 0;
  return scene.parts
    .filter((part) => part.piece.rule === piece.rule)
    .reduce((sum, { placed }) => sum + placed.count, 0);
}

function counted(count: number, unit: string): string {
  return `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;
}

function capitalised(text: string): string {
  const words = text.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// Snapping of what is moved: to edges, middles and rows of other pieces, to the axes of the stage, and to a grid.
import { isSamePiece, type Piece } from "../../../layout-edits/pieces";
import type { Bounds } from "../../../plan/map-shapes";
import { boundsOf } from "../../../plan/map-shapes";
import { outlinesOf, piecesOf, type Scene } from "./canvas-scene";
import type { Guide } from "./canvas-state";
import type { PlacedSection } from "./placed-section";

/** Lines on the ground that something can be aligned to: those of one x, and those of one y (to the north). */
export type SnapLines = { x: readonly SnapLine[]; y: readonly SnapLine[] };

/** A line at a coordinate, from one end to the other along the other axis. */
type SnapLine = { at: number; from: number; to: number };

type Snapped = { dx: number; dy: number; guides: readonly Guide[] };

const GRID_M = 0.5;
const RIGHT_ANGLE = Math.PI / 2;
const STRAIGHT = 0.01;

/** The lines of all pieces that are not moved, and the axes of the stage. */
export function linesOfOthers(scene: Scene, moved: readonly Piece[]): SnapLines {
  const others = piecesOf(scene).filter((piece) => !moved.some((each) => isSamePiece(each, piece)));
  const all = others.map((piece) => linesOfPiece(scene, piece));
  const { x, y } = scene.plan.focus;
  const isFocusMoved = moved.some(({ kind }) => kind === "focus");
  const axes = { x: [{ at: x, from: y, to: y }], y: [{ at: y, from: x, to: x }] };
  return joined(isFocusMoved ? all : [...all, axes]);
}

/** The lines of the pieces that are moved: of their common bounds, and of the rows of each. */
export function linesOfMoved(scene: Scene, moved: readonly Piece[]): SnapLines {
  const points = moved.flatMap((piece) => outlinesOf(scene, piece)).flat();
  const rows = moved.map((piece) => rowLinesOfPiece(scene, piece, true));
  return joined([linesOfBounds(boundsOf(points)), ...rows]);
}

/** The nearest way by which something is aligned, if it is not farther off than the tolerance. */
export function snapped(own: SnapLines, others: SnapLines, dx: number, dy: number, toleranceM: number): Snapped {
  const [east, north] = [nearest(own.x, others.x, dx, toleranceM), nearest(own.y, others.y, dy, toleranceM)];
  const [byX, byY] = [east?.by ?? toGrid(own.x, dx), north?.by ?? toGrid(own.y, dy)];
  const guides: Guide[] = [];
  if (east !== null) {
    const [from, to] = reach(east.own, east.other, byY);
    guides.push({ from: { x: east.other.at, y: from }, to: { x: east.other.at, y: to } });
  }
  if (north !== null) {
    const [from, to] = reach(north.own, north.other, byX);
    guides.push({ from: { x: from, y: north.other.at }, to: { x: to, y: north.other.at } });
  }
  return { dx: byX, dy: byY, guides };
}

function linesOfPiece(scene: Scene, piece: Piece): SnapLines {
  const bounds = outlinesOf(scene, piece).map((outline) => linesOfBounds(boundsOf(outline)));
  return joined([...bounds, rowLinesOfPiece(scene, piece, false)]);
}

/** Edges and the middle. The middle is first: it is what a grid aligns. */
function linesOfBounds({ left, top, width, height }: Bounds): SnapLines {
  const [bottom, right] = [-(top + height), left + width];
  const upright = (at: number) => ({ at, from: bottom, to: -top });
  const level = (at: number) => ({ at, from: left, to: right });
  return {
    x: [upright(left + width / 2), upright(left), upright(right)],
    y: [level(bottom + height / 2), level(bottom), level(-top)],
  };
}

/** The lines of straight rows along an axis: all of them, or the first and the last. */
function rowLinesOfPiece(scene: Scene, piece: Piece, isOfEnds: boolean): SnapLines {
  if (piece.kind !== "section") return { x: [], y: [] };
  const parts = scene.parts.filter((part) => part.piece.rule === piece.rule);
  return joined(parts.map(({ placed }) => rowLines(placed, isOfEnds)));
}

function rowLines(placed: PlacedSection, isOfEnds: boolean): SnapLines {
  const none = { x: [], y: [] };
  if (placed.count === 0 || placed.section.geometry?.shape !== "straight") return none;
  const turns = placed.facing[0]! / RIGHT_ANGLE;
  if (Math.abs(turns - Math.round(turns)) > STRAIGHT) return none;
  const isLevel = Math.round(turns) % 2 === 0;
  const filled = [...placed.section.rows.keys()].filter((row) => placed.starts[row]! < placed.starts[row + 1]!);
  const rows = isOfEnds ? [filled[0]!, filled.at(-1)!] : filled;
  const lines = rows.map((row) => {
    const [first, last] = [placed.starts[row]!, placed.starts[row + 1]! - 1];
    return isLevel
      ? { at: -placed.y[first]!, from: placed.x[first]!, to: placed.x[last]! }
      : { at: placed.x[first]!, from: -placed.y[first]!, to: -placed.y[last]! };
  });
  return isLevel ? { x: [], y: lines } : { x: lines, y: [] };
}

function joined(all: readonly SnapLines[]): SnapLines {
  return { x: all.flatMap(({ x }) => x), y: all.flatMap(({ y }) => y) };
}

type Match = { by: number; own: SnapLine; other: SnapLine };

function nearest(own: readonly SnapLine[], others: readonly SnapLine[], by: number, toleranceM: number): Match | null {
  let best: Match | null = null;
  let least = toleranceM;
  for (const line of own) {
    for (const other of others) {
      const off = Math.abs(line.at + by - other.at);
      if (off < least) [best, least] = [{ by: other.at - line.at, own: line, other }, off];
    }
  }
  return best;
}

/** The way by which the middle comes to the grid. */
function toGrid([middle]: readonly SnapLine[], by: number): number {
  if (middle === undefined) return by;
  return Math.round((middle.at + by) / GRID_M) * GRID_M - middle.at;
}

/** From the one end of both lines to the other, after one of them was moved along. */
function reach(own: SnapLine, other: SnapLine, by: number): [number, number] {
  const ends = [own.from + by, own.to + by, other.from, other.to];
  return [Math.min(...ends), Math.max(...ends)];
}

// Draws what is selected, pinned and pointed at, and the marks of a gesture.
import { keyOfPiece, type Piece } from "../../../layout-edits/pieces";
import type { SeatIds } from "../../../plan/plan";
import { rowIndexOf, slotOf } from "../../../plan/plan";
import { type Handle, handlesOf } from "./canvas-handles";
import { outlinesOf } from "./canvas-scene";
import type { GestureMarks, TurningHandle } from "./canvas-state";
import type { ScreenPoint } from "./canvas-view";
import { inMetres, inPixels, type Painting, trace } from "./draw-plan";

const HANDLE_PIXELS = 9;
const BUTTONS_PIXELS = 60;

export function drawSelection(painting: Painting, selection: readonly Piece[], turning: TurningHandle | null): void {
  const { context, scene, theme, view } = painting;
  inMetres(painting);
  context.strokeStyle = theme.pick;
  context.lineJoin = "round";
  for (const piece of selection) {
    context.lineWidth = 2 / view.pixelsPerM;
    for (const outline of outlinesOf(scene, piece)) {
      trace(context, outline);
      context.globalAlpha = 0.1;
      context.fillStyle = theme.pick;
      context.fill();
      context.globalAlpha = 1;
      context.stroke();
    }
    drawMeant(painting, piece);
  }
  if (turning === null) drawHandles(painting, handlesOf(scene, selection, view));
  else drawTurning(painting, turning);
}

/** The seat under the pointer, and the pinned one. */
export function drawSeatMarks(painting: Painting, hovered: SeatIds | null, pinned: SeatIds | null): void {
  drawSeatMark(painting, hovered, painting.theme.pick, 2);
  drawSeatMark(painting, pinned, painting.theme.pinned, 3);
}

export function drawMarks(painting: Painting, { marquee, guides, readout }: GestureMarks): void {
  const { context, theme, view } = painting;
  inPixels(painting);
  context.strokeStyle = theme.guide;
  context.lineWidth = 1;
  context.setLineDash([6, 4]);
  for (const { from, to } of guides) {
    const [start, end] = [view.toScreen(from), view.toScreen(to)];
    context.beginPath();
    context.moveTo(start.x, start.y);
    context.lineTo(end.x, end.y);
    context.stroke();
  }
  context.setLineDash([]);
  if (marquee !== null) {
    inMetres(painting);
    context.fillStyle = theme.pick;
    context.globalAlpha = 0.12;
    context.fillRect(marquee.left, marquee.top, marquee.width, marquee.height);
    context.globalAlpha = 1;
    context.strokeStyle = theme.pick;
    context.lineWidth = 1 / view.pixelsPerM;
    context.strokeRect(marquee.left, marquee.top, marquee.width, marquee.height);
  }
  if (readout !== null) drawReadout(painting, readout);
}

/** The handle that is dragged, with a line from the place about which everything turns. */
function drawTurning(painting: Painting, { about, at }: TurningHandle): void {
  const { context, theme } = painting;
  inPixels(painting);
  context.strokeStyle = theme.pick;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(about.x, about.y);
  context.lineTo(at.x, at.y);
  context.stroke();
  drawHandles(painting, [{ kind: "rotate", at }]);
}

function drawHandles(painting: Painting, handles: readonly Pick<Handle, "kind" | "at">[]): void {
  const { context, theme } = painting;
  inPixels(painting);
  context.lineWidth = 2;
  context.strokeStyle = theme.pick;
  for (const { at, kind } of handles) {
    context.fillStyle = theme.paper;
    context.beginPath();
    if (kind === "resize") context.roundRect(at.x - 6, at.y - 6, 12, 12, 3);
    else context.arc(at.x, at.y, HANDLE_PIXELS, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    if (kind === "rotate") drawTurnArrow(context, at);
    if (kind === "bend") drawBow(context, at);
  }
}

function drawBow(context: CanvasRenderingContext2D, { x, y }: ScreenPoint): void {
  context.beginPath();
  context.moveTo(x - 5, y - 2);
  context.quadraticCurveTo(x, y + 6, x + 5, y - 2);
  context.lineWidth = 1.6;
  context.stroke();
  context.lineWidth = 2;
}

function drawTurnArrow(context: CanvasRenderingContext2D, { x, y }: ScreenPoint): void {
  context.beginPath();
  context.arc(x, y, 4, -0.5 * Math.PI, 1.1 * Math.PI);
  context.moveTo(x - 3, y - 4);
  context.lineTo(x, y - 4);
  context.lineTo(x, y - 7);
  context.lineWidth = 1.4;
  context.stroke();
  context.lineWidth = 2;
}

/** Of many sections of one rule, the one that was clicked has a thicker edge. */
function drawMeant({ context, scene, view }: Painting, piece: Piece): void {
  if (piece.kind !== "section" || piece.id === null) return;
  const same = scene.parts.filter((part) => keyOfPiece(part.piece) === keyOfPiece(piece));
  const meant = same.find(({ placed }) => placed.section.id === piece.id);
  if (same.length < 2 || meant === undefined) return;
  context.lineWidth = 4 / view.pixelsPerM;
  trace(context, meant.placed.outline);
  context.stroke();
}

function drawSeatMark(painting: Painting, ids: SeatIds | null, colour: string, width: number): void {
  const { context, scene, view } = painting;
  if (ids === null || ids.seat === null) return;
  const part = scene.parts.find(({ placed }) => placed.section.id === ids.section);
  const row = part === undefined ? null : rowIndexOf(part.placed.section, ids.row);
  if (part === undefined || row === null) return;
  const { placed } = part;
  const slot = slotOf(scene.plan, placed.section, row, ids.seat);
  for (let seat = placed.starts[row]!; seat < placed.starts[row + 1]!; seat++) {
    if (placed.slot[seat] !== slot) continue;
    inPixels(painting);
    const { x, y } = view.toScreen({ x: placed.x[seat]!, y: -placed.y[seat]! });
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.arc(x, y, Math.max(5, placed.spacingM * view.pixelsPerM * 0.75), 0, 2 * Math.PI);
    context.stroke();
  }
}

function drawReadout(painting: Painting, { at, lines }: NonNullable<GestureMarks["readout"]>): void {
  const { context, theme, view } = painting;
  inPixels(painting);
  context.font = `12px ${theme.font}`;
  const width = Math.max(...lines.map((line) => context.measureText(line).width)) + 16;
  const height = lines.length * 17 + 8;
  // Not below the buttons at the right edge.
  const left = Math.max(6, Math.min(view.width - width - BUTTONS_PIXELS, at.x + 18));
  const top = Math.min(view.height - height - 6, at.y + 18);
  context.fillStyle = theme.ink;
  context.globalAlpha = 0.88;
  context.beginPath();
  context.roundRect(left, top, width, height, 5);
  context.fill();
  context.globalAlpha = 1;
  context.fillStyle = theme.paper;
  context.textAlign = "left";
  context.textBaseline = "middle";
  lines.forEach((line, index) => {
    context.fillText(line, left + 8, top + 12.5 + index * 17);
  });
}

// Draws sections one after the other: what is higher covers what is below, with its texts.
import type { ScenePart } from "./canvas-scene";
import { levelOf } from "./canvas-scene";
import { meets, visibleBounds } from "./canvas-view";
import { drawFloor, drawSeats, inMetres, type Painting } from "./draw-plan";
import { drawSmallNames } from "./draw-texts";

const FAINT = 0.12;

/** Draws the sections that are in view: floors, tables, seats, and the names of rows and seats. */
export function drawParts(painting: Painting, parts: readonly ScenePart[]): void {
  const { context, view, hidden } = painting;
  const visible = visibleBounds(view);
  for (const part of parts) {
    if (!meets(visible, part.placed.bounds)) continue;
    const isHidden = hidden.has(levelOf(part.placed.section));
    inMetres(painting);
    context.globalAlpha = isHidden ? FAINT : 1;
    drawFloor(painting, part.placed);
    drawSeats(painting, part);
    if (!isHidden) drawSmallNames(painting, part);
  }
  context.globalAlpha = 1;
}

// Draws names on the plan as they will be printed: sections, rows, seats, and what seats have.

import { isStage } from "../../../plan/focus-shapes";
import { shortName } from "../../../plan/map-labels";
import { type Bounds, boundsOf, type MapPoint } from "../../../plan/map-shapes";
import { seatingOf } from "../../../plan/plan";
import { seatKind } from "../../../plan/seat-properties";
import { SYMBOLS } from "../../../plan/seat-symbols";
import type { ScenePart } from "./canvas-scene";
import { levelOf } from "./canvas-scene";
import { meets, visibleBounds } from "./canvas-view";
import { inPixels, type Painting } from "./draw-plan";
import type { PlacedSection } from "./placed-section";
import { seatsByColour } from "./seat-paths";

/** Seats of at least this many pixels have their numbers, and rows their letters. */
const SEAT_NUMBER_PIXELS = 15;
const SYMBOL_PIXELS = 11;
const ROW_NAME_PIXELS = 9;
const NAME_SIZES = [14, 12, 11];
/** The names of rows stand this far from the seats at their ends, in times of a seat's width. */
const ROW_NAME_SHARE = 1.1;

/** The names of the stage and of bodies. */
export function drawNamesOfBodies(painting: Painting): void {
  inPixels(painting);
  drawFocusName(painting);
  drawBodyNames(painting);
}

/** The names of sections, above all seats. */
export function drawNames(painting: Painting, parts: readonly ScenePart[]): void {
  const { view, hidden } = painting;
  const visible = visibleBounds(view);
  const isShown = ({ placed }: ScenePart) => meets(visible, placed.bounds) && !hidden.has(levelOf(placed.section));
  inPixels(painting);
  drawSectionNames(painting, parts.filter(isShown));
}

/** The names of a section's rows and the numbers of its seats, where they are large enough to be read. */
export function drawSmallNames(painting: Painting, part: ScenePart): void {
  const { pixelsPerM } = painting.view;
  const { placed } = part;
  const pixels = placed.spacingM * pixelsPerM;
  inPixels(painting);
  if (pixels >= SYMBOL_PIXELS) drawSeatTexts(painting, part, pixels);
  if (placed.depthM * pixelsPerM >= ROW_NAME_PIXELS) drawRowNames(painting, placed);
}

/** The names of sections where they have space, from the uppermost down: all by their names, or all by short ones. */
function drawSectionNames(painting: Painting, parts: readonly ScenePart[]): void {
  const taken: Bounds[] = [];
  const isByName = parts.every(({ placed }) => hasSpace(painting, placed.section.name, placed.bounds));
  for (const { placed } of [...parts].reverse()) {
    const { section, bounds } = placed;
    const isSmall = placed.spacingM * painting.view.pixelsPerM < SEAT_NUMBER_PIXELS || placed.count === 0;
    const at = isSmall ? placed.centre : aboveSection(placed, painting);
    drawName(painting, isByName ? section.name : shortName(section), at, bounds, taken);
  }
}

function drawName(painting: Painting, name: string, at: MapPoint, bounds: Bounds, taken: Bounds[]): void {
  const { context, view, theme } = painting;
  const centre = view.toScreen({ x: at.x, y: -at.y });
  for (const size of NAME_SIZES) {
    context.font = `600 ${size}px ${theme.font}`;
    const width = context.measureText(name).width;
    const box = { left: centre.x - width / 2 - 2, top: centre.y - size / 2 - 2, width: width + 4, height: size + 4 };
    if (width > spaceOf(bounds, view) || taken.some((other) => meets(other, box))) continue;
    taken.push(box);
    outlined(painting, name, centre);
    return;
  }
}

function hasSpace({ context, theme, view }: Painting, name: string, bounds: Bounds): boolean {
  context.font = `600 ${NAME_SIZES.at(-1)}px ${theme.font}`;
  return context.measureText(name).width <= spaceOf(bounds, view);
}

function spaceOf(bounds: Bounds, view: Painting["view"]): number {
  return Math.max(bounds.width, bounds.height * 0.6) * view.pixelsPerM + 10;
}

/** The names of bodies, in their middles. */
function drawBodyNames({ context, scene, theme, view }: Painting): void {
  context.font = `600 12px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { body, outline } of scene.bodies) {
    const { left, top, width, height } = boundsOf(outline);
    const name = body.name ?? "";
    if (context.measureText(name).width > width * view.pixelsPerM + 10) continue;
    const { x, y } = view.toScreen({ x: left + width / 2, y: -(top + height / 2) });
    context.fillStyle = body.kind === "stage" ? theme.stageInk : theme.ink;
    context.fillText(name, x, y);
  }
}

function aboveSection({ bounds }: PlacedSection, { view }: Painting): MapPoint {
  const visible = visibleBounds(view);
  const [from, to] = [
    Math.max(bounds.left, visible.left),
    Math.min(bounds.left + bounds.width, visible.left + visible.width),
  ];
  return { x: (from + to) / 2, y: Math.max(bounds.top, visible.top) - 10 / view.pixelsPerM };
}

/** The name of what people look at, unless a body that stands there has one. */
function drawFocusName(painting: Painting): void {
  const { context, scene, view, theme } = painting;
  const { focus } = scene.plan;
  if (focus.name === null || scene.bodies.some(({ body }) => body.name === focus.name)) return;
  const at = view.toScreen(focus);
  context.font = `600 12px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "top";
  if (focus.extent !== null && isStage(focus.extent)) {
    context.fillStyle = theme.stageInk;
    context.fillText(focus.name, at.x, at.y + 10);
    return;
  }
  outlined(painting, focus.name, { x: at.x, y: at.y + 16 });
}

function drawRowNames(painting: Painting, placed: PlacedSection): void {
  const { context, view, theme } = painting;
  const size = Math.min(13, Math.max(9, placed.depthM * view.pixelsPerM * 0.75));
  context.font = `600 ${size}px ${theme.font}`;
  const isOfTables = placed.section.tables?.length === placed.section.rows.length;
  placed.section.rows.forEach((row, rowIndex) => {
    const [first, end] = [placed.starts[rowIndex]!, placed.starts[rowIndex + 1]!];
    if (row.id === null || first === end) return;
    const table = isOfTables ? placed.section.tables?.[rowIndex] : undefined;
    const ends =
      table === undefined
        ? [besideEnd(placed, first, -1), besideEnd(placed, end - 1, 1)]
        : [{ x: table.x, y: -table.y }];
    for (const at of ends) {
      const { x, y } = view.toScreen({ x: at.x, y: -at.y });
      if (x < -20 || y < -20 || x > view.width + 20 || y > view.height + 20) continue;
      outlined(painting, row.id, { x, y }, theme.soft);
    }
  });
}

/** The place beside the seat at the left (-1) or right (1) end of a row. */
function besideEnd({ x, y, facing, spacingM }: PlacedSection, seat: number, side: number): MapPoint {
  const away = side * spacingM * ROW_NAME_SHARE;
  return { x: x[seat]! + Math.cos(facing[seat]!) * away, y: y[seat]! + Math.sin(facing[seat]!) * away };
}

function drawSeatTexts(painting: Painting, part: ScenePart, pixels: number): void {
  const { context, view, theme, colours } = painting;
  const { placed } = part;
  context.font = `${Math.min(13, pixels * 0.5)}px ${theme.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const [colour, seats] of seatsByColour(part, colours)) {
    context.fillStyle = theme.inkOn(colour);
    context.strokeStyle = context.fillStyle;
    for (const seat of seats) {
      const at = view.toScreen({ x: placed.x[seat]!, y: -placed.y[seat]! });
      const isOutside = at.x < -pixels || at.y < -pixels || at.x > view.width + pixels || at.y > view.height + pixels;
      if (!isOutside) drawSeatText(painting, placed, seat, at, pixels);
    }
  }
}

/** The number of a seat, and the symbol of the first thing that it has. */
function drawSeatText(painting: Painting, placed: PlacedSection, seat: number, at: MapPoint, pixels: number): void {
  const { context, scene } = painting;
  const [row, slot] = [placed.row[seat]!, placed.slot[seat]!];
  const [property] = seatKind(scene.plan, placed.section, row, slot).properties;
  const hasNumber = pixels >= SEAT_NUMBER_PIXELS;
  if (property !== undefined) {
    const size = pixels * (hasNumber ? 0.5 : 0.8);
    drawSymbol(context, SYMBOLS[property], { x: at.x, y: hasNumber ? at.y - pixels * 0.2 : at.y }, size);
  }
  if (!hasNumber) return;
  const name = seatingOf(scene.plan, placed.section, row)[slot] ?? "";
  context.fillText(name, at.x, property === undefined ? at.y : at.y + pixels * 0.22, pixels * 0.92);
}

function drawSymbol(context: CanvasRenderingContext2D, symbol: string, at: MapPoint, size: number): void {
  context.save();
  context.translate(at.x, at.y);
  context.scale(size, size);
  context.lineWidth = 1.4 / size;
  context.stroke(new Path2D(symbol));
  context.restore();
}

/** A text with an edge in the colour of the paper, so that it can be read above seats. */
export function outlined({ context, theme }: Painting, text: string, { x, y }: MapPoint, colour = theme.ink): void {
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = theme.halo;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

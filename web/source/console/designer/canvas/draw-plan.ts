// Draws what stands in the hall: the grid, the stage or field, floors, tables, seats and bodies.
import { fieldLines, isStage } from "../../../plan/focus-shapes";
import type { MapPoint } from "../../../plan/map-shapes";
import { tablePath } from "../../../plan/map-shapes";
import type { Scene, ScenePart } from "./canvas-scene";
import { levelOf } from "./canvas-scene";
import type { CanvasTheme } from "./canvas-theme";
import type { CanvasView } from "./canvas-tool";
import { scaleBarM, visibleBounds } from "./canvas-view";
import type { PlacedSection } from "./placed-section";
import { addSeats, detailAt, type SeatColours, type SeatDetail, seatsByColour } from "./seat-paths";

type Context = CanvasRenderingContext2D;

export type Painting = {
  context: Context;
  view: CanvasView;
  /** Pixels of the screen for each CSS pixel. */
  density: number;
  theme: CanvasTheme;
  scene: Scene;
  colours: SeatColours;
  /** The levels that are switched off: drawn faintly. */
  hidden: ReadonlySet<string>;
  /** Whether a floor plan lies below: floors then let it be seen. */
  isAbovePicture: boolean;
};

/** Floors above a floor plan, so that people can trace it. */
const ABOVE_PICTURE = 0.35;
/** The bar is beside the buttons, which are at the right edge. */
const BUTTONS_PIXELS = 64;
const NUMBER = /-?\d+(?:\.\d+)?(?:e-?\d+)?/g;

/** The context draws in metres of the map. */
export function inMetres({ context, view, density }: Painting): void {
  const scale = view.pixelsPerM * density;
  const [x, y] = [view.width / 2 - view.centre.x * view.pixelsPerM, view.height / 2 + view.centre.y * view.pixelsPerM];
  context.setTransform(scale, 0, 0, scale, x * density, y * density);
}

/** The context draws in CSS pixels of the canvas. */
export function inPixels({ context, density }: Painting): void {
  context.setTransform(density, 0, 0, density, 0, 0);
}

export function drawGrid(painting: Painting): void {
  const { context, view, theme } = painting;
  const stepM = [1, 5, 10, 50, 100].find((step) => step * view.pixelsPerM >= 12) ?? 100;
  inPixels(painting);
  context.lineWidth = 1;
  for (const [step, colour] of [
    [stepM, theme.grid],
    [stepM * (stepM === 1 || stepM === 10 || stepM === 100 ? 5 : 2), theme.gridStrong],
  ] as const) {
    context.strokeStyle = colour;
    context.beginPath();
    const { left, top, width, height } = visibleBounds(view);
    for (let x = Math.ceil(left / step) * step; x <= left + width; x += step) {
      const at = Math.round(view.toScreen({ x, y: 0 }).x) + 0.5;
      context.moveTo(at, 0);
      context.lineTo(at, view.height);
    }
    for (let y = Math.ceil(top / step) * step; y <= top + height; y += step) {
      const at = Math.round(view.toScreen({ x: 0, y: -y }).y) + 0.5;
      context.moveTo(0, at);
      context.lineTo(view.width, at);
    }
    context.stroke();
  }
}

export function drawFocus(painting: Painting): void {
  const { context, scene, theme, view } = painting;
  const { focus } = scene.plan;
  inMetres(painting);
  if (focus.extent !== null) {
    context.fillStyle = isStage(focus.extent) ? theme.stage : theme.field;
    trace(context, scene.focusOutline);
    context.fill();
    drawFieldLines(painting);
  }
  inPixels(painting);
  const { x, y } = view.toScreen(focus);
  context.strokeStyle = focus.extent !== null && isStage(focus.extent) ? theme.stageInk : theme.ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x - 6, y);
  context.lineTo(x + 6, y);
  context.moveTo(x, y - 6);
  context.lineTo(x, y + 6);
  context.stroke();
}

export function drawBodies(painting: Painting): void {
  const { context, scene, theme, view } = painting;
  inMetres(painting);
  context.lineWidth = 1 / view.pixelsPerM;
  for (const { body, outline } of scene.bodies) {
    context.fillStyle = body.kind === "stage" ? theme.stage : theme.body;
    context.strokeStyle = theme.soft;
    trace(context, outline);
    context.fill();
    context.stroke();
  }
}

export function drawScaleBar(painting: Painting): void {
  const { context, view, theme } = painting;
  inPixels(painting);
  const metres = scaleBarM(view.pixelsPerM);
  const length = metres * view.pixelsPerM;
  const [left, bottom] = [view.width - BUTTONS_PIXELS - length, view.height - 14];
  context.font = `11px ${theme.font}`;
  context.textAlign = "left";
  context.textBaseline = "bottom";
  context.lineWidth = 3;
  context.strokeStyle = theme.halo;
  const text = metres < 1 ? `${Math.round(metres * 100)} cm` : `${metres} m`;
  context.strokeText(text, left, bottom - 6);
  context.fillStyle = theme.soft;
  context.fillText(text, left, bottom - 6);
  context.strokeStyle = theme.soft;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(left, bottom - 5);
  context.lineTo(left, bottom);
  context.lineTo(left + length, bottom);
  context.lineTo(left + length, bottom - 5);
  context.stroke();
}

export function trace(context: Context, outline: readonly MapPoint[]): void {
  context.beginPath();
  outline.forEach(({ x, y }, index) => {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.closePath();
}

function drawFieldLines({ context, scene, theme, view }: Painting): void {
  const lines = fieldLines(scene.plan.focus);
  if (lines === null) return;
  const [x = 0, y = 0, rotateDeg = 0, acrossScale = 1, deepScale = 1] = [...lines.transform.matchAll(NUMBER)].map(
    ([text]) => Number(text),
  );
  context.save();
  context.translate(x, y);
  context.rotate((rotateDeg * Math.PI) / 180);
  context.scale(acrossScale, deepScale);
  context.strokeStyle = theme.fieldLine;
  context.lineWidth = 1.5 / view.pixelsPerM / acrossScale;
  context.stroke(new Path2D(lines.path));
  context.restore();
}

export function drawFloor(painting: Painting, { section, outline, count }: PlacedSection): void {
  const { context, theme, colours, view } = painting;
  const { levels } = colours;
  const strength = painting.isAbovePicture ? ABOVE_PICTURE : 1;
  const level = levels.indexOf(levelOf(section));
  trace(context, outline);
  context.fillStyle = section.isClosed ? theme.floorOfClosed : theme.floor(level, levels.length);
  context.globalAlpha *= strength;
  context.fill();
  context.globalAlpha /= strength;
  context.lineWidth = 1 / view.pixelsPerM;
  context.strokeStyle = section.isClosed ? theme.seatOfClosed : theme.seat(level, levels.length);
  if (count === 0) context.setLineDash([4 / view.pixelsPerM, 3 / view.pixelsPerM]);
  context.globalAlpha *= 0.6;
  context.stroke();
  context.globalAlpha /= 0.6;
  context.setLineDash([]);
  if (section.tables === undefined) return;
  context.fillStyle = theme.table;
  context.fill(new Path2D(section.tables.map(tablePath).join("")));
}

export function drawSeats({ context, colours, view }: Painting, part: ScenePart): void {
  const { placed } = part;
  const detail = detailAt(placed.spacingM, view.pixelsPerM);
  context.lineWidth = placed.depthM;
  for (const [colour, path] of pathsOf(part, colours, detail)) {
    if (detail === "lines") {
      context.strokeStyle = colour;
      context.stroke(path);
    } else {
      context.fillStyle = colour;
      context.fill(path);
    }
  }
}

type Paths = { colours: SeatColours; sectionIndex: number; byDetail: Map<SeatDetail, ReadonlyMap<string, Path2D>> };

const known = new WeakMap<PlacedSection, Paths>();

/** The paths of a section's seats, made once for each detail as long as the colours are the same. */
function pathsOf(part: ScenePart, colours: SeatColours, detail: SeatDetail): ReadonlyMap<string, Path2D> {
  const { placed, sectionIndex } = part;
  let found = known.get(placed);
  if (found === undefined || found.colours !== colours || found.sectionIndex !== sectionIndex) {
    found = { colours, sectionIndex, byDetail: new Map() };
    known.set(placed, found);
  }
  const paths = found.byDetail.get(detail) ?? madePaths(part, colours, detail);
  found.byDetail.set(detail, paths);
  return paths;
}

function madePaths(part: ScenePart, colours: SeatColours, detail: SeatDetail): ReadonlyMap<string, Path2D> {
  return new Map(
    [...seatsByColour(part, colours)].map(([colour, seats]) => {
      const path = new Path2D();
      addSeats(path, part.placed, seats, detail);
      return [colour, path] as const;
    }),
  );
}

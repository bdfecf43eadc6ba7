// Draws a floor plan on the canvas, and the two points that set its scale.
import type { CanvasLayer, CanvasView } from "../canvas/canvas-tool";
import type { FloorPlan } from "./floor-plan";
import { distanceM, extentOf, groundAt, type Pixel } from "./floor-plan-placement";

const POINT_COLOUR = "#d6006c";
const POINT_HALO = "#ffffff";
const POINT_RADIUS = 7;

/** The picture, below the seats. */
export function pictureLayer(floorPlan: FloorPlan): CanvasLayer {
  const [placement, size] = [floorPlan.placement.value, floorPlan.size];
  return {
    id: "floor-plan",
    place: "below",
    ...(placement !== null && size !== null && { extent: extentOf(placement, size) }),
    draw: (context, view) => drawPicture(context, view, floorPlan),
  };
}

/** The edge of the picture, and the points that set the scale, above the seats. Calls `onView` with the
 * part of the ground that is shown. */
export function pointsLayer(floorPlan: FloorPlan, onView: (view: CanvasView) => void): CanvasLayer {
  return {
    id: "floor-plan-points",
    place: "above",
    draw: (context, view) => {
      onView(view);
      drawEdge(context, view, floorPlan);
      drawPoints(context, view, floorPlan);
    },
  };
}

function drawPicture(context: CanvasRenderingContext2D, view: CanvasView, floorPlan: FloorPlan): void {
  const [picture, placement, size] = [floorPlan.picture.value, floorPlan.placement.value, floorPlan.size];
  if (picture === null || placement === null || size === null || !floorPlan.isShown.value) return;
  const scale = placement.metresPerPixel * view.pixelsPerM;
  const middle = view.toScreen(placement);
  context.save();
  context.globalAlpha = placement.opacity;
  context.translate(middle.x, middle.y);
  context.rotate((placement.turnDeg * Math.PI) / 180);
  context.drawImage(
    picture,
    (-size.width / 2) * scale,
    (-size.height / 2) * scale,
    size.width * scale,
    size.height * scale,
  );
  context.restore();
}

/** The edge of the picture, which may be as white as the canvas. */
function drawEdge(context: CanvasRenderingContext2D, view: CanvasView, floorPlan: FloorPlan): void {
  const [placement, size] = [floorPlan.placement.value, floorPlan.size];
  if (placement === null || size === null || !floorPlan.isShown.value) return;
  const { width, height } = size;
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ].map((pixel) => view.toScreen(groundAt(placement, size, pixel)));
  context.save();
  context.beginPath();
  for (const { x, y } of corners) context.lineTo(x, y);
  context.closePath();
  context.strokeStyle = POINT_COLOUR;
  context.lineWidth = 1;
  context.setLineDash(floorPlan.isLocked.value ? [2, 6] : [6, 4]);
  context.stroke();
  context.restore();
}

function drawPoints(context: CanvasRenderingContext2D, view: CanvasView, floorPlan: FloorPlan): void {
  const [placement, size, points] = [floorPlan.placement.value, floorPlan.size, floorPlan.points.value];
  if (placement === null || size === null || points === null) return;
  const onScreen = (pixel: Pixel) => view.toScreen(groundAt(placement, size, pixel));
  const cursor = points.length < 2 ? floorPlan.cursor.value : null;
  const [first, second] = [points[0], points[1] ?? cursor];
  context.save();
  if (first !== undefined && second) {
    drawLine(context, onScreen(first), onScreen(second), `${distanceM(placement, first, second).toFixed(2)} m`);
  }
  for (const point of points) drawPoint(context, onScreen(point));
  if (cursor !== null) drawCross(context, onScreen(cursor));
  context.restore();
}

type Screen = { x: number; y: number };

function drawLine(context: CanvasRenderingContext2D, from: Screen, to: Screen, text: string): void {
  stroke(context, () => {
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  });
  context.font = "600 13px system-ui, sans-serif";
  context.textAlign = "center";
  context.lineWidth = 4;
  context.strokeStyle = POINT_HALO;
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2 - 10];
  context.strokeText(text, x, y);
  context.fillStyle = POINT_COLOUR;
  context.fillText(text, x, y);
}

function drawPoint(context: CanvasRenderingContext2D, { x, y }: Screen): void {
  stroke(context, () => context.arc(x, y, POINT_RADIUS, 0, 2 * Math.PI));
  context.fillStyle = POINT_COLOUR;
  context.beginPath();
  context.arc(x, y, 2, 0, 2 * Math.PI);
  context.fill();
}

function drawCross(context: CanvasRenderingContext2D, { x, y }: Screen): void {
  stroke(context, () => {
    context.moveTo(x - 12, y);
    context.lineTo(x + 12, y);
    context.moveTo(x, y - 12);
    context.lineTo(x, y + 12);
  });
}

/** A line with a light edge, which is seen on any ground. */
function stroke(context: CanvasRenderingContext2D, path: () => void): void {
  context.beginPath();
  path();
  context.strokeStyle = POINT_HALO;
  context.lineWidth = 5;
  context.stroke();
  context.strokeStyle = POINT_COLOUR;
  context.lineWidth = 2;
  context.stroke();
}

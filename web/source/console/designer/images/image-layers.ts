// The cameras of placed images on the canvas, with the direction of each, and the colours of the seats.
import { cameraOf, type ImageRef, isSameImage, type PlacedImage } from "../../../layout-edits/image-edits";
import type { CanvasLayer, CanvasView } from "../canvas/canvas-tool";
import type { CoverageKind } from "./image-coverage";
import { ARROW_PIXELS } from "./image-tools";

/** Told apart by people who do not see all colours, on light and on dark ground. images-panel.css has the same. */
export const COVERAGE_COLOURS: Record<CoverageKind, string> = {
  own: "#13936a",
  near: "#4aa3df",
  far: "#e08a1e",
  none: "#9b9ea6",
};
/** Of the chosen image: seats that it is for and that are shown it, seats that it is for and that have a nearer one, and
 * seats that it is not for and that are shown it because they have none of their own. */
export const SHOWN_COLOUR = "#c2387c";
export const COVERED_COLOUR = "#7a68b5";
export const BORROWED_COLOUR = "#e39ac0";

const CAMERA_COLOUR = "#0c6f86";
const HALF_WEDGE = Math.PI / 7;

/** Draws the cameras. Calls `onView` with the part of the ground plan that the canvas shows. */
export function cameraLayer(
  cameras: readonly PlacedImage[],
  selected: ImageRef | null,
  onView: (view: CanvasView) => void,
): CanvasLayer {
  return {
    id: "image-cameras",
    place: "above",
    draw: (context, view) => {
      onView(view);
      context.save();
      const isChosen = (image: PlacedImage) => selected !== null && isSameImage(image, selected);
      for (const image of cameras) if (!isChosen(image)) drawCamera(context, view, image, false);
      for (const image of cameras) if (isChosen(image)) drawCamera(context, view, image, true);
      context.restore();
    },
  };
}

function drawCamera(context: CanvasRenderingContext2D, view: CanvasView, image: PlacedImage, isChosen: boolean): void {
  const camera = cameraOf(image.pose);
  if (camera === null) return;
  const { x, y } = view.toScreen(camera);
  // By the compass, north is up; the canvas counts angles from the right.
  const angle = ((image.pose?.yawDeg ?? 0) * Math.PI) / 180 - Math.PI / 2;
  const reach = isChosen ? ARROW_PIXELS : 22;
  context.fillStyle = isChosen ? SHOWN_COLOUR : CAMERA_COLOUR;
  context.globalAlpha = 0.35;
  context.beginPath();
  context.moveTo(x, y);
  context.arc(x, y, reach, angle - HALF_WEDGE, angle + HALF_WEDGE);
  context.fill();
  context.globalAlpha = 1;
  dot(context, x, y, isChosen ? 9 : 7);
  if (isChosen) dot(context, x + reach * Math.cos(angle), y + reach * Math.sin(angle), 6);
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = "#ffffff";
  context.stroke();
}

// Whether a seat is drawn although there is a picture: one that shows another seat's view.
import type { Preview } from "./types";

/** A photo from farther away shows another seat's view. The drawing is then better. */
const FAR_M = 6;

/** Whether the picture is a drawing that was made from another seat. The seat's own drawing is exact. */
export function isDrawnElsewhere({ imagery, provenance }: Preview): boolean {
  return imagery?.kind === "rendered" && provenance.camera?.isHere !== true;
}

/** Whether the picture was taken so far away that the drawing is shown first. */
export function isFarAway({ provenance }: Preview): boolean {
  return (provenance.distanceM ?? 0) > FAR_M;
}

/** Whether the view begins with the drawing, where the browser can draw. */
export function isDrawnFirst(preview: Preview): boolean {
  if (preview.imagery === null) return true;
  return preview.drawing !== null && (isDrawnElsewhere(preview) || isFarAway(preview));
}

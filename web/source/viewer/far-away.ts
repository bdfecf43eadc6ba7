// Whether a picture was taken too far away from the seat to be shown first.
import type { Preview } from "./types";

/** A picture from farther away shows another seat's view. The drawing is then better. */
const FAR_M = 6;

export function isFarAway(preview: Preview | null): boolean {
  return (preview?.provenance.distanceM ?? 0) > FAR_M;
}

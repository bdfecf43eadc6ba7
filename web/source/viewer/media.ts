// Picture or drawing: which of them each view shows.

export type Medium = "picture" | "drawing";

/** What a view could show. */
export type MediaOfView = {
  /**
   * A photo was taken by a camera. A rendering is a drawing from this very seat, or from another one where the browser
   * cannot draw.
   */
  picture: "photo" | "rendering" | null;
  canDraw: boolean;
  /** Whether the picture was taken so far away that it shows another seat's view. */
  isFar: boolean;
};

/**
 * Whether the buyer can choose. Between two drawings there is nothing to choose. Two views that are compared change
 * together, so both must have both.
 */
export function canChooseMedium(views: readonly MediaOfView[]): boolean {
  return views.length > 0 && views.every(({ picture, canDraw }) => picture === "photo" && canDraw);
}

/**
 * Returns what each view shows. Views that are compared show the same medium where both have it, since a drawing
 * beside a photo compares the media and not the seats. A photo from far away gives way to the drawing unless the
 * buyer chose it.
 */
export function chooseMedia(views: readonly MediaOfView[], chosen: Medium | null): Medium[] {
  if (canChooseMedium(views)) {
    const medium = chosen ?? (views.some(({ isFar }) => isFar) ? "drawing" : "picture");
    return views.map(() => medium);
  }
  const isEveryRendered = views.every(({ picture }) => picture === "rendering");
  if (!isEveryRendered && views.every(({ canDraw }) => canDraw)) return views.map(() => "drawing");
  return views.map(({ picture }) => (picture === null ? "drawing" : "picture"));
}

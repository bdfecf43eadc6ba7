// How much detail something has, by its size on the screen.

/** The distances, in metres, up to which the middle levels of detail are used. */
export type DetailRange = {
  middleM: number;
  farM: number;
};

/** The pixels for each radian in the middle of a usual picture: 900 pixels for 75 degrees. */
const USUAL_PIXELS = 586;
/** Levels change in steps, so that a slow zoom does not choose them anew for each frame. */
const STEPS_OF_A_DOUBLING = 2;
const LEAST = 0.5;
const MOST = 2 * Math.SQRT2;

/** Returns how large things appear in relation to a usual picture, by the vertical field of view and the height of a picture. */
export function magnificationOf(fovDeg: number, heightPixels: number): number {
  const pixels = heightPixels / 2 / Math.tan((fovDeg * Math.PI) / 360);
  const doublings = Math.round(Math.log2(pixels / USUAL_PIXELS) * STEPS_OF_A_DOUBLING) / STEPS_OF_A_DOUBLING;
  return Math.min(MOST, Math.max(LEAST, 2 ** doublings));
}

/** Returns the distances at which things have the same size on the screen as at those of a usual picture. */
export function scaledRange({ middleM, farM }: DetailRange, magnification: number): DetailRange {
  return { middleM: middleM * magnification, farM: farM * magnification };
}

// What the drawn view takes and gives: types alone, so that a page can use them before it loads the drawing.

/** Which way one looks: degrees on a compass, degrees above the horizon, and the field of view. */
export type Look = {
  yaw: number;
  pitch: number;
  /** Across the longer side of the view, in degrees. */
  fov: number;
};

/** A seat by ids; a row or a section where it is all that is known. */
export type SeatIds = {
  section: string;
  row: string | null;
  seat: string | null;
};

export type Theme = "light" | "dark";

export type DrawnOptions = {
  theme: Theme;
  reducedMotion: boolean;
  /** Called once, when the first frame is on the screen. */
  onReady?: () => void;
  /** Called when a person or a method turned the view. */
  onLook?: (look: Look) => void;
  /** Called when the graphics device was lost: the view shows nothing more. */
  onLost?: () => void;
};

export type DrawnView = {
  readonly canvas: HTMLCanvasElement;
  /** Where one looks now. */
  readonly look: Look;
  /** What the last frame drew. */
  readonly cost: { draws: number; triangles: number };
  /** Goes to a seat and looks that way. Throws `NoPlace` where the seat has no place in the plan. */
  show(place: SeatIds, look: Look): void;
  /** Turns by so many degrees to the right and up. */
  turn(rightDeg: number, upDeg: number): void;
  /** A factor of the field of view: under 1 shows things larger. */
  zoom(factor: number): void;
  setTheme(theme: Theme): void;
  /** To be called when the container changed its size; the view also sees it by itself. */
  resize(): void;
  dispose(): void;
};

/** The plan does not say where that is, so that nobody can draw the view from there. */
export class NoPositionError extends Error {
  override readonly name = "NoPlace";
}

/** The browser offers no WebGL. */
export class NoWebGlError extends Error {
  override readonly name = "NoGraphics";
}

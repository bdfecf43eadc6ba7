// The types of the drawn view, so that a page can use them before it loads the drawing.
import type { Assumption } from "../plan/assumptions";
import type { Plan } from "../plan/plan";

/** A direction of view: compass degrees, degrees above the horizon, and the field of view. */
export type Look = {
  yaw: number;
  pitch: number;
  /** The field of view across the longer side, in degrees. */
  fov: number;
};

/** Where a view is from: a seat, row or section by ids, and the position of the eyes if the service has told it. */
export type Viewpoint = {
  section: string;
  row: string | null;
  seat: string | null;
  eye?: { x: number; y: number; z: number } | null;
};

/** How the hall is lit. */
export type Mood = NonNullable<Plan["mood"]>;

export type DrawnOptions = {
  reducedMotion: boolean;
  /** Called once, when the first frame is on the screen. */
  onReady?: () => void;
  /** Called when the view was turned, by a person or by a method. */
  onLook?: (look: Look) => void;
  /** Called when the graphics device was lost. The view then shows nothing. */
  onLost?: () => void;
};

export type DrawnView = {
  readonly canvas: HTMLCanvasElement;
  /** The current direction of view. */
  readonly look: Look;
  /** What the plan does not say, so that the drawing assumes it. */
  readonly assumptions: readonly Assumption[];
  /** Moves to a seat and looks in a direction. Throws `NoPositionError` if the seat has no position. */
  show(place: Viewpoint, look: Look): void;
  /** Turns the view to the right and up, in degrees. */
  turn(rightDeg: number, upDeg: number): void;
  /** Multiplies the field of view. A factor below 1 zooms in. */
  zoom(factor: number): void;
  /** Adapts to the container's size. The view also observes its container by itself. */
  resize(): void;
  dispose(): void;
};

/** The plan has no position for a seat, so the view from there cannot be drawn. */
export class NoPositionError extends Error {
  override readonly name = "NoPlace";
}

/** The browser does not support WebGL. */
export class NoWebGlError extends Error {
  override readonly name = "NoGraphics";
}

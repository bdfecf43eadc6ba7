// The interface of all renderers of a view.
import type { Plan } from "../plan/plan";
import type { Viewpoint } from "../plan/previewed-seats";
import type { Look } from "../view/look";
import type { Imagery } from "./types";

export type RendererKind = "panorama" | "flat" | "drawing";

/** What a renderer shows. */
export type Subject = {
  imagery: Imagery | null;
  place: Viewpoint;
  look: Look;
  plan: Plan | null;
  /** Whether a still of exactly this is seen meanwhile. It stays until everything is drawn, or somebody turns it. */
  hasStill: boolean;
  /** The compass bearing of the picture's middle, 0 for a drawing; null if it is not known. */
  middleBearingDeg: number | null;
};

export type RendererOptions = {
  reducedMotion: boolean;
  /** Returns the picture that is shown with new addresses, for when its own have expired; null if it has none. */
  renewImagery: () => Promise<Imagery | null>;
  /** Called with the share of the work that is done until something can be shown. */
  onProgress: (part: number) => void;
  /** Called when the renderer cannot continue. */
  onLost: (failure: unknown) => void;
  /** Called whenever the view has been turned or zoomed. */
  onMoved: () => void;
};

/** Leaving out what is in the way near the eye. Another subject shows it again. */
export type LookPast = {
  /** Whether anything near is among what is told to hide something, by its id; null: nothing is told. */
  isUseful(told: ReadonlySet<string> | null): Promise<boolean>;
  set(isOn: boolean, told: ReadonlySet<string> | null): Promise<void>;
};

/** Showing the view in a headset. */
export type Headset = {
  /** Shows it, and every later subject, until the session ends. Rejects if the headset does not start. */
  show(session: XRSession): Promise<void>;
};

export type ViewRenderer = {
  /** Resolves once the subject is drawn, even if only coarsely. */
  show(subject: Subject): Promise<void>;
  /** Resolves once everything of the subject is drawn. */
  whenComplete(): Promise<void>;
  /** Turns the view to the right and up, in degrees. */
  turn(rightDeg: number, upDeg: number): void;
  /** Looks in exactly this direction. */
  aim(yawDeg: number, pitchDeg: number): void;
  /** Where it looks: yaw and pitch as in a subject's look, and the horizontal field of view. */
  direction(): Look;
  /** Multiplies the field of view. A factor below 1 zooms in. */
  zoom(factor: number): void;
  /** Draws at once, so that its canvas can be copied. A renderer without a canvas has no need of it. */
  drawNow?(): void;
  /** Only of drawings: a photograph shows what was there. */
  lookPast?: LookPast;
  /** Not of flat photographs. */
  headset?: Headset;
  /** Ends the headset's session, too. */
  dispose(): void;
};

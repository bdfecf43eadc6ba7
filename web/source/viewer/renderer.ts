// What a view of any kind can do, whatever paints it.
import type { Plan } from "../plan/plan";
import type { Imagery, Look, SeatIds, Theme } from "./types";

export type RendererKind = "panorama" | "flat" | "drawing";

/** What is to be seen. */
export type Subject = {
  imagery: Imagery | null;
  place: SeatIds;
  look: Look;
  plan: Plan | null;
};

export type RendererOptions = {
  theme: Theme;
  reducedMotion: boolean;
  /** Called when it can go no further; its sentence is for the log. */
  onLost: (failure: unknown) => void;
};

export type ViewRenderer = {
  /** Resolves once something of the subject is to be seen, be it coarse. */
  show(subject: Subject): Promise<void>;
  /** Turns by so many degrees to the right and up. */
  turn(rightDeg: number, upDeg: number): void;
  /** Looks exactly that way. */
  aim(yawDeg: number, pitchDeg: number): void;
  direction(): { yaw: number; pitch: number };
  /** A factor of the field of view: under 1 shows things larger. */
  zoom(factor: number): void;
  setTheme(theme: Theme): void;
  dispose(): void;
};

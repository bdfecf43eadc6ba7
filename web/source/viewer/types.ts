// What the viewer takes from the API, by the names that it has there.
import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type Preview = Schemas["Preview"];
export type Imagery = Schemas["PreviewImagery"];
export type Ad = Schemas["ShownAd"];
export type Claims = Schemas["Session"];
export type EventKind = Schemas["ReportedEvent"]["kind"];
export type Locale = "en" | "de";
export type Theme = "light" | "dark";
export type Side = "left" | "right" | "inFront" | "behind";

export const SIDES: readonly Side[] = ["left", "right", "inFront", "behind"];

/** Where one looks, in degrees: to the right, up, and how wide. */
export type Look = {
  yaw: number;
  pitch: number;
  fov: number;
};

/** A place by ids, as deep as it is named. */
export type SeatIds = {
  section: string;
  row: string | null;
  seat: string | null;
};

/** The key of a place, as the API takes it. */
export function seatKey({ section, row, seat }: SeatIds): string {
  return [section, row, seat].filter((part) => part !== null).join("/");
}

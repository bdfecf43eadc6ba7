// The types that the viewer takes from the API, and a few of its own.
import type { components } from "@seatpreview/client";

type Schemas = components["schemas"];

export type Preview = Schemas["Preview"];
export type Imagery = Schemas["PreviewImagery"];
export type Ad = Schemas["ShownAd"];
export type Claims = Schemas["Session"];
/** The button that leads to the shop, as the session signs it. */
export type CallToAction = NonNullable<Claims["cta"]>;
export type EventKind = Schemas["ReportedEvent"]["kind"];
export type ErrorCode = NonNullable<Schemas["ReportedEvent"]["code"]>;
export type Theme = "light" | "dark";
export type Side = "left" | "right" | "inFront" | "behind";

export const SIDES: readonly Side[] = ["left", "right", "inFront", "behind"];

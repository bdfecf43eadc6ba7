// A small view from a seat: its small picture where there is one, else a picture of where it is and where it looks.
import { extentOutline } from "../plan/focus-shapes";
import { FocusExtent, ObstructionMarks, SeatDots, ViewCone } from "../plan/map-marks";
import { type Bounds, boundsOf, obstructionOutline, withMargin } from "../plan/map-shapes";
import type { Plan } from "../plan/plan";
import { mapMarks } from "../plan/previewed-seats";
import { isDrawnFirst } from "./drawn-first";
import { imageryKind } from "./imagery-kinds";
import type { Locale } from "./locales";
import type { Messages } from "./messages/load";
import { factsOf } from "./preview-text";
import { restrictionOf } from "./restriction";
import type { Preview } from "./types";
import "./small-view.css";

const WIDTH_PIXELS = 160;
/** The width of the picture by its height. */
const SHAPE = 16 / 9;

export type SmallViewProps = {
  preview: Preview;
  plan: Plan;
  messages: Messages;
  locale: Locale;
  /** Whether the distance is said elsewhere. */
  isPictureOnly?: boolean;
};

export function SmallView({ preview, plan, messages, locale, isPictureOnly = false }: SmallViewProps) {
  const [distance] = factsOf(preview, messages, locale);
  const isRestricted = restrictionOf(preview) !== null;
  return (
    <>
      <SmallPicture preview={preview} plan={plan} messages={messages} />
      {!isPictureOnly && distance !== undefined && (
        <span class="small-view-fact">
          {distance.name} <strong>{distance.value}</strong>
        </span>
      )}
      {isRestricted && <span class="small-view-warning">{messages.venueMap.properties.restrictedView}</span>}
    </>
  );
}

function SmallPicture({ preview, plan, messages }: Omit<SmallViewProps, "locale">) {
  const picture = pictureOf(preview);
  if (picture !== null) return <span class="small-view" style={picture} aria-hidden="true" />;
  const { place, others } = mapMarks(plan, preview);
  if (place === null) return null;
  const view = { place, others };
  const box = boxAround(plan, { x: place.x, y: -place.y });
  const pixelsPerM = WIDTH_PIXELS / box.width;
  return (
    <svg
      class="small-view venue-map"
      viewBox={`${box.left} ${box.top} ${box.width} ${box.height}`}
      aria-hidden="true"
      focusable="false"
    >
      <FocusExtent plan={plan} />
      <ObstructionMarks plan={plan} pixelsPerM={pixelsPerM} />
      <ViewCone view={view} plan={plan} pixelsPerM={pixelsPerM} />
      <SeatDots view={view} pixelsPerM={pixelsPerM} messages={messages.venueMap} />
    </svg>
  );
}

/** The small picture as a background; null if the seat has none that shows its own view. */
function pictureOf(
  preview: Preview,
): { backgroundImage: string; backgroundSize: string; backgroundPosition: string } | null {
  const { imagery } = preview;
  if (imagery === null || imagery.previewUrl === null || isDrawnFirst(preview)) return null;
  const position = imageryKind(imagery.kind).placeholderPosition;
  return {
    backgroundImage: `url("${imagery.previewUrl}")`,
    backgroundSize: position === null ? "cover" : "480% auto",
    backgroundPosition: position?.(preview.orientation) ?? "center",
  };
}

/** The part of the map with the seat and what it looks at, in the shape of the picture. */
function boxAround(plan: Plan, seat: { x: number; y: number }): Bounds {
  const stages = plan.obstructions.filter(({ kind }) => kind === "stage").flatMap(obstructionOutline);
  const points = [seat, { x: plan.focus.x, y: -plan.focus.y }, ...extentOutline(plan.focus), ...stages];
  const { left, top, width, height } = withMargin(boundsOf(points), 0.08);
  const [wide, high] = [Math.max(width, height * SHAPE), Math.max(height, width / SHAPE)];
  return { left: left - (wide - width) / 2, top: top - (high - height) / 2, width: wide, height: high };
}

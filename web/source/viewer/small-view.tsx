// A small view from a seat: its small picture or its still, else a picture of where it is and where it looks.
import { extentOutline } from "../plan/focus-shapes";
import { FocusExtent, ObstructionMarks, SeatDots, ViewCone } from "../plan/map-marks";
import { type Bounds, boundsOf, obstructionOutline, withMargin } from "../plan/map-shapes";
import { isPending } from "../plan/pending-view";
import type { Plan } from "../plan/plan";
import { mapMarks } from "../plan/previewed-seats";
import { isDrawnFirst } from "./drawn-first";
import { imageryKind } from "./imagery-kinds";
import type { Locale } from "./locales";
import type { Messages } from "./messages";
import { computingText, factsOf, provenanceText } from "./preview-text";
import { restrictionOf } from "./restriction";
import { stillText } from "./still-placeholder";
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
  /** Whether the distance and a restriction are said elsewhere. */
  isPictureOnly?: boolean;
};

export function SmallView({ preview, plan, messages, locale, isPictureOnly = false }: SmallViewProps) {
  const [distance] = factsOf(preview, messages, locale);
  const isRestricted = restrictionOf(preview) !== null;
  const picture = pictureOf(preview);
  const elsewhere = picture === null ? null : elsewhereText(preview, messages, locale);
  return (
    <>
      {picture === null ? (
        <SeatOnMap preview={preview} plan={plan} messages={messages} />
      ) : (
        <span class="small-view" style={picture} aria-hidden="true" />
      )}
      {elsewhere !== null && <span class="small-view-fact soft">{elsewhere}</span>}
      {!isPictureOnly && distance !== undefined && (
        <span class="small-view-fact">
          {distance.name} <strong>{distance.value}</strong>
        </span>
      )}
      {!isPictureOnly && isPending(preview) && <span class="small-view-fact soft">{computingText(messages)}</span>}
      {!isPictureOnly && isRestricted && (
        <span class="small-view-warning">{messages.venueMap.properties.restrictedView}</span>
      )}
    </>
  );
}

type Background = { backgroundImage: string; backgroundSize: string; backgroundPosition: string };

/** The small picture as a background, or the small still where the view begins with the drawing; null if there is none. */
function pictureOf(preview: Preview): Background | null {
  const { imagery, drawing } = preview;
  if (isDrawnFirst(preview)) return background(drawing?.still?.previewUrl);
  const position = imagery === null ? null : imageryKind(imagery.kind).placeholderPosition;
  const picture = background(imagery?.previewUrl);
  if (picture === null || position === null) return picture;
  return { ...picture, backgroundSize: "480% auto", backgroundPosition: position(preview.orientation) };
}

function background(url: string | null | undefined): Background | null {
  if (!url) return null;
  return { backgroundImage: `url("${url}")`, backgroundSize: "cover", backgroundPosition: "center" };
}

/** Says from where the picture is; null if it is from the seat itself. */
function elsewhereText(preview: Preview, messages: Messages, locale: Locale): string | null {
  if (isDrawnFirst(preview)) return stillText(preview, messages);
  return preview.provenance.camera?.isHere ? null : provenanceText(preview, messages, locale, false);
}

function SeatOnMap({ preview, plan, messages }: Omit<SmallViewProps, "locale">) {
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

/** The part of the map with the seat and what it looks at, in the shape of the picture. */
function boxAround(plan: Plan, seat: { x: number; y: number }): Bounds {
  const stages = plan.obstructions.filter(({ kind }) => kind === "stage").flatMap(obstructionOutline);
  const points = [seat, { x: plan.focus.x, y: -plan.focus.y }, ...extentOutline(plan.focus), ...stages];
  const { left, top, width, height } = withMargin(boundsOf(points), 0.08);
  const [wide, high] = [Math.max(width, height * SHAPE), Math.max(height, width / SHAPE)];
  return { left: left - (wide - width) / 2, top: top - (high - height) / 2, width: wide, height: high };
}

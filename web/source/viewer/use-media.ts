// The hook that decides whether the views show pictures or drawings, for both of them together.
import { useCallback, useState } from "preact/hooks";
import type { Plan } from "../plan/plan";
import { isDrawnElsewhere, isFarAway } from "./drawn-first";
import { imageryKind } from "./imagery-kinds";
import { canChooseMedium, chooseMedia, type MediaOfView, type Medium } from "./media";
import type { Preview } from "./types";
import type { SeatPane } from "./use-seat-pane";

export type Media = {
  /** What each view shows. */
  shown: readonly Medium[];
  /** Whether the buyer can choose between picture and drawing. */
  canChoose: boolean;
  /** Whether drawings can be shown at all. */
  canDraw: boolean;
  choose: (medium: Medium) => void;
  toggle: () => void;
  /** Says that a picture could not be loaded, so that the drawing is shown instead. */
  pictureFailed: (url: string) => void;
  drawingFailed: () => void;
};

/** `plan` is undefined while it is being loaded: then a drawing is possible. */
export function useMedia(panes: readonly SeatPane[], plan: Plan | null | undefined, hasGraphics: boolean): Media {
  const [chosen, choose] = useState<Medium | null>(null);
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const [cannotDraw, setCannotDraw] = useState(false);
  const canDraw = hasGraphics && !cannotDraw && plan !== null;
  const views = panes.flatMap(({ preview }) => (preview === null ? [] : [mediaOf(preview, failed, canDraw)]));
  const shown = chooseMedia(views, chosen);
  return {
    shown,
    canChoose: views.length === panes.length && plan !== undefined && canChooseMedium(views),
    canDraw,
    choose,
    toggle: () => choose(shown[0] === "drawing" ? "picture" : "drawing"),
    pictureFailed: useCallback((url) => setFailed((before) => new Set(before).add(url)), []),
    drawingFailed: useCallback(() => setCannotDraw(true), []),
  };
}

function mediaOf(preview: Preview, failed: ReadonlySet<string>, canDrawAny: boolean): MediaOfView {
  const { imagery, drawing } = preview;
  const canDraw = canDrawAny && drawing !== null;
  // Another seat's drawing is better than nothing, and worse than this seat's own.
  const hasPicture = imagery !== null && !failed.has(imagery.url) && !(canDraw && isDrawnElsewhere(preview));
  const picture = hasPicture ? (imageryKind(imagery.kind).isPhoto ? "photo" : "rendering") : null;
  return { picture, canDraw, isFar: isFarAway(preview) };
}

// One view from a seat: the picture or drawing, its caption, and a description if neither can be shown.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { WarningIcon } from "../design/icons";
import type { Plan } from "../plan/plan";
import { viewedSeat } from "../plan/previewed-seats";
import { imageryKind } from "./imagery-kinds";
import type { Locale } from "./locales";
import type { Messages } from "./messages/load";
import { attributionOf, provenanceText, seatText } from "./preview-text";
import type { RendererKind, Subject } from "./renderer";
import type { ErrorCode, Look, Preview } from "./types";
import type { SeatPane } from "./use-seat-pane";
import { lookAtFocus, middleBearing } from "./view-angles";
import { ViewController } from "./view-controller";

export type SeatViewProps = {
  pane: SeatPane;
  /** The plan: undefined while it is loading, null if there is none. */
  plan: Plan | null | undefined;
  messages: Messages;
  locale: Locale;
  reducedMotion: boolean;
  hasGraphics: boolean;
  /** Set if two views are compared: the name of this one, and whether moves change it. */
  compared: { name: string; isActive: boolean; onActivate: () => void } | null;
  controllerRef: (controller: ViewController | null) => void;
  descriptionId: string;
  onTurned: (seat: string) => void;
  onDrawn: (seat: string) => void;
  onFailed: (code: ErrorCode) => void;
};

export function SeatView(props: SeatViewProps) {
  const { pane, plan, messages, locale, compared } = props;
  const { preview } = pane;
  const [failed, setFailed] = useState<string | null>(null);
  const [cannotDraw, setCannotDraw] = useState(false);
  const [shownOf, setShown] = useState<Preview | null>(null);
  const host = useRef<HTMLDivElement>(null);
  const controller = useViewController(props, host, preview);

  const hasGraphics = props.hasGraphics && !cannotDraw;
  const hasPicture = preview?.imagery != null && failed !== preview.imagery.url;
  const isDrawn = preview !== null && (!hasPicture || pane.wantsDrawing);
  const look = useMemo(() => (preview === null ? null : lookOf(preview, isDrawn, plan)), [preview, isDrawn, plan]);
  const kind = preview === null ? null : kindOf(preview, isDrawn, hasGraphics, plan, look);

  useEffect(() => {
    if (controller === null || preview === null || kind === null || kind === "none" || look === null) return;
    const subject: Subject = {
      imagery: preview.imagery,
      place: viewedSeat(preview),
      look,
      plan: plan ?? null,
      middleBearingDeg: kind === "drawing" ? 0 : plan == null ? null : middleBearing(plan, preview),
    };
    controller.show(subject, kind).then(
      (isSeen) => {
        if (!isSeen) return;
        setShown(preview);
        if (kind === "drawing" && !hasPicture) props.onDrawn(preview.seat.key);
      },
      () => {
        props.onFailed(kind === "drawing" ? "drawing_failed" : "picture_failed");
        if (kind === "drawing") setCannotDraw(true);
        else setFailed(preview.imagery?.url ?? null);
      },
    );
  }, [controller, preview, kind, look, plan]);

  const isWaiting = pane.isBusy || (preview !== null && kind !== "none" && shownOf !== preview);
  const name = preview === null ? messages.title : `${messages.view} ${seatText(preview, messages)}`;
  return (
    <section class="view" aria-label={compared?.name ?? messages.title} data-active={compared?.isActive}>
      <div
        ref={host}
        class="stage"
        role="application"
        tabIndex={0}
        aria-label={`${name}. ${messages.viewKeys}`}
        aria-describedby={props.descriptionId}
        aria-busy={isWaiting}
        onFocus={compared?.onActivate}
        onPointerDown={compared?.onActivate}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || !controller?.press(event.key)) return;
          event.preventDefault();
        }}
      >
        {shownOf === null && preview !== null && <ImagePlaceholder preview={preview} renderer={kind} />}
      </div>
      {preview === null && !pane.isBusy && <p class="nothing-yet">{messages.chooseOnMap}</p>}
      {kind === "none" && preview !== null && (
        <DescriptionOnly preview={preview} messages={messages} hasGraphics={hasGraphics} />
      )}
      {isWaiting && <div class="waiting" role="progressbar" aria-label={messages.loading} />}
      {preview !== null && (
        <div class="caption">
          <div class="told-on-view">
            {compared !== null && <strong>{seatText(preview, messages)}</strong>}
            <Provenance preview={preview} messages={messages} locale={locale} isDrawn={isDrawn} />
          </div>
          {hasPicture && hasGraphics && plan != null && (
            <ViewKindButtons pane={pane} preview={preview} messages={messages} isShort={compared !== null} />
          )}
        </div>
      )}
    </section>
  );
}

/** Creates the view controller once the first preview is known. */
function useViewController(
  props: SeatViewProps,
  host: { current: HTMLDivElement | null },
  preview: Preview | null,
): ViewController | null {
  const [controller, setController] = useState<ViewController | null>(null);
  const latest = useRef({ props, preview });
  latest.current = { props, preview };
  const autoRotate = preview?.viewerDefaults.autoRotate ?? false;
  const isKnown = preview !== null;

  useEffect(() => {
    if (host.current === null || !isKnown) return;
    const made = new ViewController(host.current, {
      reducedMotion: props.reducedMotion,
      autoRotate,
      onTurned: () => latest.current.preview && latest.current.props.onTurned(latest.current.preview.seat.key),
      onFailed: () => latest.current.props.onFailed("picture_failed"),
      direction: latest.current.props.pane.direction,
    });
    setController(made);
    latest.current.props.controllerRef(made);
    return () => {
      latest.current.props.controllerRef(null);
      made.dispose();
    };
  }, [isKnown, autoRotate, props.reducedMotion]);

  return controller;
}

/** Shows the small image flat until its renderer has loaded. */
function ImagePlaceholder({ preview, renderer }: { preview: Preview; renderer: RendererKind | "none" | null }) {
  const { imagery, orientation } = preview;
  if (imagery === null || imagery.previewUrl === null) return null;
  const kind = imageryKind(imagery.kind);
  if (kind.placeholderPosition === null || kind.renderer !== renderer) return null;
  const backgroundPosition = kind.placeholderPosition(orientation);
  return <div class="coarse" style={{ backgroundImage: `url("${imagery.previewUrl}")`, backgroundPosition }} />;
}

function Provenance(props: { preview: Preview; messages: Messages; locale: Locale; isDrawn: boolean }) {
  const { preview, messages, locale, isDrawn } = props;
  const attribution = attributionOf(preview, isDrawn);
  return (
    <p class="provenance">
      {provenanceText(preview, messages, locale, isDrawn)}
      {attribution !== null && <span class="attribution"> · {attribution}</span>}
    </p>
  );
}

/** The buttons that choose between picture and drawing. Compared views have space for one button only. */
function ViewKindButtons({
  pane,
  preview,
  messages,
  isShort,
}: {
  pane: SeatPane;
  preview: Preview;
  messages: Messages;
  isShort: boolean;
}) {
  if (preview.imagery === null) return null;
  const picture = messages.imagery[preview.imagery.kind];
  return (
    <div class="choice" role="group" aria-label={messages.viewKind}>
      {!isShort && (
        <button type="button" aria-pressed={!pane.wantsDrawing} onClick={() => pane.setDrawing(false)}>
          {picture}
        </button>
      )}
      <button
        type="button"
        aria-pressed={pane.wantsDrawing}
        onClick={() => pane.setDrawing(!isShort || !pane.wantsDrawing)}
      >
        {messages.drawing}
      </button>
    </div>
  );
}

function DescriptionOnly({
  preview,
  messages,
  hasGraphics,
}: {
  preview: Preview;
  messages: Messages;
  hasGraphics: boolean;
}) {
  return (
    <div class="in-words">
      <WarningIcon />
      {!hasGraphics && <p class="soft">{messages.noWebGl}</p>}
      <p>{preview.description}</p>
    </div>
  );
}

function lookOf(preview: Preview, isDrawn: boolean, plan: Plan | null | undefined): Look | null {
  if (!isDrawn) return preview.orientation;
  if (plan == null) return null;
  return lookAtFocus(plan, viewedSeat(preview), preview.orientation.fov);
}

/** Chooses the renderer. `none` means that the view can only be described; null, that this is not known yet. */
function kindOf(
  preview: Preview,
  isDrawn: boolean,
  hasGraphics: boolean,
  plan: Plan | null | undefined,
  look: Look | null,
): RendererKind | "none" | null {
  if (!isDrawn && preview.imagery !== null) {
    const { renderer, rendererWithoutWebGl } = imageryKind(preview.imagery.kind);
    return hasGraphics ? renderer : rendererWithoutWebGl;
  }
  if (!hasGraphics || plan === null) return "none";
  if (plan === undefined) return null;
  return look === null ? "none" : "drawing";
}

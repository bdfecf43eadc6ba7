// One view from a seat: the picture or drawing, its caption, and a description if neither can be shown.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { WarningIcon } from "../design/icons";
import type { Plan } from "../plan/plan";
import { viewedSeat } from "../plan/previewed-seats";
import { NoGraphics } from "../view/no-graphics";
import { DrawingAssumptions } from "./drawing-assumptions";
import { imageryKind } from "./imagery-kinds";
import type { Locale } from "./locales";
import type { Medium } from "./media";
import { MediumChoice } from "./medium-choice";
import type { Messages } from "./messages";
import { middleBearing } from "./middle-bearing";
import { type Moves, NeighbourButtons } from "./neighbour-buttons";
import { attributionOf, descriptionOf, provenanceText, seatText } from "./preview-text";
import type { Headset, LookPast, RendererKind, Subject } from "./renderer";
import { chooseRenderer } from "./renderer-choice";
import { StillPlaceholder, stillText, usePaintedImage } from "./still-placeholder";
import type { ErrorCode, Preview } from "./types";
import type { Media } from "./use-media";
import { useModule } from "./use-module";
import type { SeatPane } from "./use-seat-pane";
import { ViewController } from "./view-controller";

export type SeatViewProps = {
  pane: SeatPane;
  /** The plan: undefined while it is loading, null if there is none. */
  plan: Plan | null | undefined;
  messages: Messages;
  locale: Locale;
  reducedMotion: boolean;
  hasGraphics: boolean;
  /** Whether the picture or the drawing is shown. */
  medium: Medium;
  media: Media;
  /** Set if two views are compared: the name of this one, and whether moves change it. */
  compared: { name: string; isActive: boolean; onActivate: () => void } | null;
  /** Whether the map lies over it. */
  isBehind: boolean;
  /** Where the arrows on this view lead; null if it has none. */
  moves: Moves | null;
  controllerRef: (controller: ViewController | null) => void;
  descriptionId: string;
  onTurned: (seat: string) => void;
  /** Called when the view of a seat has become visible, or its description where there is no view. */
  onShown: () => void;
  onDrawn: (seat: string) => void;
  onFailed: (code: ErrorCode) => void;
  /** Called when the browser has no WebGL, or lost it for good. */
  onNoGraphics: () => void;
};

export function SeatView(props: SeatViewProps) {
  const { pane, plan, messages, locale, compared } = props;
  // What becomes known of a view later changes its words alone: the picture stays as somebody has turned it.
  const preview = useMemo(() => pane.preview, [pane.shownCount]);
  const [shownOf, setShown] = useState<Preview | null>(null);
  const [lookPast, setLookPast] = useState<LookPast | null>(null);
  const past = useModule(lookPast !== null, () => import("./look-past-button"));
  const [headset, setHeadset] = useState<Headset | null>(null);
  const headsets = useModule(headset !== null && "xr" in navigator, () => import("./headset-button"));
  const host = useRef<HTMLDivElement>(null);
  /** The preview that was shown first: later ones are drawn at once. */
  const first = useRef<Preview | null>(null);
  first.current ??= preview;
  const [progress, setProgress] = useState<number | null>(null);
  const controller = useViewController(props, host, preview, setProgress);

  const { media } = props;
  const isDrawn = props.medium === "drawing";
  const look = (isDrawn ? preview?.drawing?.orientation : preview?.orientation) ?? null;
  const { hasGraphics } = props;
  const kind =
    preview === null ? null : chooseRenderer(preview, { isDrawn, hasGraphics, canDraw: media.canDraw, plan });

  // A picture does not need the plan, and must not be shown again when it arrives.
  const drawnPlan = kind === "drawing" ? (plan ?? null) : null;
  // Before the browser paints the words about another seat: its picture would come a frame later than they do.
  useLayoutEffect(() => {
    if (controller === null || preview === null || kind === null || kind === "none" || look === null) return;
    const subject: Subject = {
      imagery: preview.imagery,
      place: viewedSeat(preview),
      look,
      plan: drawnPlan,
      hasStill: kind === "drawing" && preview === first.current && preview.drawing?.still?.from === null,
      middleBearingDeg: kind === "drawing" ? 0 : middleBearing(preview),
    };
    setLookPast(null);
    setProgress(null);
    controller.show(subject, kind).then(
      (isSeen) => {
        if (!isSeen) return;
        setShown(preview);
        setLookPast(controller.lookPast);
        setHeadset(controller.headset);
        props.onShown();
        if (kind === "drawing" && preview.imagery === null) props.onDrawn(preview.seat.key);
      },
      (failure) => {
        if (failure instanceof NoGraphics) {
          props.onNoGraphics();
          return;
        }
        props.onFailed(kind === "drawing" ? "drawing_failed" : "picture_failed");
        if (kind === "drawing") media.drawingFailed();
        else if (preview.imagery !== null) media.pictureFailed(preview.imagery.url);
      },
    );
  }, [controller, preview, kind, look, drawnPlan]);
  useEffect(() => {
    if (kind === "none") props.onShown();
  }, [kind]);

  const isWaiting = pane.isBusy || (preview !== null && kind !== "none" && shownOf !== preview);
  const name = preview === null ? messages.title : messages.view(seatText(preview, messages));
  return (
    <section
      class="view"
      aria-label={compared?.name ?? messages.title}
      data-active={compared?.isActive}
      inert={props.isBehind}
    >
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
        {preview !== null && preview === first.current && isDrawn && kind !== "none" && (
          <StillPlaceholder preview={preview} isLineFree={progress !== null} />
        )}
        {shownOf === null && preview !== null && <ImagePlaceholder preview={preview} renderer={kind} />}
      </div>
      {kind === "none" && preview !== null && (
        <DescriptionOnly {...{ messages, isDrawn, hasGraphics }} preview={pane.preview ?? preview} />
      )}
      {isWaiting && <ProgressBar label={messages.loading} part={pane.isBusy ? null : progress} />}
      {preview !== null && (
        <div class="caption">
          <div class="told-on-view">
            {compared !== null && <strong>{seatText(preview, messages)}</strong>}
            {kind !== "none" && (
              <Provenance {...{ preview, messages, locale, isDrawn }} isStill={isDrawn && shownOf === null} />
            )}
            {kind === "drawing" && plan != null && <DrawingAssumptions plan={plan} messages={messages} />}
          </div>
          {past !== null && lookPast !== null && (
            <past.LookPastButton
              lookPast={lookPast}
              sightline={(pane.preview ?? preview).sightline}
              messages={messages}
            />
          )}
          {headsets !== null && headset !== null && kind !== "none" && compared === null && (
            <headsets.HeadsetButton headset={headset} messages={messages} />
          )}
          {compared === null && <MediumChoice preview={preview} media={media} messages={messages} />}
          {props.moves !== null && <NeighbourButtons moves={props.moves} messages={messages} onMove={pane.show} />}
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
  onProgress: (part: number) => void,
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
      onFailed: (kind) => {
        latest.current.props.onFailed(kind === "drawing" ? "drawing_failed" : "picture_failed");
        if (kind === "drawing") latest.current.props.onNoGraphics();
      },
      onProgress,
      renewImagery: async () => (await latest.current.props.pane.renew())?.imagery ?? null,
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
  const kind = imagery === null ? null : imageryKind(imagery.kind);
  const isShown = imagery !== null && kind?.renderer === renderer && kind?.placeholderPosition !== null;
  usePaintedImage(isShown ? imagery.previewUrl : null);
  if (!isShown || imagery.previewUrl === null) return null;
  const backgroundPosition = kind?.placeholderPosition?.(orientation);
  return <div class="coarse" style={{ backgroundImage: `url("${imagery.previewUrl}")`, backgroundPosition }} />;
}

/** A bar over the view: as long as the part of the work that is done, or moving while that is not known. */
function ProgressBar({ label, part }: { label: string; part: number | null }) {
  const percent = part === null ? undefined : Math.round(part * 100);
  return (
    <div
      class="waiting"
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      style={part === null ? {} : { "--done": part }}
    />
  );
}

function Provenance(props: {
  preview: Preview;
  messages: Messages;
  locale: Locale;
  isDrawn: boolean;
  /** Whether the still is shown, which may be that of another seat. */
  isStill: boolean;
}) {
  const { preview, messages, locale, isDrawn, isStill } = props;
  const attribution = attributionOf(preview, isDrawn);
  return (
    <p class="provenance">
      {(isStill ? stillText(preview, messages) : null) ?? provenanceText(preview, messages, locale, isDrawn)}
      {attribution !== null && (
        <span class="attribution">
          {" · "}
          <bdi>{attribution}</bdi>
        </span>
      )}
    </p>
  );
}

function DescriptionOnly({
  preview,
  messages,
  isDrawn,
  hasGraphics,
}: {
  preview: Preview;
  messages: Messages;
  isDrawn: boolean;
  hasGraphics: boolean;
}) {
  return (
    <div class="in-words" tabIndex={0}>
      <WarningIcon />
      {!hasGraphics && <p class="soft">{messages.noWebGl}</p>}
      <p>{descriptionOf(preview, isDrawn)}</p>
    </div>
  );
}

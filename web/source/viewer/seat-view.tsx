// One view: the stage, what is on it, whose it is, and what is said while nothing is to be seen.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { WarningIcon } from "../design/icons";
import type { Plan } from "../plan/plan";
import type { Words } from "./messages";
import { attributionOf, placeInWords, provenanceInWords } from "./preview-text";
import type { PainterKind, Subject } from "./renderer";
import type { Locale, Look, Preview, Theme } from "./types";
import type { Pane } from "./use-seat-pane";
import { lookAtFocus } from "./view-angles";
import { Stage } from "./view-controller";

export type ViewProps = {
  pane: Pane;
  /** Undefined: it has not come yet. Null: there is none. */
  plan: Plan | null | undefined;
  words: Words;
  locale: Locale;
  theme: Theme;
  reducedMotion: boolean;
  hasGraphics: boolean;
  /** Of two compared views: which one, and whether moves change it. */
  compared: { name: string; isActive: boolean; onActivate: () => void } | null;
  stageRef: (stage: Stage | null) => void;
  descriptionId: string;
  onTurned: (seat: string) => void;
  onDrawn: (seat: string) => void;
  onFailed: (failure: unknown) => void;
};

export function View(props: ViewProps) {
  const { pane, plan, words, locale, compared } = props;
  const { preview } = pane;
  const [failed, setFailed] = useState<string | null>(null);
  const [cannotDraw, setCannotDraw] = useState(false);
  const [shownOf, setShown] = useState<Preview | null>(null);
  const host = useRef<HTMLDivElement>(null);
  const stage = useStage(props, host, preview);

  const hasGraphics = props.hasGraphics && !cannotDraw;
  const hasPicture = preview?.imagery != null && failed !== preview.imagery.url;
  const isDrawn = preview !== null && (!hasPicture || pane.wantsDrawing);
  const look = useMemo(() => (preview === null ? null : lookOf(preview, isDrawn, plan)), [preview, isDrawn, plan]);
  const kind = preview === null ? null : kindOf(preview, isDrawn, hasGraphics, plan, look);

  useEffect(() => {
    if (stage === null || preview === null || kind === null || kind === "none" || look === null) return;
    const { section, row, seat, key } = preview.seat;
    const subject: Subject = { imagery: preview.imagery, place: { section, row, seat }, look, plan: plan ?? null };
    stage.show(subject, kind).then(
      (isSeen) => {
        if (!isSeen) return;
        setShown(preview);
        if (kind === "drawing" && !hasPicture) props.onDrawn(key);
      },
      (failure: unknown) => {
        props.onFailed(failure);
        if (kind === "drawing") setCannotDraw(true);
        else setFailed(preview.imagery?.url ?? null);
      },
    );
  }, [stage, preview, kind, look, plan]);

  const isWaiting = pane.isBusy || (preview !== null && kind !== "none" && shownOf !== preview);
  const name = preview === null ? words.title : `${words.view} ${placeInWords(preview, words)}`;
  return (
    <section class="view" aria-label={compared?.name ?? words.title} data-active={compared?.isActive}>
      <div
        ref={host}
        class="stage"
        role="application"
        tabIndex={0}
        aria-label={`${name}. ${words.viewKeys}`}
        aria-describedby={props.descriptionId}
        aria-busy={isWaiting}
        onFocus={compared?.onActivate}
        onPointerDown={compared?.onActivate}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || !stage?.press(event.key)) return;
          event.preventDefault();
        }}
      >
        {shownOf === null && kind === "panorama" && preview !== null && <Coarse preview={preview} />}
      </div>
      {preview === null && !pane.isBusy && <p class="nothing-yet">{words.chooseOnMap}</p>}
      {kind === "none" && preview !== null && <InWords preview={preview} words={words} hasGraphics={hasGraphics} />}
      {isWaiting && <div class="waiting" role="progressbar" aria-label={words.loading} />}
      {preview !== null && (
        <div class="caption">
          <div class="told-on-view">
            {compared !== null && <strong>{placeInWords(preview, words)}</strong>}
            <Provenance preview={preview} words={words} locale={locale} isDrawn={isDrawn} />
          </div>
          {hasPicture && hasGraphics && plan != null && (
            <KindChoice pane={pane} preview={preview} words={words} isShort={compared !== null} />
          )}
        </div>
      )}
    </section>
  );
}

/** Made once, and for the whole life of the view. */
function useStage(props: ViewProps, host: { current: HTMLDivElement | null }, preview: Preview | null): Stage | null {
  const [stage, setStage] = useState<Stage | null>(null);
  const latest = useRef({ props, preview });
  latest.current = { props, preview };
  const autoRotate = preview?.viewerDefaults.autoRotate ?? false;
  const isKnown = preview !== null;

  useEffect(() => {
    if (host.current === null || !isKnown) return;
    const made = new Stage(host.current, {
      theme: latest.current.props.theme,
      reducedMotion: props.reducedMotion,
      autoRotate,
      onTurned: () => latest.current.preview && latest.current.props.onTurned(latest.current.preview.seat.key),
      onFailed: (failure) => latest.current.props.onFailed(failure),
    });
    setStage(made);
    latest.current.props.stageRef(made);
    return () => {
      latest.current.props.stageRef(null);
      made.dispose();
    };
  }, [isKnown, autoRotate, props.reducedMotion]);

  useEffect(() => stage?.setTheme(props.theme), [stage, props.theme]);
  return stage;
}

/** The small picture on a plane, until the script that bends it has come. */
function Coarse({ preview }: { preview: Preview }) {
  const url = preview.imagery?.previewUrl ?? null;
  if (url === null) return null;
  const { yaw, pitch } = preview.orientation;
  const position = `${50 + yaw / 3.6}% ${50 - pitch / 1.8}%`;
  return <div class="coarse" style={{ backgroundImage: `url("${url}")`, backgroundPosition: position }} />;
}

function Provenance(props: { preview: Preview; words: Words; locale: Locale; isDrawn: boolean }) {
  const { preview, words, locale, isDrawn } = props;
  const attribution = attributionOf(preview, isDrawn);
  return (
    <p class="provenance">
      {provenanceInWords(preview, words, locale, isDrawn)}
      {attribution !== null && <span class="attribution"> · {attribution}</span>}
    </p>
  );
}

/** Where two views share the screen, one button has to do. */
function KindChoice({
  pane,
  preview,
  words,
  isShort,
}: {
  pane: Pane;
  preview: Preview;
  words: Words;
  isShort: boolean;
}) {
  const picture = preview.imagery?.kind === "panorama" ? words.panorama : words.photo;
  return (
    <div class="choice" role="group" aria-label={words.viewKind}>
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
        {words.drawing}
      </button>
    </div>
  );
}

function InWords({ preview, words, hasGraphics }: { preview: Preview; words: Words; hasGraphics: boolean }) {
  return (
    <div class="in-words">
      <WarningIcon />
      {!hasGraphics && <p class="soft">{words.noWebGl}</p>}
      <p>{preview.description}</p>
    </div>
  );
}

function lookOf(preview: Preview, isDrawn: boolean, plan: Plan | null | undefined): Look | null {
  if (!isDrawn) return preview.orientation;
  if (plan == null) return null;
  const { section, row, seat } = preview.seat;
  return lookAtFocus(plan, { section, row, seat }, preview.orientation.fov);
}

/** `none`: the view can only be told in words. Null: it is not known yet. */
function kindOf(
  preview: Preview,
  isDrawn: boolean,
  hasGraphics: boolean,
  plan: Plan | null | undefined,
  look: Look | null,
): PainterKind | "none" | null {
  if (!isDrawn) return preview.imagery?.kind === "panorama" && hasGraphics ? "panorama" : "flat";
  if (!hasGraphics || plan === null) return "none";
  if (plan === undefined) return null;
  return look === null ? "none" : "drawing";
}

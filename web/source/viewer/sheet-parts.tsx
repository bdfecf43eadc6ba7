// What is told beside the view: the place, how one sees from it, where to go next.
import { useRef } from "preact/hooks";
import { ForwardIcon, WarningIcon } from "../design/icons";
import type { Words } from "./messages";
import { factsOf, placed } from "./preview-text";
import { type Locale, type Preview, SIDES } from "./types";
import type { CallToAction } from "./url-fragment";
import type { Pane } from "./use-seat-pane";

const SWIPE_PIXELS_MIN = 24;

/** Of two compared seats, each has a title below the page's own. */
export function Title({
  preview,
  words,
  level: Heading = "h1",
}: {
  preview: Preview | null;
  words: Words;
  level?: "h1" | "h2";
}) {
  if (preview === null) return <Heading>{words.title}</Heading>;
  const { section, rest } = placed(preview, words);
  return (
    <div class="title">
      <Heading>
        <span aria-hidden="true">{section}</span>
        <span class="visually-hidden">{[section, ...rest].join(", ")}</span>
      </Heading>
      <p class="where">
        {rest.map((part) => (
          <span key={part} aria-hidden="true">
            {part}
          </span>
        ))}
        {preview.seat.levelName && <span class="soft">{preview.seat.levelName}</span>}
      </p>
    </div>
  );
}

export function Moves({ pane, words }: { pane: Pane; words: Words }) {
  const neighbours = pane.preview?.neighbours;
  return (
    <div class="moves" role="group" aria-label={words.moves}>
      {SIDES.map((side) => {
        const key = neighbours?.[side] ?? null;
        return (
          <button
            key={side}
            type="button"
            class="move"
            data-side={side}
            aria-label={words.move[side]}
            aria-disabled={key === null}
            onClick={() => key !== null && pane.show(key)}
          >
            <ForwardIcon />
            <span aria-hidden="true">{words.sides[side]}</span>
          </button>
        );
      })}
    </div>
  );
}

export function Facts({ preview, words, locale }: { preview: Preview; words: Words; locale: Locale }) {
  const facts = factsOf(preview, words, locale);
  if (facts.length === 0) return null;
  return (
    <dl class="facts">
      {facts.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {note !== null && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Problem({ pane, words }: { pane: Pane; words: Words }) {
  const { problem, asked, show } = pane;
  if (problem === null) return null;
  return (
    <div class="note note-danger" role="alert">
      <WarningIcon />
      <div>
        <p>{words.problems[problem] ?? words.problems.other}</p>
        {asked !== null && (problem === "unreachable" || problem === "rate_limited" || problem === "other") && (
          <button type="button" class="button button-small" onClick={() => show(asked)}>
            {words.tryAgain}
          </button>
        )}
      </div>
    </div>
  );
}

/** Which of the two views is changed by moves and map, and what is said about each. */
export function ComparedSeat(props: {
  pane: Pane;
  name: string;
  descriptionId: string;
  isActive: boolean;
  onActivate: () => void;
  words: Words;
  locale: Locale;
}) {
  const { pane, name, descriptionId, isActive, onActivate, words, locale } = props;
  const { preview } = pane;
  return (
    <section class="compared" aria-label={name} data-active={isActive}>
      <Title preview={preview} words={words} level="h2" />
      <Problem pane={pane} words={words} />
      {preview !== null && <Facts preview={preview} words={words} locale={locale} />}
      <p id={descriptionId} class="description">
        {preview?.description}
      </p>
      {isActive ? (
        <p class="soft small">{words.active}</p>
      ) : (
        <button type="button" class="button" onClick={onActivate}>
          {words.choose}
        </button>
      )}
    </section>
  );
}

export function BuyButton({
  callToAction,
  words,
  onClick,
}: {
  callToAction: CallToAction;
  words: Words;
  onClick: () => void;
}) {
  return (
    <a class="button button-primary buy" href={callToAction.url} target="_blank" rel="noopener" onClick={onClick}>
      {callToAction.label ?? words.buy}
      <span class="visually-hidden"> ({words.newTab})</span>
    </a>
  );
}

/** Opens and shuts the sheet on a phone, by a touch or by a swipe. */
export function Handle({
  isOpen,
  controls,
  words,
  onChange,
}: {
  isOpen: boolean;
  controls: string;
  words: Words;
  onChange: (isOpen: boolean) => void;
}) {
  const start = useRef<number | null>(null);
  const wasSwiped = useRef(false);
  return (
    <button
      type="button"
      class="handle"
      aria-expanded={isOpen}
      aria-controls={controls}
      onPointerDown={(event) => {
        start.current = event.clientY;
        wasSwiped.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={(event) => {
        const moved = event.clientY - (start.current ?? event.clientY);
        wasSwiped.current = Math.abs(moved) > SWIPE_PIXELS_MIN;
        if (wasSwiped.current) onChange(moved < 0);
      }}
      onClick={() => !wasSwiped.current && onChange(!isOpen)}
    >
      <span class="visually-hidden">{isOpen ? words.less : words.more}</span>
    </button>
  );
}

// The parts of the sheet: the seat's title, its facts, and buttons to its neighbours.
import { useRef } from "preact/hooks";
import { ForwardIcon, WarningIcon } from "../design/icons";
import type { Locale } from "./locales";
import { type Messages, problemSentence } from "./messages/load";
import { factsOf, seatName } from "./preview-text";
import { type CallToAction, type Preview, SIDES } from "./types";
import type { SeatPane } from "./use-seat-pane";

const SWIPE_PIXELS_MIN = 24;

/** The title of a seat. Compared seats have a heading of level 2 each. */
export function SeatTitle({
  preview,
  messages,
  level: Heading = "h1",
}: {
  preview: Preview | null;
  messages: Messages;
  level?: "h1" | "h2";
}) {
  if (preview === null) return <Heading>{messages.title}</Heading>;
  const { section, rest } = seatName(preview, messages);
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

export function NeighbourButtons({ pane, messages }: { pane: SeatPane; messages: Messages }) {
  const neighbours = pane.preview?.neighbours;
  return (
    <div class="moves" role="group" aria-label={messages.moves}>
      {SIDES.map((side) => {
        const key = neighbours?.[side] ?? null;
        return (
          <button
            key={side}
            type="button"
            class="move"
            data-side={side}
            aria-label={messages.move[side]}
            aria-disabled={key === null}
            onClick={() => key !== null && pane.show(key)}
          >
            <ForwardIcon />
            <span aria-hidden="true">{messages.sides[side]}</span>
          </button>
        );
      })}
    </div>
  );
}

export function SightlineFacts({
  preview,
  messages,
  locale,
}: {
  preview: Preview;
  messages: Messages;
  locale: Locale;
}) {
  const facts = factsOf(preview, messages, locale);
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

export function PaneProblem({ pane, messages }: { pane: SeatPane; messages: Messages }) {
  const { problem, asked, show } = pane;
  if (problem === null) return null;
  return (
    <div class="note note-danger" role="alert">
      <WarningIcon />
      <div>
        <p>{problemSentence(messages, problem)}</p>
        {asked !== null && (problem === "unreachable" || problem === "rate_limited" || problem === "other") && (
          <button type="button" class="button button-small" onClick={() => show(asked)}>
            {messages.tryAgain}
          </button>
        )}
      </div>
    </div>
  );
}

/** One of two compared seats: its facts and description, and a button that makes it the one that is changed. */
export function ComparedSeat(props: {
  pane: SeatPane;
  name: string;
  descriptionId: string;
  isActive: boolean;
  onActivate: () => void;
  messages: Messages;
  locale: Locale;
}) {
  const { pane, name, descriptionId, isActive, onActivate, messages, locale } = props;
  const { preview } = pane;
  return (
    <section class="compared" aria-label={name} data-active={isActive}>
      <SeatTitle preview={preview} messages={messages} level="h2" />
      <PaneProblem pane={pane} messages={messages} />
      {preview !== null && <SightlineFacts preview={preview} messages={messages} locale={locale} />}
      <p id={descriptionId} class="description">
        {preview?.description}
      </p>
      {isActive ? (
        <p class="soft small">{messages.active}</p>
      ) : (
        <button type="button" class="button" onClick={onActivate}>
          {messages.choose}
        </button>
      )}
    </section>
  );
}

export function BuyButton({
  callToAction,
  name,
  messages,
  onClick,
}: {
  callToAction: CallToAction;
  /** The button's text, unless the shop has one of its own. */
  name: string;
  messages: Messages;
  onClick: () => void;
}) {
  return (
    <a class="button button-primary buy" href={callToAction.url} target="_blank" rel="noopener" onClick={onClick}>
      {callToAction.label || name}
      <span class="visually-hidden"> ({messages.newTab})</span>
    </a>
  );
}

/** The handle that opens and closes the sheet on a phone, by a tap or a swipe. */
export function SheetHandle({
  isOpen,
  controls,
  messages,
  onChange,
}: {
  isOpen: boolean;
  controls: string;
  messages: Messages;
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
      <span class="visually-hidden">{isOpen ? messages.less : messages.more}</span>
    </button>
  );
}

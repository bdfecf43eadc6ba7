// The parts of the sheet: the seat's title, its facts, and the button that leads to the shop.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { WarningIcon } from "../design/icons";
import type { Locale } from "./locales";
import type { Messages } from "./messages";
import { factsOf, seatName } from "./preview-text";
import { RestrictionNotice, restrictionOf } from "./restriction";
import { problemText } from "./seat-problem";
import type { Preview } from "./types";
import type { SeatPane } from "./use-seat-pane";

const SWIPE_PIXELS_MIN = 24;
/** The problems that may be gone at the next try. */
const RETRIED = new Set(["unreachable", "rate_limited", "other"]);

/** The venue and the seat. What the seat has stands below its name. */
export function SeatTitle({
  preview,
  messages,
  children,
}: {
  preview: Preview | null;
  messages: Messages;
  children?: ComponentChildren;
}) {
  if (preview === null) {
    return (
      <div class="title">
        <h1>{messages.title}</h1>
      </div>
    );
  }
  const { section, rest, lang } = seatName(preview, messages);
  const { levelName, levelNameLocale } = preview.seat;
  // "Floor 3, Floor" would repeat the level.
  const hasLevel = levelName && !section.toLowerCase().includes(levelName.toLowerCase());
  return (
    <div class="title">
      <p class="venue-name">
        <bdi>{preview.venue.name}</bdi>
      </p>
      <h1>
        <span aria-hidden="true" lang={lang} dir="auto">
          {section}
        </span>
        <span class="visually-hidden">
          <span lang={lang}>{section}</span>
          {rest.map((part) => `, ${part}`).join("")}
        </span>
      </h1>
      <p class="where">
        {rest.map((part) => (
          <span key={part} aria-hidden="true">
            {part}
          </span>
        ))}
        {hasLevel && (
          <span class="soft" lang={levelNameLocale} dir="auto">
            {levelName}
          </span>
        )}
      </p>
      {children}
    </div>
  );
}

/** What matters most, on the first rest of the sheet: a restriction, the distance, and what is in the way. */
export function AtAGlance({ preview, messages, locale }: { preview: Preview; messages: Messages; locale: Locale }) {
  const facts = factsOf(preview, messages, locale);
  const isRestricted = restrictionOf(preview) !== null;
  const shown = isRestricted
    ? facts.slice(0, 1)
    : facts.filter((_, index) => index === 0 || index === facts.length - 1);
  return (
    <>
      <RestrictionNotice preview={preview} messages={messages} />
      <p class="glance">
        {shown.map(({ name, value }) => (
          <span key={name}>
            {name} <strong>{value}</strong>
          </span>
        ))}
      </p>
    </>
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
      {facts.map(({ name, value, note, isRestricted }) => (
        <div key={name} class={isRestricted ? "is-restricted" : undefined}>
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
  const { problem, show } = pane;
  if (problem === null) return null;
  return (
    <div class="note note-danger" role="alert">
      <WarningIcon />
      <div>
        <p>{problemText(problem, messages)}</p>
        {problem.alternatives.length > 0 && (
          <div class="alternatives">
            {problem.alternatives.map(({ key, name }) => (
              <button key={key} type="button" class="button" onClick={() => show(key)}>
                {name}
              </button>
            ))}
          </div>
        )}
        {RETRIED.has(problem.code) && (
          <button type="button" class="button button-small" onClick={() => show(problem.asked)}>
            {messages.tryAgain}
          </button>
        )}
      </div>
    </div>
  );
}

export function BuyButton({
  address,
  name,
  about,
  messages,
  onClick,
}: {
  address: string;
  name: string;
  /** The seat that it is about, where more than one is shown. */
  about: string | null;
  messages: Messages;
  onClick: () => void;
}) {
  return (
    <a class="button button-primary buy" href={address} target="_blank" rel="noopener" onClick={onClick}>
      {name}
      {about !== null && <small class="buy-seat">{about}</small>}
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

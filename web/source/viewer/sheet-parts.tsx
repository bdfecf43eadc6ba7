// The parts of the sheet: the seat's title, its facts, and buttons to its neighbours.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { ForwardIcon, WarningIcon } from "../design/icons";
import type { Plan } from "../plan/plan";
import type { Locale } from "./locales";
import type { Messages } from "./messages/load";
import { factsOf, seatName } from "./preview-text";
import { problemText } from "./seat-problem";
import { type Preview, SIDES, type Side } from "./types";
import type { SeatPane } from "./use-seat-pane";

const SWIPE_PIXELS_MIN = 24;
/** The problems that may be gone at the next try. */
const RETRIED = new Set(["unreachable", "rate_limited", "other"]);
/** Asks the API for no configuration. */
const BARE_HALL = "none";

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
  if (preview === null) return <h1>{messages.title}</h1>;
  const { section, rest } = seatName(preview, messages);
  return (
    <div class="title">
      <p class="venue-name">{preview.venue.name}</p>
      <h1>
        <span aria-hidden="true">{section}</span>
        <span class="visually-hidden">{[section, ...rest].join(", ")}</span>
      </h1>
      <p class="where">
        {rest.map((part) => (
          <span key={part} aria-hidden="true">
            {part}
          </span>
        ))}
        {preview.seat.levelName && <span class="soft">{preview.seat.levelName}</span>}
      </p>
      {children}
    </div>
  );
}

/** The choice of a configuration, where the venue has several and the session leaves it open. */
export function ConfigurationSelect({
  plan,
  messages,
  onChange,
}: {
  plan: Plan;
  messages: Messages;
  onChange: (configuration: string) => void;
}) {
  const shown = plan.configuration?.id ?? BARE_HALL;
  return (
    <label class="configuration">
      <span>{messages.configuration}</span>
      <select class="input" value={shown} onChange={(event) => onChange(event.currentTarget.value)}>
        {plan.configuration === null && <option value={BARE_HALL}>{messages.bareHall}</option>}
        {plan.configurations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name ?? id}
          </option>
        ))}
      </select>
    </label>
  );
}

export function NeighbourButtons({
  pane,
  moves,
  messages,
}: {
  pane: SeatPane;
  /** Where the buttons lead: to the neighbours of the seat, or to the nearest seats on sale. */
  moves: Record<Side, string | null> | null;
  messages: Messages;
}) {
  return (
    <div class="moves" role="group" aria-label={messages.moves}>
      {SIDES.map((side) => {
        const key = moves?.[side] ?? null;
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
  closed,
  about,
  messages,
  onClick,
}: {
  address: string;
  name: string;
  /** Why the seat cannot be bought, in a word; null if it can. The button then leads nowhere. */
  closed: string | null;
  /** The seat that it is about, where more than one is shown. */
  about: string | null;
  messages: Messages;
  onClick: () => void;
}) {
  if (closed !== null) {
    return (
      <span class="button buy is-closed">
        {closed}
        {about !== null && <small class="buy-seat">{about}</small>}
      </span>
    );
  }
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

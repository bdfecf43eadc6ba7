// The ways to find a seat: a text field, the session's own seats, and the map.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { MapOffers } from "../plan/map-offers";
import { zoomable } from "../plan/map-zoom";
import { keyOfIds, type Plan } from "../plan/plan";
import { mapMarks, seatsOf } from "../plan/previewed-seats";
import { type MapView, VenueMap } from "../plan/venue-map";
import { whenPresented } from "../view/view-marks";
import { exampleSeat } from "./example-seat";
import { FIELD_ID, MAP_ID } from "./finder-focus";
import type { Locale } from "./locales";
import type { Messages } from "./messages";
import { nameOfSeats } from "./place-name";
import { SmallView } from "./small-view";
import type { Preview } from "./types";
import type { SeatPane } from "./use-seat-pane";
import { useSeatPeek } from "./use-seat-peek";

const LABEL_CHARACTERS_MAX = 512;

/** The text field for a seat as the ticket names it. `onSeatChosen` is called when a seat was entered. */
export function SeatField({
  pane,
  plan,
  messages,
  onSeatChosen,
}: {
  pane: SeatPane;
  plan: Plan | null;
  messages: Messages;
  onSeatChosen: () => void;
}) {
  const [text, setText] = useState("");
  const example = useMemo(() => (plan === null ? null : exampleSeat(plan, messages)), [plan, messages]);
  return (
    <form
      class="finder"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "") return;
        pane.show(text.trim());
        onSeatChosen();
      }}
    >
      <label for={FIELD_ID}>{messages.find}</label>
      <div class="finder-line">
        <input
          id={FIELD_ID}
          class="input"
          dir="auto"
          name="seat"
          autocomplete="off"
          spellcheck={false}
          maxLength={LABEL_CHARACTERS_MAX}
          placeholder={example ?? undefined}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button">
          {messages.show}
        </button>
      </div>
    </form>
  );
}

export function OwnSeats({
  seats,
  plan,
  pane,
  messages,
}: {
  seats: readonly string[];
  plan: Plan | null;
  pane: SeatPane;
  messages: Messages;
}) {
  if (seats.length < 2) return null;
  const shown = new Set(pane.preview === null ? [] : seatsOf(pane.preview).map(({ key }) => key));
  return (
    <div class="own-seats" role="group" aria-label={messages.yourSeats}>
      <span aria-hidden="true">{messages.yourSeats}</span>
      {seats.map((key) => (
        <button
          key={key}
          type="button"
          class="button"
          aria-current={shown.has(key) ? "true" : undefined}
          onClick={() => pane.show(key)}
        >
          {plan === null ? key.split("/").filter(Boolean).join(" · ") : nameOfSeats([key], plan, messages)}
        </button>
      ))}
    </div>
  );
}

/**
 * The map of the venue. If two views are compared, it shows where both are. A seat that is pointed at, or that a finger
 * rests on, shows a small view.
 */
export function FinderMap({
  plan,
  pane,
  other,
  isSecond,
  offers,
  messages,
  locale,
  ask,
  isLarge = false,
  onSeatChosen,
}: {
  plan: Plan;
  /** The view that the map changes. */
  pane: SeatPane;
  /** The other of two compared views. */
  other: SeatPane | null;
  /** Whether `pane` is the second of two compared views. */
  isSecond: boolean;
  offers: MapOffers | undefined;
  messages: Messages;
  locale: Locale;
  /** Returns the preview of a seat, for its small view. */
  ask: (seat: string) => Promise<Preview>;
  /** Whether the map is all that is shown. A section is then looked into, and its view shown for one of its seats. */
  isLarge?: boolean;
  onSeatChosen: () => void;
}) {
  const preview = useAfterView(pane.preview);
  const marks = useMemo(() => (preview === null ? {} : mapMarks(plan, preview)), [plan, preview]);
  const compared = useMemo(() => comparedView(plan, other, !isSecond), [plan, other, isSecond]);
  const frame = useRef<HTMLDivElement>(null);
  const [peeked, peek] = useSeatPeek(ask, frame);
  return (
    <div class="finder-map" ref={frame}>
      <VenueMap
        plan={plan}
        {...marks}
        direction={pane.direction}
        isSecond={isSecond}
        compared={compared}
        offers={offers}
        label={messages.map}
        messages={messages.venueMap}
        onPick={(section, row, seat) => {
          peek(null);
          if (isLarge && row === null && seat === null && zoomable(plan, section) !== null) return;
          const key = keyOfIds({ section, row, seat });
          pane.show(offers?.tableOf(key) ?? key);
          if (seat !== null || isLarge) onSeatChosen();
        }}
        onPeek={peek}
        isForBuyers
        isSmall={!isLarge}
      />
      {peeked !== null && (
        <div class="peeked-seat" style={peeked.style} aria-hidden="true">
          {peeked.preview !== null && <SmallView preview={peeked.preview} {...{ plan, messages, locale }} />}
          <strong>{peeked.name}</strong>
        </div>
      )}
    </div>
  );
}

/** Returns a preview once its view has had time for a first frame, which must not wait for the map. */
function useAfterView(preview: Preview | null): Preview | null {
  const [known, setKnown] = useState(preview);
  useEffect(() => {
    let isLatest = true;
    void whenPresented().then(() => isLatest && setKnown(preview));
    return () => {
      isLatest = false;
    };
  }, [preview]);
  return known;
}

function comparedView(plan: Plan, pane: SeatPane | null, isSecond: boolean): MapView | null {
  if (pane === null || pane.preview === null) return null;
  const { place, others, isRestricted } = mapMarks(plan, pane.preview);
  return place === null ? null : { place, others, direction: pane.direction, isSecond, isRestricted };
}

/** The map over the whole view: without a seat, and whenever the buyer wants it. */
export function LargeMap({
  legend,
  ...map
}: Omit<Parameters<typeof FinderMap>[0], "isLarge"> & {
  /** What the colours of the map mean. */
  legend: ComponentChildren;
}) {
  return (
    <section id={MAP_ID} class="large-map" tabIndex={-1} aria-label={map.messages.map}>
      {legend}
      <FinderMap {...map} isLarge />
    </section>
  );
}

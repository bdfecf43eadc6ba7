// The ways to find a seat: a text field, the session's own seats, and the map.
import { useMemo, useState } from "preact/hooks";
import type { MapOffers } from "../plan/map-offers";
import { keyOfIds, type Plan } from "../plan/plan";
import { mapMarks, seatsOf } from "../plan/previewed-seats";
import type { MapView } from "../plan/venue-map";
import type { Messages } from "./messages/load";
import type { SeatPane } from "./use-seat-pane";

const FIELD_ID = "seat-field";
const MAP_ID = "venue-map";
const LABEL_CHARACTERS_MAX = 512;

/** The text field for a seat as the ticket names it. `onSeatChosen` is called when a seat was entered. */
export function SeatField({
  pane,
  messages,
  onSeatChosen,
}: {
  pane: SeatPane;
  messages: Messages;
  onSeatChosen: () => void;
}) {
  const [text, setText] = useState("");
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
          name="seat"
          autocomplete="off"
          spellcheck={false}
          maxLength={LABEL_CHARACTERS_MAX}
          placeholder={messages.findHint}
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

export function OwnSeats({ seats, pane, messages }: { seats: readonly string[]; pane: SeatPane; messages: Messages }) {
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
          {key.split("/").filter(Boolean).join(" · ")}
        </button>
      ))}
    </div>
  );
}

/** The map of the venue. If two views are compared, it shows where both are. */
export function FinderMap({
  plan,
  pane,
  other,
  isSecond,
  VenueMap,
  offers,
  messages,
  onSeatChosen,
}: {
  plan: Plan;
  /** The view that the map changes. */
  pane: SeatPane;
  /** The other of two compared views. */
  other: SeatPane | null;
  /** Whether `pane` is the second of two compared views. */
  isSecond: boolean;
  /** Undefined until its script is loaded. */
  VenueMap: typeof import("../plan/venue-map").VenueMap | undefined;
  offers: MapOffers | undefined;
  messages: Messages;
  onSeatChosen: () => void;
}) {
  const { preview } = pane;
  const marks = useMemo(() => (preview === null ? {} : mapMarks(plan, preview)), [plan, preview]);
  const compared = useMemo(() => comparedView(plan, other, !isSecond), [plan, other, isSecond]);
  return (
    <section id={MAP_ID} class="map" tabIndex={-1} aria-label={messages.map}>
      {VenueMap !== undefined && (
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
            pane.show(keyOfIds({ section, row, seat }));
            if (seat !== null) onSeatChosen();
          }}
          isSmall
        />
      )}
    </section>
  );
}

function comparedView(plan: Plan, pane: SeatPane | null, isSecond: boolean): MapView | null {
  if (pane === null || pane.preview === null) return null;
  const { place, others, isRestricted } = mapMarks(plan, pane.preview);
  return place === null ? null : { place, others, direction: pane.direction, isSecond, isRestricted };
}

export function focusField(): void {
  document.getElementById(FIELD_ID)?.focus();
}

export function focusMap(): void {
  const map = document.getElementById(MAP_ID);
  map?.focus();
  map?.scrollIntoView({ block: "nearest" });
}

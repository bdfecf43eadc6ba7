// What the panel and the map show of offers: price and state of the seat, the button that chooses it, and the legend.
import type { ComponentChildren } from "preact";
import { useId, useMemo } from "preact/hooks";
import type { Offer } from "../../host-messages/offer";
import { priceColour } from "../../plan/map-offers";
import type { Preview } from "../types";
import "./offers.css";
import { summaryOfPlace } from "./offer-book";
import { colourOf } from "./price-classes";
import { offerText, priceText, summaryText } from "./prices";
import type { Choice, NamedSeats, Notice, OfferMessages, ShownOffers } from "./shown-offers";

/**
 * The price and state of the places that are shown, with the button that chooses and removes them, or the number of places of
 * an area, and, once they are chosen, the button that leads to the shop. Everything keeps its place when a seat is chosen: what
 * is not shown keeps its space, so that a second tap hits the same button. For seats that cannot be bought, it names some near
 * them that can.
 */
export function OfferPanel({
  offers,
  preview,
  callToAction,
  near,
  onShow,
}: {
  offers: ShownOffers;
  preview: Preview;
  /** The button that leads to the shop; null if there is none. */
  callToAction: ComponentChildren;
  near: (preview: Preview) => readonly NamedSeats[];
  onShow: (seat: string) => void;
}) {
  const { messages, locale, book } = offers;
  const choice = useMemo(() => offers.choiceOf(preview), [offers, preview]);
  const { keys, canBeChosen } = choice;
  const found = keys.map((key) => book.byKey.get(key) ?? null);
  const [first = null] = found;
  const isChosen = choice.count > 0;
  const closed = found.find((offer) => offer?.state !== "available");
  const place = useMemo(
    () => (first === null && preview.seat.seat === null ? summaryOfPlace(book, keys[0]) : null),
    [book, preview],
  );
  const free = useMemo(() => (canBeChosen ? [] : near(preview)), [near, preview, canBeChosen]);
  const notice = useMemo(() => offers.noticeOf(preview), [offers, preview]);
  return (
    <section class="offer" aria-label={messages.offer}>
      <p class="offer-text">
        {place !== null ? (
          <span class="offer-state">{summaryText(place, messages, locale)}</span>
        ) : closed !== undefined ? (
          <span class="offer-state">{offerText(closed, messages, locale)}</span>
        ) : (
          <>
            <strong>{totalText(found, locale)}</strong>
            {keys.length > 1 && <span> {messages.total}</span>}
            {first?.label != null && <span class="soft"> {first.label}</span>}
            {first?.free !== undefined && (
              <span class="soft offer-free"> {messages.onSale(first.free.toLocaleString(locale))}</span>
            )}
          </>
        )}
        {canBeChosen && choice.kind !== "area" && (
          <span class={`offer-chosen${isChosen ? "" : " is-off"}`}> ✓ {messages.chosen}</span>
        )}
      </p>
      {choice.kind === "area" && canBeChosen && (
        <NumberOfPlaces
          choice={choice}
          messages={messages}
          locale={locale}
          onChange={(count) => offers.setCount(preview, count)}
        />
      )}
      {choice.kind !== "area" && canBeChosen && (
        <ChooseButton choice={choice} messages={messages} onChoose={() => offers.choose(preview)} />
      )}
      {choice.isStanding && <p class="offer-note">{standingText(preview, messages, locale)}</p>}
      {choice.kind === "table" && <p class="offer-note">{messages.wholeTable}</p>}
      {callToAction !== null && <div class="offer-shop">{(isChosen || place !== null) && callToAction}</div>}
      {notice !== null && <OfferNotice notice={notice} messages={messages} onShow={onShow} />}
      {free.length > 0 && notice === null && (
        <SeatButtons lead={messages.near} seats={free} onTake={({ label }) => onShow(label)} />
      )}
    </section>
  );
}

function ChooseButton({
  choice,
  messages,
  onChoose,
}: {
  choice: Choice;
  messages: OfferMessages;
  onChoose: () => void;
}) {
  const isChosen = choice.count > 0;
  const [choose, remove] =
    choice.kind === "table"
      ? [messages.chooseTable, messages.removeTable]
      : choice.keys.length > 1
        ? [messages.chooseSeveral, messages.removeSeveral]
        : [messages.choose, messages.remove];
  return (
    <button type="button" class={`button offer-choose${isChosen ? "" : " button-primary buy"}`} onClick={onChoose}>
      <span class={isChosen ? "is-off" : undefined}>{choose}</span>
      <span class={isChosen ? undefined : "is-off"}>{remove}</span>
    </button>
  );
}

/** How many places of an area are chosen, between a button for one fewer and one for one more. */
function NumberOfPlaces({
  choice: { count, most },
  messages,
  locale,
  onChange,
}: {
  choice: Choice;
  messages: OfferMessages;
  locale: string;
  onChange: (count: number) => void;
}) {
  return (
    <div class="offer-number" role="group" aria-label={messages.places}>
      <button
        type="button"
        class="button"
        aria-label={messages.fewer}
        disabled={count === 0}
        onClick={() => onChange(Math.min(count - 1, most))}
      >
        −
      </button>
      <output class={count > 0 ? "is-chosen" : undefined} aria-live="polite">
        {count.toLocaleString(locale)}
      </output>
      <button
        type="button"
        class={`button${count === 0 ? " button-primary" : ""}`}
        aria-label={messages.more}
        disabled={count >= most}
        onClick={() => onChange(count + 1)}
      >
        +
      </button>
    </div>
  );
}

/** Why something cannot be chosen, or is lost, with what can be chosen instead. */
function OfferNotice({
  notice,
  messages,
  onShow,
}: {
  notice: Notice;
  messages: OfferMessages;
  onShow: (seat: string) => void;
}) {
  return (
    <div class="offer-notice note note-warn">
      <p>{notice.text}</p>
      {notice.askForWheelchair !== null && (
        <button type="button" class="button" onClick={notice.askForWheelchair}>
          {messages.askWheelchair}
        </button>
      )}
      {notice.instead.length > 0 && (
        <SeatButtons
          lead={notice.lead}
          seats={notice.instead}
          onTake={({ label, choose }) => {
            choose();
            onShow(label);
          }}
        />
      )}
    </div>
  );
}

function SeatButtons<Seats extends NamedSeats>({
  lead,
  seats,
  onTake,
}: {
  lead: string;
  seats: readonly Seats[];
  onTake: (seats: Seats) => void;
}) {
  return (
    <div class="offer-near" role="group" aria-label={lead}>
      <span aria-hidden="true">{lead}</span>
      {seats.map((each) => (
        <button key={each.name} type="button" class="button" onClick={() => onTake(each)}>
          {each.name} <span class="soft">{each.price}</span>
        </button>
      ))}
    </div>
  );
}

/** The honest words about a place to stand, with the worst and the best place where these are known. */
function standingText({ sightline: { shareRange } }: Preview, messages: OfferMessages, locale: string): string {
  if (shareRange == null) return messages.standing;
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const range = messages.standingRange(percent.format(shareRange.worst), percent.format(shareRange.best));
  return `${messages.standing} ${range}`;
}

/** The colours of the prices on the map. */
export function PriceColours({ offers }: { offers: ShownOffers }) {
  const { messages, locale, book } = offers;
  const currency = [...book.sections.values()].find(({ lowest }) => lowest !== null)?.lowest?.currency ?? null;
  return (
    <ul class="price-colours venue-map-prices" aria-label={messages.legend}>
      {book.classes.map((each) => (
        <li key={each.least}>
          <span
            class="offer-swatch"
            style={{ background: priceColour(colourOf(each.least, book.classes)) }}
            aria-hidden="true"
          />
          {rangeText(each.least, each.most, currency, locale)}
        </li>
      ))}
      <li>
        <span class="offer-swatch is-unsold" aria-hidden="true" />
        {messages.notOnSale}
      </li>
      {offers.chosen.size > 0 && (
        <li>
          <span class="offer-swatch is-chosen" aria-hidden="true">
            ✓
          </span>
          {messages.chosen}
        </li>
      )}
    </ul>
  );
}

/** The colours of the prices, and the switch that keeps moves to seats on sale. */
export function OfferLegend({ offers }: { offers: ShownOffers }) {
  const { messages } = offers;
  const id = useId();
  return (
    <div class="offer-legend">
      <PriceColours offers={offers} />
      <label for={id}>
        <input
          id={id}
          type="checkbox"
          checked={offers.onlyOnSale}
          onChange={(event) => offers.setOnlyOnSale(event.currentTarget.checked)}
        />
        {messages.onlyOnSale}
      </label>
    </div>
  );
}

function rangeText(least: number, most: number, currency: string | null, locale: string): string {
  const from = priceText(least, currency, locale);
  return least === most ? from : `${from} – ${priceText(most, currency, locale)}`;
}

/** The sum of the prices; nothing if one of them is not known. */
function totalText(offers: readonly (Offer | null)[], locale: string): string | null {
  const prices = offers.map((offer) => offer?.price ?? null);
  if (prices.some((price) => price === null)) return null;
  // Prices are added in hundredths, so that no digit comes from the arithmetic.
  const hundredths = prices.reduce<number>((sum, price) => sum + Math.round((price ?? 0) * 100), 0);
  return priceText(hundredths / 100, offers[0]?.currency ?? null, locale);
}

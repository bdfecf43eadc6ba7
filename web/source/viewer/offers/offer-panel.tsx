// What the panel and the map show of offers: price and state of the seat, the button that chooses it, and the legend.
import type { ComponentChildren } from "preact";
import { useId, useMemo } from "preact/hooks";
import type { Offer } from "../../host-messages/offer";
import { priceColour } from "../../plan/map-offers";
import { seatsOf } from "../../plan/previewed-seats";
import type { Preview } from "../types";
import "./offers.css";
import { summaryOfPlace } from "./offer-book";
import { colourOf } from "./price-classes";
import { offerText, priceText, summaryText } from "./prices";
import type { NearSeats, ShownOffers } from "./shown-offers";

/**
 * The price and state of the seats that are shown, with the button that chooses and removes them and, once they are chosen,
 * the one that leads to the shop. Everything keeps its place when a seat is chosen: what is not shown keeps its space, so that
 * a second tap hits the same button. For seats that cannot be bought, it names some near them that can.
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
  near: (preview: Preview) => readonly NearSeats[];
  onShow: (seat: string) => void;
}) {
  const { messages, locale, book, chosen } = offers;
  const keys = seatsOf(preview).map(({ key }) => key);
  const found = keys.map((key) => book.byKey.get(key) ?? null);
  const [first = null] = found;
  const isSeveral = keys.length > 1;
  const isChosen = keys.every((key) => chosen.has(key));
  const canChoose = isChosen || found.every((offer) => offer?.state === "available");
  const closed = found.find((offer) => offer?.state !== "available");
  const place = useMemo(
    () => (first === null && preview.seat.seat === null ? summaryOfPlace(book, keys[0]) : null),
    [book, preview],
  );
  const free = useMemo(() => near(preview), [near, preview]);
  const [choose, remove] = isSeveral
    ? [messages.chooseSeveral, messages.removeSeveral]
    : [messages.choose, messages.remove];
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
            {isSeveral && <span> {messages.total}</span>}
            {first?.label != null && <span class="soft"> {first.label}</span>}
          </>
        )}
        {canChoose && <span class={`offer-chosen${isChosen ? "" : " is-off"}`}> ✓ {messages.chosen}</span>}
      </p>
      {canChoose && (
        <button
          type="button"
          class={`button offer-choose${isChosen ? "" : " button-primary buy"}`}
          onClick={() => offers.choose(preview)}
        >
          <span class={isChosen ? "is-off" : undefined}>{choose}</span>
          <span class={isChosen ? undefined : "is-off"}>{remove}</span>
        </button>
      )}
      {callToAction !== null && <div class="offer-shop">{(isChosen || place !== null) && callToAction}</div>}
      {free.length > 0 && !isChosen && (
        <div class="offer-near" role="group" aria-label={messages.near}>
          <span aria-hidden="true">{messages.near}</span>
          {free.map(({ label, name, price }) => (
            <button key={label} type="button" class="button" onClick={() => onShow(label)}>
              {name} <span class="soft">{price}</span>
            </button>
          ))}
        </div>
      )}
    </section>
  );
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

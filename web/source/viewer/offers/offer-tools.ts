// Everything that a viewer with offers needs, as one script that others do not load.
import type { MapOffers } from "../../plan/map-offers";
import { type Plan, PlanIndex } from "../../plan/plan";
import { seatsOf, viewedSeat } from "../../plan/previewed-seats";
import { labelOfSeats } from "../best-choice";
import type { Messages, OfferMessages } from "../messages";
import { nameOfSeats } from "../place-name";
import type { Preview } from "../types";
import { nearestFree } from "./free-seats";
import { colourOfOffer, isOnSale, type OfferBook } from "./offer-book";
import { type Neighbours, onSaleNeighbours } from "./on-sale-neighbours";
import { offerText, summaryText } from "./prices";
import type { NearSeats } from "./shown-offers";

export { checkChosen } from "../../host-messages/offer";
export { seatsOnSale } from "./free-seats";
export { LabelResolver } from "./label-resolver";
export { readOffers } from "./offer-book";
export { OfferLegend, OfferPanel, PriceColours } from "./offer-panel";
export { toggleSeats } from "./toggle-seats";

/** What the map shows of the offers, without the chosen seats. */
export function mapOffers(book: OfferBook, messages: OfferMessages, locale: string): Omit<MapOffers, "chosen"> {
  return {
    sectionClass: (id) => {
      const section = book.sections.get(id);
      return section === undefined ? null : (colourOfOffer(book, section.lowest) ?? 0);
    },
    sectionText: (id) => summaryText(book.sections.get(id), messages, locale),
    seatClass: (key) => colourOfOffer(book, book.byKey.get(key)),
    seatText: (key) => offerText(book.byKey.get(key), messages, locale),
  };
}

/** The moves from a seat to others that can be bought; null if the plan does not know the seat. */
export function movesOnSale(
  book: OfferBook,
  plan: Plan,
  preview: Preview,
  isAllowed: (key: string) => boolean,
): Neighbours | null {
  const { section, row, seat } = viewedSeat(preview);
  const spot = new PlanIndex(plan).locate(section, row, seat);
  return spot === null ? null : onSaleNeighbours(plan, spot, (key) => isAllowed(key) && isOnSale(book, key));
}

/** The nearest seats that can be bought, as many side by side as the preview shows, for a seat that cannot be bought. */
export function nearSeats(
  book: OfferBook,
  plan: Plan,
  preview: Preview,
  isAllowed: (key: string) => boolean,
  { messages, locale }: { messages: Messages; locale: string },
): NearSeats[] {
  const shown = seatsOf(preview);
  const { seat } = preview;
  if (seat.seat === null || shown.every(({ key }) => isOnSale(book, key))) return [];
  const groups = nearestFree(plan, seat, shown.length, (key) => isAllowed(key) && isOnSale(book, key));
  return groups.map(({ keys }) => ({
    label: labelOfSeats(keys),
    name: nameOfSeats(keys, plan, messages, seat.section),
    price: offerText(book.byKey.get(keys[0] ?? ""), messages.offers, locale),
  }));
}

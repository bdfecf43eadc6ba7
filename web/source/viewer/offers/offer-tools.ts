// Everything that a viewer with offers needs, as one script that others do not load.
import type { MapOffers } from "../../plan/map-offers";
import { type Plan, PlanIndex } from "../../plan/plan";
import { viewedSeat } from "../../plan/previewed-seats";
import type { OfferMessages } from "../messages/load";
import type { Preview } from "../types";
import { colourOfOffer, isOnSale, type OfferBook } from "./offer-book";
import { type Neighbours, onSaleNeighbours } from "./on-sale-neighbours";
import { offerText, summaryText } from "./prices";

export { checkChosen } from "../../host-messages/offer";
export { closedText } from "./closed-seats";
export { LabelResolver } from "./label-resolver";
export { readOffers } from "./offer-book";
export { OfferLegend, OfferPanel } from "./offer-panel";
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

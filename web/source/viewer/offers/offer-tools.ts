// What the offers make of the map and of moves.
import type { MapOffers } from "../../plan/map-offers";
import { type Plan, PlanIndex } from "../../plan/plan";
import { seatsOf, viewedSeat } from "../../plan/previewed-seats";
import type { Preview } from "../types";
import type { Texts } from "../use-texts";
import { namedSeats } from "./choices";
import { nearestFree } from "./free-seats";
import { colourOfOffer, isOnSale, type OfferBook } from "./offer-book";
import { type Neighbours, onSaleNeighbours } from "./on-sale-neighbours";
import { offerText, summaryText } from "./prices";
import type { NamedSeats, OfferMessages } from "./shown-offers";
import { wholeTableOf } from "./whole-tables";

/** What the map shows of the offers, without what is chosen. */
export function mapOffers(
  book: OfferBook,
  index: PlanIndex,
  messages: OfferMessages,
  locale: string,
): Omit<MapOffers, "chosen"> {
  const offerOf = (key: string) => {
    const table = wholeTableOf(index, book, key);
    return book.byKey.get(key) ?? (table === null ? undefined : book.byKey.get(table.key));
  };
  return {
    sectionClass: (id) => {
      const section = book.sections.get(id);
      return section === undefined ? null : (colourOfOffer(book, section.lowest) ?? 0);
    },
    sectionText: (id) => summaryText(book.sections.get(id), messages, locale),
    seatClass: (key) => colourOfOffer(book, offerOf(key)),
    seatText: (key) => {
      const text = offerText(offerOf(key), messages, locale);
      return wholeTableOf(index, book, key) === null ? text : `${text}. ${messages.wholeTable}`;
    },
    tableOf: (key) => wholeTableOf(index, book, key)?.key ?? null,
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
  known: { plan: Plan; book: OfferBook; texts: Texts; messages: OfferMessages },
  preview: Preview,
  isAllowed: (key: string) => boolean,
): NamedSeats[] {
  const { plan, book } = known;
  const shown = seatsOf(preview);
  const { seat } = preview;
  if (seat.seat === null || shown.every(({ key }) => isOnSale(book, key))) return [];
  const groups = nearestFree(plan, seat, shown.length, (key) => isAllowed(key) && isOnSale(book, key));
  return groups.map(({ keys }) => namedSeats(keys, known, seat.section));
}

// What the map shows of a page's offers. The map knows classes of prices and texts, but no prices.

/** The greatest number of price classes, each with a colour of its own (--map-price-0 to --map-price-5). */
export const PRICE_CLASSES_MAX = 6;

export type MapOffers = {
  /** The class of the lowest price on sale in a section; null if nothing is on sale there. */
  sectionClass: (sectionId: string) => number | null;
  /** What a section offers, in words. */
  sectionText: (sectionId: string) => string;
  /** The class of a seat's price; null if it is not on sale. */
  seatClass: (key: string) => number | null;
  /** What a seat costs, or that it is not on sale, in words. */
  seatText: (key: string) => string;
  /** The key of the table that a seat belongs to, if it is sold as a whole; null for any other seat. */
  tableOf: (key: string) => string | null;
  /** The keys of the chosen places: of seats, and of areas with the number of places. */
  chosen: ReadonlyMap<string, number>;
};

/** The colour of a price class; without one, that of what is not on sale. */
export function priceColour(priceClass: number | null): string {
  return priceClass === null ? "var(--map-heat-none)" : `var(--map-price-${priceClass})`;
}

/** The name of a seat with what it costs. A ticket is often called as the category is: then that is said once. */
export function nameWithOffer(parts: readonly string[], offered: string): string {
  const said = offered.toLowerCase();
  return [...parts.filter((part) => !said.startsWith(`${part.toLowerCase()}, `)), offered].join(", ");
}

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
  /** The keys of the chosen seats. */
  chosen: ReadonlySet<string>;
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

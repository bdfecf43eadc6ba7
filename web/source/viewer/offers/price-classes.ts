// Classes of prices for the colours of the map.
import { PRICE_CLASSES_MAX } from "../../plan/map-offers";

/** The prices from `least` to `most`, both included. */
export type PriceClass = { least: number; most: number };

/**
 * Divides prices into at most six classes. A few different prices are a class each; otherwise each class holds about as
 * many of the different prices as the others. Equal prices are always in the same class.
 */
export function priceClasses(prices: Iterable<number>): PriceClass[] {
  const different = [...new Set(prices)].sort((one, other) => one - other);
  const count = Math.min(different.length, PRICE_CLASSES_MAX);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((different.length * index) / count);
    const end = Math.floor((different.length * (index + 1)) / count);
    return { least: different[from] ?? 0, most: different[end - 1] ?? 0 };
  });
}

/** The colour number of a price: few classes are spread over all colours, so that they differ well. */
export function colourOf(price: number, classes: readonly PriceClass[]): number {
  const found = classes.findIndex(({ most }) => price <= most);
  const index = found < 0 ? classes.length - 1 : found;
  if (classes.length < 2) return 0;
  return Math.round((index * (PRICE_CLASSES_MAX - 1)) / (classes.length - 1));
}

// What a page sells: the shape of offers, checked on the page and again in the viewer.

export type OfferState = "available" | "held" | "sold";

/** One seat that the page sells. It stays in the browser: the service never hears of it. */
export type Offer = {
  /** The key of the seat, or a label that names it. */
  seat: string;
  price: number | null;
  /** A code of three letters, such as EUR. Without it, the price is shown as a number. */
  currency: string | null;
  /** What the offer is called, such as "Category A". */
  label: string | null;
  state: OfferState;
  /** How many places are free in a section or an area without seats. */
  free?: number;
  /** Whether the seats of a table are sold together only. */
  sell?: "whole";
};

export type CheckedOffers = {
  offers: Offer[];
  /** A sentence about each entry that was left out, at most as many as anybody would read. */
  faults: string[];
};

export const OFFERS_MAX = 50_000;
export const CHOSEN_MAX = 500;
const FAULTS_MAX = 10;
const SEAT_CHARACTERS_MAX = 512;
const LABEL_CHARACTERS_MAX = 80;
const PRICE_MAX = 1e9;
const STATES: ReadonlySet<unknown> = new Set<OfferState>(["available", "held", "sold"]);

/** Reads a list of offers. Wrong entries are left out, and so is what exceeds the limit. */
export function checkOffers(value: unknown): CheckedOffers {
  if (value === null || value === undefined) return { offers: [], faults: [] };
  if (!Array.isArray(value)) return { offers: [], faults: ["offers must be a list."] };
  const offers: Offer[] = [];
  const faults: string[] = [];
  const end = Math.min(value.length, OFFERS_MAX);
  for (let index = 0; index < end; index++) {
    const offer = offerOf(value[index]);
    if (typeof offer !== "string") offers.push(offer);
    else if (faults.length < FAULTS_MAX) faults.push(`offers[${index}] is left out: ${offer}`);
  }
  if (value.length > OFFERS_MAX) faults.push(`Only the first ${OFFERS_MAX} of ${value.length} offers are used.`);
  return { offers, faults };
}

/** Returns a list of offers in which some are replaced, and others added. */
export function mergeOffers(offers: readonly Offer[], changed: readonly Offer[]): Offer[] {
  const bySeat = new Map(offers.map((offer) => [offer.seat, offer]));
  for (const offer of changed) {
    // The last offer of a place counts, by whatever name.
    bySeat.delete(offer.seat);
    bySeat.set(offer.seat, offer);
  }
  return [...bySeat.values()];
}

/**
 * Reads a list of the keys of chosen places: a seat once, an area (`PIT`, `STAND/A`) as often as places are chosen in it.
 * Anything else in the list is left out.
 */
export function checkChosen(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const seats = new Set<string>();
  const isFirst = (key: string) => !/\/.*\//.test(key) || (!seats.has(key) && seats.add(key));
  return value.filter((key) => isSeat(key) && isFirst(key)).slice(0, CHOSEN_MAX);
}

/** Returns the offer, or what is wrong with it. */
function offerOf(value: unknown): Offer | string {
  if (typeof value !== "object" || value === null) return "it must be an object.";
  const {
    seat,
    price = null,
    currency = null,
    label = null,
    state = "available",
    free,
    sell,
  } = value as Record<string, unknown>;
  if (!isSeat(seat)) return "`seat` must be the key or the label of a seat.";
  if (price !== null && !(typeof price === "number" && price >= 0 && price <= PRICE_MAX))
    return "`price` must be a number, 0 or more.";
  if (currency !== null && !(typeof currency === "string" && /^[A-Z]{3}$/.test(currency)))
    return "`currency` must be a code of three capital letters.";
  if (label !== null && !(typeof label === "string" && label.length <= LABEL_CHARACTERS_MAX))
    return `\`label\` must be a text of at most ${LABEL_CHARACTERS_MAX} characters.`;
  if (!STATES.has(state)) return "`state` must be available, held or sold.";
  if (free != null && !(Number.isInteger(free) && (free as number) >= 0))
    return "`free` must be a whole number, 0 or more.";
  if (sell != null && sell !== "whole") return "`sell` must be whole, or left out.";
  return {
    ...{ seat, price, currency, label: label || null, state: free === 0 ? "sold" : (state as OfferState) },
    ...(free != null && { free: free as number }),
    ...(sell != null && { sell }),
  };
}

function isSeat(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= SEAT_CHARACTERS_MAX;
}

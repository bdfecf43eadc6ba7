// The offers of a page by the keys of seats, with what the map needs of them.
import { checkOffers, type Offer } from "../../host-messages/offer";
import type { Plan, PlanSection } from "../../plan/plan";
import { colourOf, type PriceClass, priceClasses } from "./price-classes";

/** What a section or a row offers. */
export type PlaceOffers = {
  /** How many of its seats are on sale. */
  onSale: number;
  /** The offer on sale with the lowest price; null if no price is known. */
  lowest: Offer | null;
};

export type OfferBook = {
  byKey: ReadonlyMap<string, Offer>;
  sections: ReadonlyMap<string, PlaceOffers>;
  classes: readonly PriceClass[];
  /** Offers whose labels name no seat, up to a number that somebody would read. */
  unknown: readonly string[];
};

export type OfferReading = {
  plan: Plan;
  /** Returns the keys of the seats that each label names; none if it names nothing for certain. */
  resolve: (labels: readonly string[]) => Promise<readonly (readonly string[])[]>;
  /** Lets the page draw and react between two parts of the work. */
  pause: () => Promise<void>;
};

/** How many labels the service resolves at once. */
export const LABELS_AT_ONCE = 500;
const OFFERS_AT_ONCE = 2_000;
const UNKNOWN_MAX = 20;

/** Reads the offers of a page. Keys of the plan are taken as they are; only labels are sent to be resolved. */
export async function readOffers(value: unknown, { plan, resolve, pause }: OfferReading): Promise<OfferBook> {
  const { offers } = checkOffers(value);
  const keys = new KeyReader(plan);
  const byKey = new Map<string, Offer>();
  const named: Offer[] = [];
  for (const [index, offer] of offers.entries()) {
    if (keys.isKey(offer.seat)) byKey.set(offer.seat, offer);
    else named.push(offer);
    if (index % OFFERS_AT_ONCE === OFFERS_AT_ONCE - 1) await pause();
  }
  const unknown: string[] = [];
  for (let at = 0; at < named.length; at += LABELS_AT_ONCE) {
    const part = named.slice(at, at + LABELS_AT_ONCE);
    const found = await resolve(part.map(({ seat }) => seat));
    part.forEach((offer, index) => {
      const seats = found[index] ?? [];
      for (const key of seats) byKey.set(key, { ...offer, seat: key });
      if (seats.length === 0 && unknown.length < UNKNOWN_MAX) unknown.push(offer.seat);
    });
  }
  await pause();
  return { byKey, ...summaryOf(byKey), unknown };
}

export function isOnSale(book: OfferBook, key: string): boolean {
  return book.byKey.get(key)?.state === "available";
}

/** The colour number of an offer on sale; null if it is not on sale. Without a price it has the first colour. */
export function colourOfOffer(book: OfferBook, offer: Offer | null | undefined): number | null {
  if (offer == null || offer.state !== "available") return null;
  return offer.price === null ? 0 : colourOf(offer.price, book.classes);
}

/** What a section or a row offers all in all. */
export function summaryOfPlace(book: OfferBook, key: string | undefined): PlaceOffers {
  const known = book.sections.get(key ?? "");
  if (known !== undefined) return known;
  const place: PlaceOffers = { onSale: 0, lowest: null };
  for (const [seat, offer] of book.byKey) if (seat.startsWith(`${key}/`)) addTo(place, offer);
  return place;
}

function addTo(place: PlaceOffers, offer: Offer): void {
  if (offer.state !== "available") return;
  place.onSale++;
  if (offer.price !== null && offer.price < (place.lowest?.price ?? Infinity)) place.lowest = offer;
}

function summaryOf(byKey: ReadonlyMap<string, Offer>): Pick<OfferBook, "sections" | "classes"> {
  const sections = new Map<string, PlaceOffers>();
  const prices = new Set<number>();
  for (const [key, offer] of byKey) {
    if (offer.state !== "available") continue;
    if (offer.price !== null) prices.add(offer.price);
    const section = key.split("/", 1)[0] ?? key;
    const place = sections.get(section) ?? { onSale: 0, lowest: null };
    sections.set(section, place);
    addTo(place, offer);
  }
  return { sections, classes: priceClasses(prices) };
}

/** Tells keys from labels: a key names a section, a row or a seat of the plan by its ids. */
class KeyReader {
  private readonly sections: ReadonlyMap<string, PlanSection>;
  private readonly rows = new Map<string, ReadonlyMap<string, number | null>>();
  private readonly seats = new Map<number, ReadonlySet<string | null>>();

  constructor(private readonly plan: Plan) {
    this.sections = new Map(plan.sections.map((section) => [section.id, section]));
  }

  isKey(text: string): boolean {
    const [sectionId = "", row, seat, ...more] = text.split("/");
    const section = this.sections.get(sectionId);
    if (section === undefined || more.length > 0) return false;
    if (row === undefined) return true;
    const seating = this.rowsOf(section).get(row);
    if (seating === undefined) return false;
    // The row of a section without rows is empty, and has no key of its own.
    if (seat === undefined) return row !== "";
    return seating !== null && this.seatsOf(seating).has(seat);
  }

  private rowsOf(section: PlanSection): ReadonlyMap<string, number | null> {
    const known = this.rows.get(section.id);
    if (known !== undefined) return known;
    const rows = new Map(section.rows.map(({ id, seating }) => [id ?? "", seating]));
    this.rows.set(section.id, rows);
    return rows;
  }

  private seatsOf(seating: number): ReadonlySet<string | null> {
    const known = this.seats.get(seating);
    if (known !== undefined) return known;
    const seats = new Set(this.plan.seatings[seating] ?? []);
    this.seats.set(seating, seats);
    return seats;
  }
}

// The offers of a page by the keys of seats, with what the map needs of them.
import { checkOffers, type Offer } from "../../host-messages/offer";
import { idsOfKey, type Plan, type PlanSection } from "../../plan/plan";
import { colourOf, type PriceClass, priceClasses } from "./price-classes";

/** What a section or a row offers. */
export type PlaceOffers = {
  /** How many of its seats are on sale. */
  onSale: number;
  /** The offer on sale with the lowest price; null if no price is known. */
  lowest: Offer | null;
  /** Whether the page does not say how many places are free in one of its areas. */
  isUncounted: boolean;
};

export type OfferBook = {
  byKey: ReadonlyMap<string, Offer>;
  sections: ReadonlyMap<string, PlaceOffers>;
  classes: readonly PriceClass[];
  /** Offers whose labels name no seat, up to a number that somebody would read. */
  unknown: readonly string[];
  /** Sentences for the page's developer about offers that cannot be meant so. */
  faults: readonly string[];
  /** Whether tables are sold as a whole. */
  hasTables: boolean;
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
const FAULTS_MAX = 10;

/**
 * Reads the offers of a page, or changes of those that were read before. Keys of the plan are taken as they are; only labels
 * are sent to be resolved.
 */
export async function readOffers(
  value: unknown,
  { plan, resolve, pause }: OfferReading,
  before: OfferBook | null = null,
): Promise<OfferBook> {
  const { offers } = checkOffers(value);
  const keys = new KeyReader(plan);
  const keysOf: (readonly string[])[] = [];
  const named: { offer: Offer; index: number }[] = [];
  for (const [index, offer] of offers.entries()) {
    keysOf.push(keys.isKey(offer.seat) ? [offer.seat] : []);
    if (keysOf[index]?.length === 0) named.push({ offer, index });
    if (index % OFFERS_AT_ONCE === OFFERS_AT_ONCE - 1) await pause();
  }
  const unknown: string[] = [];
  for (let at = 0; at < named.length; at += LABELS_AT_ONCE) {
    const part = named.slice(at, at + LABELS_AT_ONCE);
    const found = await resolve(part.map(({ offer }) => offer.seat));
    part.forEach(({ offer, index }, position) => {
      const seats = found[position] ?? [];
      keysOf[index] = seats;
      if (seats.length === 0 && unknown.length < UNKNOWN_MAX) unknown.push(offer.seat);
    });
  }
  await pause();
  const byKey = new Map(before?.byKey);
  const faults: string[] = [];
  for (const [index, offer] of offers.entries()) {
    for (const seat of keysOf[index] ?? []) {
      const fault = faultOf(offer, seat, keys);
      if (fault === null) byKey.set(seat, { ...offer, seat });
      else if (faults.length < FAULTS_MAX) faults.push(`The offer of ${offer.seat} is left out: ${fault}`);
    }
  }
  const hasTables = [...byKey.values()].some(({ sell }) => sell === "whole");
  return { byKey, ...summaryOf(byKey), unknown, faults, hasTables };
}

/** What an offer says that its place cannot be; null if nothing. */
function faultOf({ free, sell }: Offer, key: string, keys: KeyReader): string | null {
  const hasSeats = keys.hasSeats(key);
  if (free !== undefined && hasSeats) return "`free` is for places without seats. Offer each seat.";
  if (sell !== undefined && !hasSeats) return "`sell` is for tables with seats.";
  return null;
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
  const place = { ...NOTHING };
  for (const [seat, offer] of book.byKey) if (seat === key || seat.startsWith(`${key}/`)) addTo(place, offer);
  return place;
}

const NOTHING: PlaceOffers = { onSale: 0, lowest: null, isUncounted: false };

function addTo(place: PlaceOffers, offer: Offer): void {
  if (offer.state !== "available") return;
  place.onSale += offer.free ?? 1;
  place.isUncounted ||= offer.free === undefined && offer.sell === undefined && idsOfKey(offer.seat).seat === null;
  if (offer.price !== null && offer.price < (place.lowest?.price ?? Infinity)) place.lowest = offer;
}

function summaryOf(byKey: ReadonlyMap<string, Offer>): Pick<OfferBook, "sections" | "classes"> {
  const sections = new Map<string, PlaceOffers>();
  const prices = new Set<number>();
  for (const [key, offer] of byKey) {
    if (offer.state !== "available") continue;
    if (offer.price !== null) prices.add(offer.price);
    const section = key.split("/", 1)[0] ?? key;
    const place = sections.get(section) ?? { ...NOTHING };
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

  /** Whether a key of the plan is that of a seat, or of a row or section whose seats are described. */
  hasSeats(key: string): boolean {
    const { section: id, row, seat } = idsOfKey(key);
    if (seat !== null) return true;
    const rows = [...this.rowsOf(this.sections.get(id) as PlanSection)];
    return rows.some(([name, seating]) => seating !== null && (row === null || row === name));
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

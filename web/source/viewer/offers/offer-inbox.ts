// Puts the messages about offers together.
import { checkOffers, mergeOffers, OFFERS_MAX } from "../../host-messages/offer";

/**
 * A message about offers as it arrived: nothing in it has been checked. Long lists come in parts, numbered from 0. A
 * message without offers says which seats are chosen now.
 */
export type OfferMessage = {
  ask?: unknown;
  offers?: unknown;
  chosen?: unknown;
  rules?: unknown;
  part?: unknown;
  isLast?: unknown;
};

/** All offers of the page. The entries have not been checked. */
export type UncheckedOffers = {
  offers: readonly unknown[];
  chosen: unknown;
};

export class OfferInbox {
  /** How many lists have arrived. */
  listNumber = 0;
  private latest: UncheckedOffers | null = null;
  private parts: unknown[] = [];
  private nextPart = 0;

  /** `onOffers` is called with each whole list, and when other seats are chosen. */
  constructor(private readonly onOffers: (offers: UncheckedOffers) => void) {}

  /** The latest list, with what was changed of it since; null before the first one. */
  get offers(): readonly unknown[] | null {
    return this.latest?.offers ?? null;
  }

  /** Takes one message. A part that does not follow the one before is ignored, with the rest of its list. */
  receive({ offers, chosen, part = 0, isLast = true }: OfferMessage): void {
    if (offers === undefined && this.latest !== null) this.update({ ...this.latest, chosen });
    if (part === 0) this.startList();
    if (part !== this.nextPart || !Array.isArray(offers)) return;
    this.nextPart++;
    // One more than the limit is kept, so that the reader can tell that the list is too long.
    for (const offer of offers.slice(0, OFFERS_MAX + 1 - this.parts.length)) this.parts.push(offer);
    if (isLast !== true) return;
    this.listNumber++;
    this.update({ offers: this.parts, chosen });
    this.startList();
  }

  /** Changes single offers of the latest list. */
  merge(changed: readonly unknown[]): void {
    const offers = mergeOffers(checkOffers(this.offers).offers, checkOffers(changed).offers);
    this.latest = { offers, chosen: this.latest?.chosen };
  }

  private startList(): void {
    this.parts = [];
    this.nextPart = 0;
  }

  private update(offers: UncheckedOffers): void {
    this.latest = offers;
    this.onOffers(offers);
  }
}

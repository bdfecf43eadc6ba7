// Puts the messages about offers together, and keeps the latest offers until the viewer is ready for them.
import { OFFERS_MAX } from "../../offers/offer";

/**
 * A message about offers as it arrived: nothing of it has been checked. Long lists come in parts, from 0 on. A message
 * without offers says which seats are chosen now.
 */
export type OfferMessage = {
  offers?: unknown;
  chosen?: unknown;
  part?: unknown;
  isLast?: unknown;
};

/** All offers of the page. The entries have not been checked. */
export type UncheckedOffers = {
  offers: readonly unknown[];
  chosen: unknown;
};

export class OfferInbox {
  private latest: UncheckedOffers | null = null;
  private listener: ((offers: UncheckedOffers) => void) | null = null;
  private parts = 0;
  private waiting: unknown[] = [];

  /** Takes one message. A part that does not follow the one before is ignored, with all that belongs to it. */
  receive({ offers, chosen, part = 0, isLast = true }: OfferMessage): void {
    if (offers === undefined && this.latest !== null) this.tell({ ...this.latest, chosen });
    if (part === 0) [this.parts, this.waiting] = [0, []];
    if (part !== this.parts || !Array.isArray(offers)) return;
    this.parts++;
    // One more than the limit is kept, so that whoever reads the list can tell that it is too long.
    for (const offer of offers.slice(0, OFFERS_MAX + 1 - this.waiting.length)) this.waiting.push(offer);
    if (isLast !== true) return;
    this.tell({ offers: this.waiting, chosen });
    [this.parts, this.waiting] = [0, []];
  }

  /** Calls a function with the latest offers, if there are any, and with all later ones. */
  listen(hear: (offers: UncheckedOffers) => void): () => void {
    this.listener = hear;
    if (this.latest !== null) hear(this.latest);
    return () => {
      this.listener = null;
    };
  }

  private tell(offers: UncheckedOffers): void {
    this.latest = offers;
    this.listener?.(offers);
  }
}

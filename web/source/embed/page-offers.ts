// The offers of a page: checked, kept, and handed to the viewer as often as it starts.
import type { MessageToPage, MessageToViewer } from "../host-messages/messages";
import { checkChosen, checkOffers, type Offer } from "../host-messages/offer";

/** A browser reads a message at once, so that a long one would stop the viewer for a moment. */
const OFFERS_OF_A_MESSAGE = 2_000;

/** The offers and chosen seats that the page has set on an element. */
export class PageOffers {
  offers: readonly Offer[] = [];
  chosen: readonly string[] = [];
  private hasOffers = false;

  /** `send` passes a message to the viewer; it does nothing while there is none. */
  constructor(private readonly send: (message: MessageToViewer) => void) {}

  setOffers(value: unknown): void {
    const { offers, faults } = checkOffers(value);
    for (const fault of faults) console.warn(`<seat-preview> ${fault}`);
    this.offers = offers;
    this.hasOffers = true;
    this.tell();
  }

  setChosen(value: unknown): void {
    this.chosen = checkChosen(value);
    if (this.hasOffers) this.send({ ask: "chosen", chosen: this.chosen });
  }

  /** Hands everything to a viewer that has just started. Pages without offers send nothing. */
  tell(): void {
    if (!this.hasOffers) return;
    const { offers, chosen } = this;
    const parts = Math.max(1, Math.ceil(offers.length / OFFERS_OF_A_MESSAGE));
    for (let part = 0; part < parts; part++) {
      const from = part * OFFERS_OF_A_MESSAGE;
      const isLast = part === parts - 1;
      this.send({ ask: "offers", offers: offers.slice(from, from + OFFERS_OF_A_MESSAGE), part, isLast, chosen });
    }
  }

  /** Keeps which seats the buyer has chosen, and warns about labels that name no seat. */
  receive(message: MessageToPage): void {
    if (message.event === "seat-chosen") this.chosen = checkChosen(message.allChosen);
    const unknown = message.event === "offers" ? checkChosen(message.unknown) : [];
    if (unknown.length > 0)
      console.warn(`<seat-preview> These offers name no seat of the venue: ${unknown.join(", ")}`);
  }
}

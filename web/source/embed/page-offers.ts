// The offers of a page: checked, kept, and handed to the viewer as often as it starts.
import type { MessageToPage, MessageToViewer } from "../host-messages/messages";
import { checkChosen, checkOffers, mergeOffers, type Offer } from "../host-messages/offer";

/** A browser reads a message at once, so that a long one would stop the viewer for a moment. */
const OFFERS_OF_A_MESSAGE = 2_000;

/** The offers, chosen seats and rules that the page has set on an element. */
export class PageOffers {
  offers: readonly Offer[] = [];
  chosen: readonly string[] = [];
  rules: unknown = null;
  private hasOffers = false;

  /** `send` passes a message to the viewer; it does nothing while there is none. */
  constructor(private readonly send: (message: MessageToViewer) => void) {}

  setOffers(value: unknown): void {
    this.offers = checked(value);
    this.hasOffers = true;
    this.tell();
  }

  /** Replaces the offers of single places, or adds some. */
  update(value: unknown): void {
    const changed = checked(value);
    this.offers = mergeOffers(this.offers, changed);
    if (this.hasOffers) inParts(changed, (offers) => this.send({ ask: "update", offers }));
    else this.setOffers(this.offers);
  }

  setChosen(value: unknown): void {
    this.chosen = checkChosen(value);
    if (this.hasOffers) this.send({ ask: "chosen", chosen: this.chosen });
  }

  /** Takes rules, which the viewer checks. What is not data, such as a function, is left out. */
  setRules(value: unknown): void {
    this.rules = JSON.parse(JSON.stringify(value ?? null));
    this.send({ ask: "rules", rules: this.rules });
  }

  /** Hands everything to a viewer that has just started. Pages without offers send nothing. */
  tell(): void {
    if (!this.hasOffers) return;
    const { offers, chosen, rules } = this;
    if (rules !== null) this.send({ ask: "rules", rules });
    inParts(offers, (few, part, isLast) => this.send({ ask: "offers", offers: few, part, isLast, chosen }));
  }

  /** Keeps which seats the buyer has chosen, and warns about what the viewer has found wrong. */
  receive(message: MessageToPage): void {
    if (message.event === "seat-chosen") this.chosen = checkChosen(message.allChosen);
    if (message.event === "hint") warn(message.hints);
  }
}

function checked(value: unknown): Offer[] {
  const { offers, faults } = checkOffers(value);
  warn(faults);
  return offers;
}

function warn(sentences: readonly string[]): void {
  for (const sentence of sentences) console.warn(`<seat-preview> ${sentence}`);
}

/** Calls `send` with as many offers as fit into a message, at least once. */
function inParts(
  offers: readonly Offer[],
  send: (offers: readonly Offer[], part: number, isLast: boolean) => void,
): void {
  const parts = Math.max(1, Math.ceil(offers.length / OFFERS_OF_A_MESSAGE));
  for (let part = 0; part < parts; part++) {
    const from = part * OFFERS_OF_A_MESSAGE;
    send(offers.slice(from, from + OFFERS_OF_A_MESSAGE), part, part === parts - 1);
  }
}

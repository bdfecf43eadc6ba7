// The offers of a page: checked, kept, and handed to the viewer as often as it starts.
import { checkChosen, checkOffers, type Offer } from "../offers/offer";

/** The offers and chosen seats that the page has set on an element. */
export class PageOffers {
  offers: readonly Offer[] = [];
  chosen: readonly string[] = [];
  private wasSet = false;

  /** `send` passes a message to the viewer; it does nothing while there is none. */
  constructor(private readonly send: (asked: Record<string, unknown>) => void) {}

  setOffers(value: unknown): void {
    const { offers, faults } = checkOffers(value);
    for (const fault of faults) console.warn(`<seat-preview> ${fault}`);
    this.offers = offers;
    this.changed();
  }

  setChosen(value: unknown): void {
    this.chosen = checkChosen(value);
    this.changed();
  }

  /** Hands everything to a viewer that has just started. Pages without offers send nothing. */
  tell(): void {
    if (this.wasSet) this.send({ ask: "offers", offers: this.offers, chosen: this.chosen });
  }

  /** Keeps what the viewer tells about offers: seats that were chosen, and labels that name no seat. */
  hear(event: string, detail: Record<string, unknown>): void {
    if (event === "seat-chosen") this.chosen = checkChosen(detail.allChosen);
    const unknown = event === "offers" ? checkChosen(detail.unknown) : [];
    if (unknown.length > 0)
      console.warn(`<seat-preview> These offers name no seat of the venue: ${unknown.join(", ")}`);
  }

  private changed(): void {
    this.wasSet = true;
    this.tell();
  }
}

/** Sets properties again that the page has set before the element was defined, which hide the element's own. */
export function upgradeProperties(element: HTMLElement, ...names: string[]): void {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue;
    const value = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, value);
  }
}

// Keeps the latest offers of the host page until the viewer is ready for them.

/** A message about offers as it arrived: nothing of it has been checked. */
export type OfferMessage = { offers: unknown; chosen: unknown };

export class OfferInbox {
  private latest: OfferMessage | null = null;
  private listener: ((message: OfferMessage) => void) | null = null;

  receive(message: OfferMessage): void {
    this.latest = message;
    this.listener?.(message);
  }

  /** Calls a function with the latest offers, if there are any, and with all later ones. */
  listen(hear: (message: OfferMessage) => void): () => void {
    this.listener = hear;
    if (this.latest !== null) hear(this.latest);
    return () => {
      this.listener = null;
    };
  }
}

// Messages between the viewer and the page that embeds it in a frame.

import type { Offer } from "../offers/offer";
import type { Medium } from "./media";
import type { OfferMessage } from "./offers/inbox";

export type HostMessage =
  | { event: "ready" }
  /**
   * `seat` is the key of the seat. If several are shown, it is the first, and `seats` and `label` name them all. It is
   * sent again when the buyer switches between picture and drawing, with what `description` then speaks of.
   */
  | { event: "seat"; seat: string; description: string; medium: Medium; seats?: string[]; label?: string }
  | { event: "event"; kind: string; seat: string | null; ad: string | null }
  | { event: "problem"; code: string; detail: string }
  /** The page's offers are known: for how many seats there are some, and which of the labels name no seat. */
  | { event: "offers"; seats: number; unknown: string[] }
  /** The buyer has chosen a seat, or several, or removed them. `allChosen` are the keys of all that are chosen now. */
  | {
      event: "seat-chosen";
      seat: string;
      seats?: string[];
      offer: Offer | null;
      offers?: Offer[];
      chosen: boolean;
      allChosen: string[];
    };

const TYPE = "seat-preview";

/**
 * The page that embeds the viewer. A session that is bound to an origin talks to pages of this origin only. Any other
 * session talks to the page that frames it, which the key's frame-ancestors allow, after that page's first message.
 */
export class HostPage {
  /** The origin of the session: undefined while it is not known, null if the session is not bound to one. */
  private bound: string | null | undefined = undefined;
  private origin: string | null = null;
  private readonly early: MessageEvent[] = [];
  private readonly waiting: HostMessage[] = [];

  constructor(
    private readonly onShow: (seat: string) => void,
    private readonly onOffers: (message: OfferMessage) => void = () => {},
    private readonly page: Window = window,
  ) {
    if (page.parent !== page) page.addEventListener("message", (message) => this.onMessage(message));
  }

  /** Sets the origin that the session is bound to, and handles the messages that arrived before. */
  bind(origin: string | null): void {
    this.bound = origin;
    this.origin = origin;
    this.flush();
    for (const message of this.early.splice(0)) this.onMessage(message);
  }

  send(told: HostMessage): void {
    if (this.page.parent === this.page) return;
    this.waiting.push(told);
    this.flush();
  }

  private onMessage(message: MessageEvent): void {
    if (message.source !== this.page.parent || !isOurs(message.data)) return;
    if (this.bound === undefined) {
      this.early.push(message);
      return;
    }
    if (this.bound !== null && message.origin !== this.bound) return;
    this.origin ??= message.origin;
    if (message.origin !== this.origin) return;
    this.flush();
    const { ask, seat } = message.data;
    if (ask === "offers" || ask === "chosen") this.onOffers(message.data);
    if (ask === "show" && typeof seat === "string" && seat !== "") this.onShow(seat);
  }

  private flush(): void {
    if (this.origin === null) return;
    for (const told of this.waiting.splice(0)) {
      this.page.parent.postMessage({ type: TYPE, ...told }, this.origin);
    }
  }
}

type HostRequest = { type: string; ask?: unknown; seat?: unknown } & Partial<OfferMessage>;

function isOurs(data: unknown): data is HostRequest {
  return typeof data === "object" && data !== null && (data as { type?: unknown }).type === TYPE;
}

// The channel between the viewer and the page that embeds it in a frame.
import { MESSAGE_TYPE, type MessageToPage } from "../host-messages/messages";
import type { OfferMessage } from "./offers/offer-inbox";

/** A page sends few messages before the viewer listens. Any more are dropped. */
const WAITING_MAX = 100;

/** What pages ask about offers. */
const ABOUT_OFFERS = ["offers", "update", "chosen", "rules"];

type Listeners = {
  show?: (seat: string) => void;
  offers?: (message: OfferMessage) => void;
};

/**
 * Messages wait here, in the order in which they came: those of the page until the session is known and somebody
 * listens, those of the viewer until the page's origin is known.
 *
 * A session that is bound to an origin talks to pages of this origin only. Any other session talks to the page that
 * frames it, which the key's frame-ancestors allow, after that page's first message.
 */
export class HostChannel {
  private isOpen = false;
  /** The origin of the page; null until it is known. */
  private origin: string | null = null;
  private listeners: Listeners = {};
  private readonly received: MessageEvent[] = [];
  private readonly unsent: MessageToPage[] = [];

  constructor(private readonly page: Window) {
    if (page.parent === page) return;
    page.addEventListener("message", (message) => this.receive(message));
    // Tells the page that the browser has not refused the frame, however long the rest takes to load. The message says
    // nothing else, so any page that the key allows may hear it.
    this.post({ event: "here" }, "*");
  }

  /** Accepts messages from pages of this origin; if it is null, of the page whose message comes first. */
  open(origin: string | null): void {
    this.isOpen = true;
    this.origin = origin;
    this.flush();
    for (const message of this.received.splice(0)) this.receive(message);
  }

  /** Replaces the listeners that are given, and hands them the messages that wait for them. */
  listen(listeners: Listeners): void {
    this.listeners = { ...this.listeners, ...listeners };
    if (!this.isOpen) return;
    for (const message of this.received.splice(0)) this.deliver(message);
  }

  send(message: MessageToPage): void {
    if (this.page.parent === this.page) return;
    this.unsent.push(message);
    this.flush();
  }

  private receive(message: MessageEvent): void {
    if (message.source !== this.page.parent || message.data?.type !== MESSAGE_TYPE) return;
    if (!this.isOpen) {
      this.keep(message);
      return;
    }
    this.origin ??= message.origin;
    if (message.origin !== this.origin) return;
    this.flush();
    this.deliver(message);
  }

  private deliver(message: MessageEvent): void {
    const { ask, seat } = message.data;
    if (ask === "show" && typeof seat === "string" && seat !== "") {
      if (this.listeners.show) this.listeners.show(seat);
      else this.keep(message);
    }
    if (ABOUT_OFFERS.includes(ask)) {
      if (this.listeners.offers) this.listeners.offers(message.data);
      else this.keep(message);
    }
  }

  private keep(message: MessageEvent): void {
    if (this.received.length < WAITING_MAX) this.received.push(message);
  }

  private flush(): void {
    if (this.origin === null) return;
    for (const message of this.unsent.splice(0)) this.post(message, this.origin);
  }

  private post(message: MessageToPage, origin: string): void {
    this.page.parent.postMessage({ type: MESSAGE_TYPE, ...message }, origin);
  }
}

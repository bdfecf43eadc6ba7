// What the buyer saw and did, told to the API as it happens.
import type { EventKind } from "./types";

export type ReportedEvent = {
  kind: EventKind;
  seat?: string;
  ad?: string;
  message?: string;
};

const MESSAGE_CHARACTERS_MAX = 500;

export class EventReporter {
  private readonly once = new Set<string>();

  constructor(
    private readonly token: () => string,
    /** The host page hears of it too. */
    private readonly onReport: (event: ReportedEvent) => void,
  ) {}

  /** A beacon leaves even while the page is being closed. It can send no headers, so the token is in its body. */
  report(event: ReportedEvent): void {
    const events = [{ eventId: crypto.randomUUID(), at: new Date().toISOString(), ...event }];
    const body = JSON.stringify({ token: this.token(), events });
    navigator.sendBeacon("/v1/events", new Blob([body], { type: "text/plain" }));
    this.onReport(event);
  }

  /** Not again, however often it happens. */
  reportOnce(event: ReportedEvent): void {
    const name = [event.kind, event.seat, event.ad].join(" ");
    if (this.once.has(name)) return;
    this.once.add(name);
    this.report(event);
  }

  error(failure: unknown): void {
    const text = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure);
    // Addresses of pictures are signed; what is behind their '?' is nobody's business.
    const message = text
      .replace(/\?\S*/g, "")
      .replace(/\p{Cc}/gu, " ")
      .slice(0, MESSAGE_CHARACTERS_MAX);
    this.reportOnce({ kind: "error", message });
  }
}

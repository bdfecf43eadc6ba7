// Reports the viewer's events to the API.
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
    /** Whether the service may be told: neither the session nor the browser's privacy setting is against it. */
    private readonly isOn: boolean,
    /** Called with each event, for the host page. */
    private readonly onReport: (event: ReportedEvent) => void,
  ) {}

  /** Sends a beacon, which works even while the page is closing. It has no headers, so the token is in the body. */
  report(event: ReportedEvent): void {
    if (this.isOn) this.send(event);
    this.onReport(event);
  }

  private send(event: ReportedEvent): void {
    const events = [{ eventId: crypto.randomUUID(), at: new Date().toISOString(), ...event }];
    const body = JSON.stringify({ token: this.token(), events });
    navigator.sendBeacon("/v1/events", new Blob([body], { type: "text/plain" }));
  }

  /** Reports an event only the first time. */
  reportOnce(event: ReportedEvent): void {
    const name = [event.kind, event.seat, event.ad].join(" ");
    if (this.once.has(name)) return;
    this.once.add(name);
    this.report(event);
  }

  error(failure: unknown): void {
    const text = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure);
    // Image addresses are signed, so their query strings must not be reported.
    const message = text
      .replace(/\?\S*/g, "")
      .replace(/\p{Cc}/gu, " ")
      .slice(0, MESSAGE_CHARACTERS_MAX);
    this.reportOnce({ kind: "error", message });
  }
}

/** Whether the buyer has switched on Global Privacy Control: nothing may be stored about what the buyer does. */
export function browserRefusesTracking(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}

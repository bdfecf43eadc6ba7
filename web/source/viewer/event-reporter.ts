// Reports the viewer's events to the API.
import type { ErrorCode, EventKind } from "./types";

export type ReportedEvent = {
  kind: EventKind;
  seat?: string;
  ad?: string;
  code?: ErrorCode;
};

/** Events of this time are sent together. What happens when a view is opened fits into one beacon. */
const TOGETHER_MS = 3000;
/** So many events are sent at once, far below what the service takes in a small beacon. */
const EVENTS_MAX = 20;
/** Events after which the buyer may leave the page. */
const CLICKS = new Set<EventKind>(["cta_clicked", "ad_clicked"]);

type SentEvent = ReportedEvent & { eventId: string; at: string };

export class EventReporter {
  private readonly once = new Set<string>();
  private waiting: SentEvent[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly token: () => string,
    /** The key in the viewer's path. */
    private readonly keyId: string,
    /** Whether events may be sent to the service: both the session and the browser's privacy setting allow it. */
    private readonly isOn: boolean,
    /** Called with each event, for the host page. */
    private readonly onReport: (event: ReportedEvent) => void,
  ) {}

  /** Reports an event to the host page at once, and to the service together with those of the next seconds. */
  report(event: ReportedEvent): void {
    if (this.isOn) this.add(event);
    this.onReport(event);
  }

  private add(event: ReportedEvent): void {
    const at = new Date();
    this.waiting.push({ eventId: timeOrderedId(at), at: at.toISOString(), ...event });
    if (this.waiting.length >= EVENTS_MAX || CLICKS.has(event.kind)) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), TOGETHER_MS);
  }

  /** Sends the events that wait. Call it when the page is hidden or closes: a beacon is sent even then. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const events = this.waiting;
    this.waiting = [];
    if (events.length > 0) this.send(events);
  }

  /** A beacon has no headers, so token and key are in its body. */
  private send(events: readonly SentEvent[]): void {
    // The service looks for the token before it parses the body: it is the first member.
    const body = JSON.stringify({ token: this.token(), viewerKey: this.keyId, events });
    navigator.sendBeacon("/v1/events", new Blob([body], { type: "text/plain" }));
  }

  /** Reports an event only the first time. */
  reportOnce(event: ReportedEvent): void {
    const name = [event.kind, event.seat, event.ad, event.code].join(" ");
    if (this.once.has(name)) return;
    this.once.add(name);
    this.report(event);
  }

  /** Reports that something failed, by a code alone: a text could hold an address with a token. */
  error(code: ErrorCode): void {
    this.reportOnce({ kind: "error", code });
  }
}

/** A UUID of version 7 (RFC 9562), which begins with the time: ids that grow cost the service far less to store than
 * random ones. The id reveals nothing that the event itself does not. */
export function timeOrderedId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  // A random UUID is of version 4, which is its fifteenth character.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** Whether the buyer has switched on Global Privacy Control: nothing may be stored about what the buyer does. */
export function browserRefusesTracking(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}

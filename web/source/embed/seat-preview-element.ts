// The custom element. It creates a session, shows the viewer in a frame, and passes messages between page and viewer.

import { frameAddress, originOf, sessionRequest } from "./element-attributes";
import { elementStyle } from "./element-style";

/** The service's origin, which this script was loaded from. */
const SCRIPT_ORIGIN = originOf((document.currentScript as HTMLScriptElement | null)?.src ?? null);
/** A frame that sends no message for this long after loading has been refused by the browser. */
const FIRST_WORD_MS = 12_000;
/** Up to this width the element has a portrait shape. */
const NARROW_PIXELS = 600;
const TYPE = "seat-preview";

type ViewerMessage = {
  type: string;
  event: "ready" | "seat" | "event" | "problem";
  seat?: string | null;
  /** The keys of all seats that are shown, if there are several. */
  seats?: string[];
  detail?: string;
  [member: string]: unknown;
};

export class SeatPreviewElement extends HTMLElement {
  static readonly observedAttributes = [
    "venue",
    "seat",
    "key-id",
    "configuration",
    "locale",
    "service",
    "session",
    "cta-label",
    "cta-url",
    "events",
  ];

  private frame: HTMLIFrameElement | null = null;
  private viewerOrigin: string | null = null;
  /**
   * The seat that the viewer shows according to its last message; of several the first. Setting the attribute to it has
   * no effect, so that a page may copy each seat that it is told into the attribute.
   */
  private shownSeat: string | null = null;
  private showsSeveral = false;
  private opening = 0;
  private isReady = false;
  private waiting: string | null = null;
  private readonly root = this.attachShadow({ mode: "open" });
  private readonly internals = this.attachInternals();
  private readonly watch = new ResizeObserver(() => this.fit());
  private readonly messageListener = (message: MessageEvent) => this.onMessage(message);

  connectedCallback(): void {
    this.root.adoptedStyleSheets = [elementStyle()];
    this.watch.observe(this);
    window.addEventListener("message", this.messageListener);
    this.restart();
  }

  disconnectedCallback(): void {
    window.removeEventListener("message", this.messageListener);
    this.watch.disconnect();
    this.opening++;
    this.root.replaceChildren();
    this.frame = null;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.isConnected || before === now) return;
    if (name !== "seat") this.restart();
    else if (now && now !== this.shownSeat) this.show(now);
  }

  /** The viewer's address of a session that the page's own server created. */
  get session(): string | null {
    return this.getAttribute("session");
  }

  set session(viewerUrl: string | null) {
    if (viewerUrl === null) this.removeAttribute("session");
    else this.setAttribute("session", viewerUrl);
  }

  /** Shows another seat, or several seats of a row, without reloading the viewer. */
  show(seat: string): void {
    if (!this.isReady) this.waiting = seat;
    else if (seat !== this.shownSeat || this.showsSeveral) this.send({ ask: "show", seat });
  }

  private fit(): void {
    if (this.clientWidth > 0 && this.clientWidth <= NARROW_PIXELS) this.internals.states.add("narrow");
    else this.internals.states.delete("narrow");
  }

  /** Restarts in a microtask, so that several attribute changes create one session only. */
  private restart(): void {
    const opening = ++this.opening;
    queueMicrotask(() => {
      if (opening === this.opening) void this.open(opening);
    });
  }

  private async open(opening: number): Promise<void> {
    this.isReady = false;
    this.waiting = null;
    this.shownSeat = null;
    this.showsSeveral = false;
    const service = originOf(this.getAttribute("service")) ?? SCRIPT_ORIGIN;
    const viewerUrl = this.session ?? (await this.createSession(service));
    if (opening !== this.opening || viewerUrl === null) return;
    this.viewerOrigin = originOf(viewerUrl);
    if (this.viewerOrigin === null) this.fail("session_invalid", "The session is no address of a viewer.");
    else
      this.showFrame(
        frameAddress(viewerUrl, (name) => this.getAttribute(name)),
        opening,
      );
  }

  /** Creates a session by the page's Origin. Returns null after a failure, which has then been shown. */
  private async createSession(service: string | null): Promise<string | null> {
    if (service === null)
      return this.fail("service_missing", "Set the attribute `service` to the address of Seat Preview.");
    if (!this.getAttribute("venue")) return this.fail("venue_missing", "Set the attribute `venue`.");
    const { url, ...request } = sessionRequest(service, (name) => this.getAttribute(name));
    try {
      const response = await fetch(url, { method: "POST", credentials: "omit", ...request });
      const answer = (await response.json()) as { viewerUrl?: string; code?: string; detail?: string };
      if (response.ok && answer.viewerUrl) return answer.viewerUrl;
      return this.fail(answer.code ?? "unexpected", answer.detail ?? "The preview is not available at the moment.");
    } catch {
      return this.fail("unreachable", "The preview cannot be reached from this page.");
    }
  }

  private showFrame(address: string, opening: number): void {
    const frame = document.createElement("iframe");
    frame.title = this.getAttribute("frame-title") ?? (isGerman(this) ? "Blick vom Platz" : "View from the seat");
    frame.allow = "gyroscope; accelerometer; fullscreen";
    frame.referrerPolicy = "no-referrer";
    frame.addEventListener("load", () => {
      // If the session names no origin, the viewer accepts the page that sends the first message.
      this.send({ ask: "hello" });
      window.setTimeout(() => this.checkFrameWasAllowed(opening), FIRST_WORD_MS);
    });
    frame.src = address;
    this.frame = frame;
    this.root.replaceChildren(frame);
  }

  private checkFrameWasAllowed(opening: number): void {
    if (opening !== this.opening || this.isReady) return;
    const detail = `The preview may not be shown here. The key's embedFrameAncestors must name ${location.origin}.`;
    this.fail("frame_refused", detail);
  }

  private send(asked: Record<string, string>): void {
    if (this.viewerOrigin !== null) this.frame?.contentWindow?.postMessage({ type: TYPE, ...asked }, this.viewerOrigin);
  }

  private onMessage({ source, origin, data }: MessageEvent): void {
    if (this.frame === null || source !== this.frame.contentWindow || origin !== this.viewerOrigin) return;
    if (typeof data !== "object" || data === null || (data as ViewerMessage).type !== TYPE) return;
    const { type: _, event, ...detail } = data as ViewerMessage;
    // Any message proves that the frame was not refused.
    if (!this.isReady) this.onFirstMessage();
    if (event === "seat") {
      this.shownSeat = detail.seat ?? null;
      this.showsSeveral = (detail.seats?.length ?? 0) > 1;
    }
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }

  private onFirstMessage(): void {
    this.isReady = true;
    const seat = this.waiting;
    this.waiting = null;
    if (seat !== null) this.show(seat);
  }

  private fail(code: string, sentence: string): null {
    const text = document.createElement("p");
    text.setAttribute("role", "alert");
    text.textContent = sentence;
    this.root.replaceChildren(text);
    this.frame = null;
    this.dispatchEvent(new CustomEvent("problem", { detail: { code, detail: sentence } }));
    return null;
  }
}

function isGerman(element: HTMLElement): boolean {
  return (element.getAttribute("locale") ?? document.documentElement.lang).startsWith("de");
}

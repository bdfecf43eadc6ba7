// The custom element. It creates a session, shows the viewer in a frame, and passes messages between page and viewer.

import { MESSAGE_TYPE, type MessageToPage, type MessageToViewer } from "../host-messages/messages";
import type { Offer } from "../host-messages/offer";
import { type BuyerTexts, buyerSentence, buyerTexts } from "./buyer-texts";
import { type Circumstances, developerHint, seatHint } from "./developer-hints";
import RULES from "./element.css?inline";
import {
  frameAddress,
  keyIdOf,
  OBSERVED_ATTRIBUTES,
  originOf,
  sessionRequest,
  upgradeProperties,
} from "./element-attributes";
import { PageOffers } from "./page-offers";
import { ViewerChannel } from "./viewer-channel";

/** The service's origin, which this script was loaded from. */
const SCRIPT_ORIGIN = originOf((document.currentScript as HTMLScriptElement | null)?.src ?? null);
/** Up to this width the element has a portrait shape. */
const NARROW_PIXELS = 600;
/** With loading="lazy", a session is made when the element is this far below the visible part of the page. */
const NEAR = "400px";
/** What the viewer may use. A browser that cannot share, or knows no headsets, would warn about the word. */
const ALLOWED = [
  "gyroscope; accelerometer; fullscreen; clipboard-write",
  ...("share" in navigator ? ["web-share"] : []),
  ...("xr" in navigator ? ["xr-spatial-tracking"] : []),
].join("; ");

type Answer = { viewerUrl?: string; code?: string; detail?: string; errors?: { pointer?: string; detail: string }[] };

/** A constructed style sheet, which a content security policy against inline styles allows. */
const STYLE = new CSSStyleSheet();
STYLE.replaceSync(RULES);

export class SeatPreviewElement extends HTMLElement {
  static readonly observedAttributes = OBSERVED_ATTRIBUTES;

  private frame: HTMLIFrameElement | null = null;
  private viewerOrigin: string | null = null;
  /** The key of the session, which the viewer's address names. */
  private keyId: string | null = null;
  private opening = 0;
  /** Whether the element has been near the visible part of the page since it was connected. */
  private wasNear = false;
  private readonly pageOffers = new PageOffers((message) => this.channel.send(message));
  private channel = this.createChannel();
  private readonly root = this.attachShadow({ mode: "open" });
  private readonly internals = this.attachInternals();
  private readonly watch = new ResizeObserver(() => this.fit());
  private readonly nearness = new IntersectionObserver((seen) => this.onSeen(seen), { rootMargin: NEAR });
  private readonly messageListener = (message: MessageEvent) => this.onMessage(message);

  connectedCallback(): void {
    this.root.adoptedStyleSheets = [STYLE];
    this.watch.observe(this);
    this.nearness.observe(this);
    upgradeProperties(this, "offers", "chosen", "rules");
    window.addEventListener("message", this.messageListener);
    this.restart();
  }

  disconnectedCallback(): void {
    window.removeEventListener("message", this.messageListener);
    this.watch.disconnect();
    this.nearness.disconnect();
    this.wasNear = false;
    this.opening++;
    this.root.replaceChildren();
    this.frame = null;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.isConnected || before === now) return;
    if (name !== "seat") this.restart();
    else if (now) this.channel.showAttribute(now);
  }

  /** The viewer's address of a session that the page's own server created. */
  get session(): string | null {
    return this.getAttribute("session");
  }

  set session(viewerUrl: string | null) {
    if (viewerUrl === null) this.removeAttribute("session");
    else this.setAttribute("session", viewerUrl);
  }

  /** What the page sells; the map shows it. It stays in the browser. See docs/offers.md. */
  get offers(): readonly Offer[] {
    return this.pageOffers.offers;
  }

  set offers(offers: readonly Offer[] | null) {
    this.pageOffers.setOffers(offers);
  }

  /** The keys of the seats that the buyer has chosen. */
  get chosen(): readonly string[] {
    return this.pageOffers.chosen;
  }

  set chosen(keys: readonly string[]) {
    this.pageOffers.setChosen(keys);
  }

  /** The rules of the shop for what may be chosen. See docs/offers.md. */
  get rules(): unknown {
    return this.pageOffers.rules;
  }

  set rules(rules: unknown) {
    this.pageOffers.setRules(rules);
  }

  /** Replaces the offers of single places, or adds some. The others stay. */
  updateOffers(offers: readonly Offer[]): void {
    this.pageOffers.update(offers);
  }

  /** Shows another seat, or several seats of a row, without reloading the viewer. */
  show(seat: string): void {
    this.channel.show(seat);
  }

  private fit(): void {
    const isNarrow = this.clientWidth > 0 && this.clientWidth <= NARROW_PIXELS;
    this.internals.states[isNarrow ? "add" : "delete"]("narrow");
  }

  private onSeen(entries: IntersectionObserverEntry[]): void {
    if (this.wasNear || !entries.some(({ isIntersecting }) => isIntersecting)) return;
    this.wasNear = true;
    if (this.isLazy) this.restart();
  }

  private get isLazy(): boolean {
    return this.getAttribute("loading") === "lazy";
  }

  /** Restarts in a microtask, so that several attribute changes create one session only. */
  private restart(): void {
    const opening = ++this.opening;
    if (this.isLazy && !this.wasNear) return;
    queueMicrotask(() => {
      if (opening === this.opening) void this.open(opening);
    });
  }

  private async open(opening: number): Promise<void> {
    this.channel = this.createChannel();
    this.keyId = this.getAttribute("key-id");
    const viewerUrl = this.session ?? (await this.createSession(this.#service, opening));
    if (opening !== this.opening || viewerUrl === null) return;
    this.viewerOrigin = originOf(viewerUrl);
    if (this.viewerOrigin === null) {
      this.fail("session_invalid");
      return;
    }
    this.keyId = keyIdOf(viewerUrl) ?? this.keyId;
    // A viewer in a German page speaks German, unless the attribute or the session says otherwise.
    const read = (name: string) => this.getAttribute(name) ?? (name === "locale" ? this.pageLanguage : null);
    this.showFrame(frameAddress(viewerUrl, read));
  }

  // Private by the language: React and Vue set a property instead of the attribute where an element has one of its name.
  get #service(): string | null {
    return originOf(this.getAttribute("service")) ?? SCRIPT_ORIGIN;
  }

  /** Creates a session by the page's Origin. Returns null after a failure, which has then been shown. */
  private async createSession(service: string | null, opening: number): Promise<string | null> {
    if (service === null) return this.fail("service_missing");
    if (!this.getAttribute("venue")) return this.fail("venue_missing");
    const { url, ...request } = sessionRequest(service, (name) => this.getAttribute(name));
    let response: Response;
    try {
      response = await fetch(url, { method: "POST", credentials: "omit", ...request });
    } catch {
      return opening === this.opening ? this.fail("unreachable") : null;
    }
    const answer = (await response.json().catch(() => ({}))) as Answer;
    if (opening !== this.opening) return null;
    if (response.ok && answer.viewerUrl) return answer.viewerUrl;
    const { code = "unexpected", detail, errors = [] } = answer;
    return this.fail(code, {
      said: errors.length > 1 ? errors.map((each) => `${each.pointer} ${each.detail}`).join("; ") : detail,
      isAboutRequest: errors.length > 0,
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
    });
  }

  private showFrame(address: string): void {
    const frame = document.createElement("iframe");
    frame.title = this.getAttribute("frame-title") ?? this.texts.title;
    frame.allow = ALLOWED;
    frame.referrerPolicy = "no-referrer";
    // A browser that refuses the frame would show a page of its own in it, with a broken icon.
    frame.className = "waiting";
    frame.onload = () => this.channel.greet();
    frame.src = address;
    this.frame = frame;
    this.root.replaceChildren(frame);
  }

  private createChannel(): ViewerChannel {
    const { opening } = this;
    return new ViewerChannel(
      (message) => this.post(message),
      () => this.pageOffers.tell(),
      () => opening === this.opening && this.fail("frame_refused"),
    );
  }

  private post(message: MessageToViewer): void {
    if (this.viewerOrigin === null) return;
    this.frame?.contentWindow?.postMessage({ type: MESSAGE_TYPE, ...message }, this.viewerOrigin);
  }

  private onMessage({ source, origin, data }: MessageEvent): void {
    if (this.frame === null || source !== this.frame.contentWindow || origin !== this.viewerOrigin) return;
    if (data?.type !== MESSAGE_TYPE) return;
    const message = data as MessageToPage;
    this.frame.className = "";
    this.channel.receive(message);
    if (message.event === "here") return;
    this.pageOffers.receive(message);
    if (message.event === "hint") return;
    const { type: _, event, ...detail } = data;
    if (message.event === "problem") {
      detail.hint = seatHint(message.code, { ...this.circumstances(), said: message.detail });
      console.warn(`<seat-preview> ${message.code}: ${detail.hint}`);
    }
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }

  /** Shows the buyer a sentence in the page's language, and tells the developer in the console how to fix the problem. */
  private fail(code: string, answer: Partial<Circumstances> = {}): null {
    const { sentence, canRetry } = buyerSentence(code, this.texts);
    const hint = developerHint(code, { ...this.circumstances(), ...answer });
    console.error(`<seat-preview> ${code}: ${hint}`);
    this.frame = null;
    this.root.replaceChildren(this.notice(sentence, canRetry));
    this.dispatchEvent(new CustomEvent("problem", { detail: { code, detail: sentence, hint } }));
    return null;
  }

  private notice(sentence: string, canRetry: boolean): HTMLElement {
    const notice = document.createElement("div");
    // The page around it may have another language, and be written in the other direction.
    notice.lang = this.texts.lang;
    notice.dir = "auto";
    const text = document.createElement("p");
    text.setAttribute("role", "alert");
    text.textContent = sentence;
    notice.append(text);
    if (canRetry) {
      const button = document.createElement("button");
      button.textContent = this.texts.again;
      button.onclick = () => this.restart();
      notice.append(button);
    }
    return notice;
  }

  private circumstances(): Circumstances {
    return {
      page: location.origin,
      framedBy: [...(location.ancestorOrigins ?? [])],
      service: this.viewerOrigin ?? this.#service,
      keyId: this.keyId,
      venue: this.getAttribute("venue"),
      seat: this.getAttribute("seat"),
    };
  }

  private get texts(): BuyerTexts {
    return buyerTexts(this.getAttribute("locale"), this.pageLanguage, ...navigator.languages);
  }

  private get pageLanguage(): string | null {
    return this.closest<HTMLElement>("[lang]")?.lang ?? null;
  }
}

// Messages between the viewer and the page that embeds it in a frame.
import type { Medium } from "./media";

export type HostMessage =
  | { event: "ready" }
  /**
   * `seat` is the key of the seat. If several are shown, it is the first, and `seats` and `label` name them all. It is
   * sent again when the buyer switches between picture and drawing, with what `description` then speaks of.
   */
  | { event: "seat"; seat: string; description: string; medium: Medium; seats?: string[]; label?: string }
  | { event: "event"; kind: string; seat: string | null; ad: string | null }
  | { event: "problem"; code: string; detail: string };

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
    if (ask === "show" && typeof seat === "string" && seat !== "") this.onShow(seat);
  }

  private flush(): void {
    if (this.origin === null) return;
    for (const told of this.waiting.splice(0)) {
      this.page.parent.postMessage({ type: TYPE, ...told }, this.origin);
    }
  }
}

function isOurs(data: unknown): data is { type: string; ask?: unknown; seat?: unknown } {
  return typeof data === "object" && data !== null && (data as { type?: unknown }).type === TYPE;
}

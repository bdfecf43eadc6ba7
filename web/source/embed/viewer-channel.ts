// The element's end of the channel to one viewer: what it shows, and what it is asked for once it is ready.
import type { MessageToPage, MessageToViewer } from "../host-messages/messages";

/** A frame whose first script sends no message for this long after loading has been refused by the browser. */
const FIRST_WORD_MS = 3_000;

export class ViewerChannel {
  /** Whether the viewer's first script runs, so that the browser has not refused the frame. */
  private isHere = false;
  private isReady = false;
  /** The seat to ask for as soon as the viewer is ready. */
  private waiting: string | null = null;
  /** The seat in the viewer's last message; of several the first. */
  private shown: string | null = null;
  private showsSeveral = false;

  /** `post` passes a message to the viewer's frame; one of the others is called once the viewer starts or is refused. */
  constructor(
    private readonly post: (message: MessageToViewer) => void,
    private readonly onReady: () => void,
    private readonly onRefused: () => void,
  ) {}

  /** Greets the viewer as soon as its frame has loaded. */
  greet(): void {
    // If the session names no origin, the viewer accepts the page that sends the first message.
    this.post({ ask: "hello" });
    setTimeout(() => this.isHere || this.onRefused(), FIRST_WORD_MS);
  }

  /** Sends a message, which is lost while the viewer is not ready. */
  send(message: MessageToViewer): void {
    if (this.isReady) this.post(message);
  }

  /** Asks for a seat, or several seats of a row, unless the viewer shows just that. */
  show(seat: string): void {
    if (!this.isReady) this.waiting = seat;
    else if (seat !== this.shown || this.showsSeveral) this.post({ ask: "show", seat });
  }

  /** Asks for the seat in the attribute. A page may copy each seat that it hears of into the attribute. */
  showAttribute(seat: string): void {
    if (seat !== this.shown) this.show(seat);
  }

  /** Takes a message of the viewer, before the page hears of it. */
  receive(message: MessageToPage): void {
    this.isHere = true;
    if (message.event === "here") return;
    if (!this.isReady) {
      this.isReady = true;
      if (this.waiting !== null) this.show(this.waiting);
      this.onReady();
    }
    if (message.event !== "seat") return;
    this.shown = message.seat;
    this.showsSeveral = (message.seats?.length ?? 0) > 1;
  }
}

// The element's end of the channel to one viewer: what it shows, and what it is asked for once it is ready.
import type { MessageToPage, MessageToViewer } from "../host-messages/messages";

export class ViewerChannel {
  private isReady = false;
  /** The seat to ask for as soon as the viewer is ready. */
  private waiting: string | null = null;
  /** The seat in the viewer's last message; of several the first. */
  private shown: string | null = null;
  private showsSeveral = false;

  /** `post` passes a message to the viewer's frame; `onReady` is called when the viewer has started. */
  constructor(
    private readonly post: (message: MessageToViewer) => void,
    private readonly onReady: () => void,
  ) {}

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

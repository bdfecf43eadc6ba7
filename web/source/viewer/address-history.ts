// Keeps the session's latest token and the shown seat in the address, and makes the browser's Back go to the last seat.
import { parseFragment, updateFragment } from "./url-fragment";

/** Marks the entries of the history that the viewer wrote itself, with their order. */
type Entry = { seatPreview: number };

/**
 * The address of the viewer and its history. In a frame, every seat replaces the entry: entries of a frame are entries
 * of the whole page, and a buyer who presses Back there wants to leave the page, not to walk back seat by seat.
 */
export class AddressHistory {
  private seat: string | null = null;
  private order: number;

  constructor(
    private readonly page: Window,
    /** Called when the buyer goes back or forward to a seat. */
    private readonly onReturn: (seat: string, isBack: boolean) => void,
  ) {
    this.order = orderOf(page.history.state) ?? 0;
    page.addEventListener("popstate", () => this.returned());
    // Another fragment that somebody entered is another session.
    page.addEventListener("hashchange", () => {
      if (orderOf(page.history.state) === null) page.location.reload();
    });
  }

  /** Whether the browser's Back goes to the last seat. */
  get hasEntries(): boolean {
    return this.page.parent === this.page;
  }

  /** Writes the address. A new seat is a new entry of the history, except in a frame. */
  keep(token: string, seat: string | null, configuration: string | null): void {
    const { history, location } = this.page;
    const isNew = this.hasEntries && this.seat !== null && seat !== this.seat;
    this.seat = seat;
    const url = updateFragment(location.hash, token, seat, configuration);
    if (isNew) history.pushState({ seatPreview: ++this.order } satisfies Entry, "", url);
    else history.replaceState({ seatPreview: this.order } satisfies Entry, "", url);
  }

  back(): void {
    this.page.history.back();
  }

  private returned(): void {
    const order = orderOf(this.page.history.state);
    const { seat } = parseFragment(this.page.location.hash);
    if (order === null || seat === null || seat === this.seat) return;
    const isBack = order < this.order;
    this.order = order;
    this.seat = seat;
    this.onReturn(seat, isBack);
  }
}

function orderOf(state: unknown): number | null {
  const order = (state as Partial<Entry> | null)?.seatPreview;
  return typeof order === "number" ? order : null;
}

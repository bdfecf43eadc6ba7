// Keeps the session's latest token and the shown seat in the address, and makes the browser's Back go to the last seat.
import { parseFragment, updateFragment } from "./url-fragment";

/** Marks the entries of the history that the viewer wrote itself, with their order. */
type Entry = { seatPreview: number };

/**
 * The address of the viewer and its history. In a frame, every seat replaces the entry: entries of a frame are entries
 * of the whole page, and a buyer who presses Back there wants to leave the page, not to walk back seat by seat.
 */
export class AddressHistory {
  /** Called when the buyer goes back or forward to a seat. */
  onReturn: (seat: string, isBack: boolean) => void = () => {};
  private shown: string | null = null;
  private configuration: string | null = null;
  private order: number;

  constructor(
    private readonly page: Window,
    private token: string,
  ) {
    this.order = orderOf(page.history.state) ?? 0;
    page.addEventListener("popstate", () => this.returned());
    // Another fragment that somebody entered is another session.
    page.addEventListener("hashchange", () => {
      if (orderOf(page.history.state) === null) page.location.reload();
    });
  }

  /** The seat in the address. */
  get seat(): string | null {
    return parseFragment(this.page.location.hash).seat;
  }

  /** Whether the browser's Back goes to the last seat. */
  get hasEntries(): boolean {
    return this.page.parent === this.page;
  }

  /** Writes a seat, or a label of several seats, to the address. A new one is a new entry, except in a frame. */
  show(seat: string, configuration: string | null): void {
    const isNew = this.hasEntries && this.shown !== null && seat !== this.shown;
    this.shown = seat;
    this.configuration = configuration;
    this.write(isNew);
  }

  /** Writes another token to the address, so that a reload works. */
  renew(token: string): void {
    this.token = token;
    this.write(false);
  }

  back(): void {
    this.page.history.back();
  }

  private write(isNew: boolean): void {
    const { history, location } = this.page;
    const url = updateFragment(location.hash, this.token, this.shown, this.configuration);
    if (isNew) history.pushState({ seatPreview: ++this.order } satisfies Entry, "", url);
    else history.replaceState({ seatPreview: this.order } satisfies Entry, "", url);
  }

  private returned(): void {
    const order = orderOf(this.page.history.state);
    const { seat } = this;
    if (order === null || seat === null || seat === this.shown) return;
    const isBack = order < this.order;
    this.order = order;
    this.shown = seat;
    this.onReturn(seat, isBack);
  }
}

function orderOf(state: unknown): number | null {
  const order = (state as Partial<Entry> | null)?.seatPreview;
  return typeof order === "number" ? order : null;
}

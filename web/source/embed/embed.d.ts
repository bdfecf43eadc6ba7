// Types of the element <seat-preview>, which embed.js defines. Save this file beside your sources, or refer to it:
//   /// <reference path="./embed.d.ts" />

declare namespace SeatPreview {
  /** The element. Its attributes are listed in docs/embedding.md. In `cta-url`, `{seat}`, `{section}` and `{row}` are
   * replaced for the seat that is shown. */
  interface Element extends HTMLElement {
    /** The viewerUrl of a session that your server has made; null without one. */
    session: string | null;
    /** What the page sells; null for nothing. Prices and states never reach the service. See docs/offers.md. */
    get offers(): readonly Offer[];
    set offers(offers: readonly Offer[] | null);
    /** Replaces the offers of single places, or adds some. The others stay. */
    updateOffers(offers: readonly Offer[]): void;
    /** The keys of the places that the buyer has chosen: an area once for each of its places. */
    chosen: readonly string[];
    /** The rules of the shop for what may be chosen; null for none. */
    get rules(): Rules | null;
    set rules(rules: Rules | null);
    /** Shows another seat, or several seats of a row, without loading the viewer again. */
    show(seat: string): void;

    addEventListener<Name extends keyof Events>(
      type: Name,
      listener: (this: Element, event: Events[Name]) => unknown,
      options?: boolean | AddEventListenerOptions,
    ): void;
    addEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: boolean | AddEventListenerOptions,
    ): void;
  }

  interface Events extends HTMLElementEventMap {
    ready: CustomEvent<ReadyDetail>;
    seat: CustomEvent<SeatDetail>;
    event: CustomEvent<EventDetail>;
    problem: CustomEvent<ProblemDetail>;
    offers: CustomEvent<OffersDetail>;
    "seat-chosen": CustomEvent<SeatChosenDetail>;
  }

  /** The viewer has started. */
  type ReadyDetail = Record<string, never>;

  /** Another seat is shown. */
  interface SeatDetail {
    /** The key of the seat, such as `107/K/9`; of several seats the first. */
    seat: string;
    /** What is seen from there, in the buyer's language. */
    description: string;
    /** Whether a picture or the drawing is shown. The event is sent again when the buyer switches, and once the service has
     * computed how much is in view. */
    medium: "picture" | "drawing";
    /** The keys of all seats, where several are shown together. */
    seats?: string[];
    /** The label that names them, where several are shown together. */
    label?: string;
  }

  /** What the buyer does, as it is reported to the service unless events are off. */
  interface EventDetail {
    kind:
      | "session_started"
      | "seat_viewed"
      | "view_rotated"
      | "fallback_shown"
      | "cta_clicked"
      | "ad_shown"
      | "ad_clicked"
      | "error";
    seat: string | null;
    ad: string | null;
  }

  interface ProblemDetail {
    /** Such as `origin_not_allowed`: a code of docs/problems.md or of docs/embedding.md. */
    code: string;
    /** The sentence that the buyer reads, in the language of the page. */
    detail: string;
    /** The sentence for you: what mends it. */
    hint: string;
  }

  /** The offers are on the map. */
  interface OffersDetail {
    /** For how many seats there are offers. */
    seats: number;
    /** The labels that name no seat of the venue. */
    unknown: string[];
  }

  /** The buyer has chosen a seat, or several seats that are shown together, or removed them. */
  interface SeatChosenDetail {
    /** The key of the seat; of several the first. */
    seat: string;
    /** The keys of all of them, where several are shown together. */
    seats?: string[];
    /** The offer of the seat; null where the page has none for it. */
    offer: Offer | null;
    /** The offers of all of them, where several are shown together. */
    offers?: Offer[];
    /** Whether they were chosen; false if they were removed. */
    chosen: boolean;
    /** How many places are chosen in an area now. */
    count?: number;
    /** The keys of all places that are chosen now: an area once for each of its places. */
    allChosen: string[];
    /** The rule that the choice as a whole does not obey yet; null if it obeys all. */
    unmet?:
      | "atLeast"
      | "atMost"
      | "sideBySide"
      | "noSingleSeat"
      | "oneCategory"
      | "onePrice"
      | "companion"
      | "wheelchair"
      | null;
  }

  interface Offer {
    /** The key of the seat, or a label. */
    seat: string;
    price?: number | null;
    /** A code of three letters, such as EUR. */
    currency?: string | null;
    /** What the offer is called, such as "Category A". */
    label?: string | null;
    /** By default available. */
    state?: "available" | "held" | "sold";
    /** How many places are free: of a section or an area without seats. The buyer chooses a number of them. */
    free?: number;
    /** `whole`: the seats of a table are sold together only. */
    sell?: "whole";
  }

  /** What may be chosen. A rule that is left out does not apply. */
  interface Rules {
    atLeast?: number;
    atMost?: number;
    /** Only places side by side. */
    sideBySide?: boolean;
    /** No single free seat may be left over. */
    noSingleSeat?: boolean;
    /** Only places of one category, or of one price. */
    oneOf?: "category" | "price";
    /** A companion seat only with its wheelchair space. */
    companionWithWheelchair?: boolean;
    /** Wheelchair spaces only for those who ask for one. */
    wheelchairOnRequest?: boolean;
  }
}

interface HTMLElementTagNameMap {
  "seat-preview": SeatPreview.Element;
}

// Types of the element <seat-preview>, as both components give them. element-types.check.ts compares them with those
// that the service publishes at /embed.d.ts.

/** The element itself. */
export interface SeatPreviewElement extends HTMLElement {
  session: string | null;
  get offers(): readonly Offer[];
  set offers(offers: readonly Offer[] | null);
  /** Replaces the offers of single places, or adds some. The others stay. */
  updateOffers(offers: readonly Offer[]): void;
  /** The keys of the places that the buyer has chosen: an area once for each of its places. */
  chosen: readonly string[];
  get rules(): Rules | null;
  set rules(rules: Rules | null);
  /** Shows another seat, or several seats of a row, without loading the viewer again. */
  show(seat: string): void;
}

/** What the page sells. It stays in the browser: the service never hears of it. */
export type Offer = {
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
};

/** What may be chosen. A rule that is left out does not apply. docs/offers.md explains them. */
export type Rules = {
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
};

/** The rule that a choice does not obey. */
export type BrokenRule =
  | "atLeast"
  | "atMost"
  | "sideBySide"
  | "noSingleSeat"
  | "oneCategory"
  | "onePrice"
  | "companion"
  | "wheelchair";

/** Another seat is shown. */
export type SeatDetail = {
  /** The key of the seat, such as `107/K/9`; of several seats the first. */
  seat: string;
  /** What is seen from there, in the buyer's language. */
  description: string;
  medium: "picture" | "drawing";
  /** The keys of all seats, where several are shown together. */
  seats?: string[];
  /** The label that names them, where several are shown together. */
  label?: string;
};

/** What the buyer does. */
export type EventDetail = {
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
};

/** Something is wrong. */
export type ProblemDetail = {
  /** Such as `origin_not_allowed`. */
  code: string;
  /** The sentence that the buyer reads, in the language of the page. */
  detail: string;
  /** The sentence for you: what mends it. */
  hint: string;
};

/** The offers are on the map. */
export type OffersDetail = {
  /** For how many seats there are offers. */
  seats: number;
  /** The labels that name no seat of the venue. */
  unknown: string[];
};

/** The buyer has chosen a seat, or several seats that are shown together, or removed them. */
export type SeatChosenDetail = {
  /** The key of the seat; of several the first. */
  seat: string;
  seats?: string[];
  /** The offer of the seat; null where the page has none for it. */
  offer: Offer | null;
  offers?: Offer[];
  /** Whether they were chosen; false if they were removed. */
  chosen: boolean;
  /** How many places are chosen in an area now. */
  count?: number;
  /** The keys of all places that are chosen now: an area once for each of its places. */
  allChosen: string[];
  /** The rule that the choice as a whole does not obey yet; null if it obeys all. */
  unmet?: BrokenRule | null;
};

/** The events of the element by name, and what each of them tells. */
export type ElementEvents = {
  ready: Record<string, never>;
  seat: SeatDetail;
  event: EventDetail;
  problem: ProblemDetail;
  offers: OffersDetail;
  "seat-chosen": SeatChosenDetail;
};

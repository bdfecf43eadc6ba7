// Types of the element <seat-preview>, as both components give them. element-types.check.ts compares them with those
// that the service publishes at /embed.d.ts.

/** The element itself. */
export interface SeatPreviewElement extends HTMLElement {
  session: string | null;
  get offers(): readonly Offer[];
  set offers(offers: readonly Offer[] | null);
  /** The keys of the seats that the buyer has chosen. */
  chosen: readonly string[];
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
};

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
  /** The keys of all seats that are chosen now. */
  allChosen: string[];
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

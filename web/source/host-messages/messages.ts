// The messages between the viewer and the page that embeds it in a frame.
import type { BrokenRule } from "@seatpreview/client";
import type { Offer } from "./offer";

/** The `type` of every message, in both directions. */
export const MESSAGE_TYPE = "seat-preview";

/** What the viewer tells the page. */
export type MessageToPage =
  /** The browser has not refused the frame. Sent by the viewer's first script. */
  | { event: "here" }
  | { event: "ready" }
  /**
   * `seat` is the key of the seat. If several are shown, it is the first, and `seats` and `label` name them all. The
   * message is sent again when the buyer switches between picture and drawing, with the description of what is shown, and
   * when the service has computed how much is in view.
   */
  | {
      event: "seat";
      seat: string;
      description: string;
      medium: "picture" | "drawing";
      seats?: string[];
      label?: string;
    }
  | { event: "event"; kind: string; seat: string | null; ad: string | null }
  | { event: "problem"; code: string; detail: string }
  /** Sentences for the page's developer: what the page says wrong in its offers or rules. */
  | { event: "hint"; hints: string[] }
  /** The viewer has read the page's offers: the number of seats with an offer, and the labels that name no seat. */
  | { event: "offers"; seats: number; unknown: string[] }
  /**
   * The buyer has chosen one or several seats, or removed them, or a number of places of an area: `count`. `allChosen` are the
   * keys of all chosen places, an area once for each of its places. `unmet` is the rule that the choice does not obey yet.
   */
  | {
      event: "seat-chosen";
      seat: string;
      seats?: string[];
      offer: Offer | null;
      offers?: Offer[];
      chosen: boolean;
      count?: number;
      allChosen: string[];
      unmet?: BrokenRule | null;
    };

/** What the page asks of the viewer. */
export type MessageToViewer =
  /** A session that names no origin accepts the page whose message comes first. */
  | { ask: "hello" }
  | { ask: "show"; seat: string }
  /** Long lists come in parts, numbered from 0. */
  | { ask: "offers"; offers: readonly Offer[]; part: number; isLast: boolean; chosen: readonly string[] }
  /** Changes of single offers. */
  | { ask: "update"; offers: readonly Offer[] }
  | { ask: "chosen"; chosen: readonly string[] }
  /** The rules of the shop, which the viewer checks. */
  | { ask: "rules"; rules: unknown };

// The offers as the panel and the legend show them.
import type { Locale } from "../locales";
import type { OfferMessages } from "../messages";
import type { Preview } from "../types";
import type { OfferBook } from "./offer-book";

/** Seats that can be bought near one that cannot. */
export type NearSeats = {
  /** The label that shows them. */
  label: string;
  name: string;
  price: string;
};

export type ShownOffers = {
  book: OfferBook;
  messages: OfferMessages;
  locale: Locale;
  /** The keys of the chosen seats. */
  chosen: ReadonlySet<string>;
  onlyOnSale: boolean;
  setOnlyOnSale: (isOn: boolean) => void;
  /** Chooses the seats of a preview and tells the page, or removes them if they were chosen. */
  choose: (preview: Preview) => void;
};

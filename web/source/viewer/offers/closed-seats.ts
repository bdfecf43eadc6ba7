// Seats that the page does not sell, for the button that leads to the shop.
import { seatsOf } from "../../plan/previewed-seats";
import type { OfferMessages } from "../messages/load";
import type { Preview } from "../types";
import type { OfferBook } from "./offer-book";
import { offerText } from "./prices";

/** Returns in a word why the seats of a preview cannot be bought; null if they can. Seats that the buyer has already
 * chosen can be bought, and so can a section or a row that is shown as a whole. */
export function closedText(preview: Preview, { book, chosen, messages, locale }: ClosedSeats): string | null {
  if (preview.seat.seat === null && !book.byKey.has(preview.seat.key)) return null;
  const keys = seatsOf(preview).map(({ key }) => key);
  const closed = keys.find((key) => !chosen.has(key) && book.byKey.get(key)?.state !== "available");
  return closed === undefined ? null : offerText(book.byKey.get(closed), messages, locale);
}

type ClosedSeats = {
  book: Pick<OfferBook, "byKey">;
  chosen: ReadonlySet<string>;
  messages: OfferMessages;
  locale: string;
};

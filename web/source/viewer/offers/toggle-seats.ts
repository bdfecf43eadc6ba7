// Choosing seats: what is chosen afterwards, and what the page hears of it.
import type { MessageToPage } from "../../host-messages/messages";
import { seatsOf } from "../../plan/previewed-seats";
import type { Preview } from "../types";
import type { OfferBook } from "./offer-book";

type SeatChosen = Extract<MessageToPage, { event: "seat-chosen" }>;

/** Chooses the seats of a preview, or removes them if all of them were chosen. Returns the message for the page. */
export function toggleSeats(
  preview: Pick<Preview, "seat" | "seats">,
  chosen: ReadonlySet<string>,
  { byKey }: Pick<OfferBook, "byKey">,
): SeatChosen {
  const keys = seatsOf(preview as Preview).map(({ key }) => key);
  const isChosen = !keys.every((key) => chosen.has(key));
  const others = [...chosen].filter((key) => !keys.includes(key));
  const offers = keys.flatMap((key) => byKey.get(key) ?? []);
  return {
    event: "seat-chosen",
    seat: preview.seat.key,
    offer: offers[0] ?? null,
    chosen: isChosen,
    ...(keys.length > 1 ? { seats: keys, offers } : {}),
    allChosen: isChosen ? [...new Set([...chosen, ...keys])] : others,
  };
}

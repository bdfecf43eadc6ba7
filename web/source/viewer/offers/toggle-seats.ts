// Choosing places: what is chosen afterwards, and what the page hears of it.
import type { MessageToPage } from "../../host-messages/messages";
import type { OfferBook } from "./offer-book";

export type SeatChosen = Extract<MessageToPage, { event: "seat-chosen" }>;

/** The chosen places by their keys, each with its number. */
export type Chosen = ReadonlyMap<string, number>;

/** Returns the chosen places as the page lists them: an area once for each place. */
export function listOfChosen(chosen: Chosen): string[] {
  return [...chosen].flatMap(([key, count]) => Array.from({ length: count }, () => key));
}

export function countChosen(keys: readonly string[]): Chosen {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Chooses seats, or removes them if all of them were chosen. Returns the message for the page. */
export function toggleSeats(keys: readonly string[], chosen: Chosen, book: Pick<OfferBook, "byKey">): SeatChosen {
  const isChosen = !keys.every((key) => chosen.has(key));
  const before = listOfChosen(chosen);
  const after = isChosen
    ? [...before, ...keys.filter((key) => !chosen.has(key))]
    : before.filter((key) => !keys.includes(key));
  return seatChosen(keys, isChosen, after, book);
}

/** The message about seats that were chosen together, or removed. */
export function seatChosen(
  keys: readonly string[],
  isChosen: boolean,
  allChosen: string[],
  { byKey }: Pick<OfferBook, "byKey">,
): SeatChosen {
  const offers = keys.flatMap((key) => byKey.get(key) ?? []);
  return {
    event: "seat-chosen",
    seat: keys[0] ?? "",
    offer: offers[0] ?? null,
    chosen: isChosen,
    ...(keys.length > 1 ? { seats: [...keys], offers } : {}),
    allChosen,
  };
}

/** Chooses a number of places of an area. Returns the message for the page. */
export function countPlaces(key: string, count: number, chosen: Chosen, book: Pick<OfferBook, "byKey">): SeatChosen {
  const after = new Map(chosen);
  if (count > 0) after.set(key, count);
  else after.delete(key);
  return { ...seatChosen([key], count > 0, listOfChosen(after), book), count };
}

// What can be chosen where a preview is, and what could be chosen instead.
import { type ChoiceRules, obeysRules } from "@seatpreview/client";
import { CHOSEN_MAX, type Offer } from "../../host-messages/offer";
import { idsOfKey, type Plan, type PlanIndex } from "../../plan/plan";
import { seatsOf } from "../../plan/previewed-seats";
import { labelOfSeats } from "../best-choice";
import { nameOfSeats } from "../place-name";
import type { Preview } from "../types";
import type { Texts } from "../use-texts";
import { nearestFree } from "./free-seats";
import { isOnSale, type OfferBook } from "./offer-book";
import type { PlanHall } from "./plan-hall";
import { offerText } from "./prices";
import type { Choice, NamedSeats, OfferMessages } from "./shown-offers";
import type { Chosen } from "./toggle-seats";
import { wholeTableOf } from "./whole-tables";

export function choiceOf(preview: Preview, index: PlanIndex, book: OfferBook, chosen: Chosen): Choice {
  const shown = seatsOf(preview).map(({ key }) => key);
  const [first = ""] = shown;
  const offer = book.byKey.get(first);
  const isStanding =
    index.section(preview.seat.section)?.kind === "standing" && preview.seat.seat === null && shown.length === 1;
  if (offer?.free !== undefined) {
    const count = chosen.get(first) ?? 0;
    const canBeChosen = offer.state === "available" || count > 0;
    return { kind: "area", keys: [first], canBeChosen, count, most: Math.min(offer.free, CHOSEN_MAX), isStanding };
  }
  const tables = shown.map((key) => wholeTableOf(index, book, key));
  const keys = [...new Set(shown.flatMap((key, position) => tables[position]?.chosen ?? [key]))];
  const isChosen = keys.every((key) => chosen.has(key));
  return {
    kind: tables.some((table) => table !== null) ? "table" : "seats",
    keys,
    canBeChosen: isChosen || keys.every((key) => isOnSale(book, key)),
    count: isChosen ? 1 : 0,
    most: 1,
    isStanding,
  };
}

/** Names places for a button, by which they are shown or chosen. */
export function namedSeats(
  keys: readonly string[],
  { plan, book, texts, messages }: { plan: Plan; book: OfferBook; texts: Texts; messages: OfferMessages },
  ownSection: string,
): NamedSeats {
  return {
    label: labelOfSeats(keys),
    name: nameOfSeats(keys, plan, texts.messages, ownSection),
    price: offerText(book.byKey.get(keys[0] ?? ""), messages, texts.locale),
  };
}

export type Replacement = { keys: readonly string[]; added: readonly string[]; isAlike: boolean };

/**
 * Finds what may take the place of a seat that somebody else has bought while it was chosen: the nearest seats of its
 * category and price, or else the nearest at all. Where the rules allow no single seat, all chosen seats are replaced.
 */
export function replacementsFor(
  lost: string,
  was: Offer,
  chosen: readonly string[],
  { plan, book, hall, rules }: { plan: Plan; book: OfferBook; hall: PlanHall; rules: ChoiceRules },
): Replacement[] {
  const kept = chosen.filter((key) => key !== lost);
  const at = idsOfKey(lost);
  if (at.seat === null) return [];
  const isFree = (key: string) => isOnSale(book, key) && !kept.includes(key) && hall.place(key)?.isFree === true;
  const isAlike = (key: string) => {
    const offer = book.byKey.get(key);
    return isFree(key) && offer?.price === was.price && offer.label === was.label;
  };
  for (const [count, before] of [
    [1, kept],
    [kept.length + 1, []],
  ] as const) {
    const obeys = (keys: readonly string[]) => obeysRules(rules, hall, [...before, ...keys]);
    for (const isWanted of [isAlike, isFree]) {
      const isPossible = count === 1 ? (key: string) => isWanted(key) && obeys([key]) : isWanted;
      const groups = nearestFree(plan, at, count, isPossible).filter(({ keys }) => obeys(keys));
      if (groups.length > 0)
        return groups.map(({ keys }) => ({ keys: [...before, ...keys], added: keys, isAlike: isWanted === isAlike }));
    }
  }
  return [];
}

// The offers as the panel and the map show them, and what a buyer does with them.
import type { ChoiceRules, Judgement } from "@seatpreview/client";
import type { OfferMessages } from "../../languages/generated/offers/en";
import type { MapOffers } from "../../plan/map-offers";
import type { Plan } from "../../plan/plan";
import type { Locale } from "../locales";
import type { Preview, Side } from "../types";
import type { OfferBook } from "./offer-book";

export type { OfferMessages } from "../../languages/generated/offers/en";

/** Seats that are named on a button, by which they are shown or chosen. */
export type NamedSeats = {
  /** The label that shows them. */
  label: string;
  name: string;
  price: string;
};

/** What can be chosen where a preview is: seats, an area with a number of places, or a table as a whole. */
export type Choice = {
  kind: "seats" | "area" | "table";
  /** The keys that are chosen together; of an area its own. */
  keys: readonly string[];
  canBeChosen: boolean;
  /** How many places of it are chosen: of seats and tables, all or none. */
  count: number;
  /** How many places of an area can be chosen. */
  most: number;
  /** Whether people stand there, so that what is seen depends on who stands in front. */
  isStanding: boolean;
};

/** Why something could not be chosen, or is not chosen any more, and what can be chosen instead. */
export type Notice = {
  text: string;
  /** Stands before what can be chosen instead. */
  lead: string;
  instead: readonly (NamedSeats & { choose: () => void })[];
  /** Asks for a wheelchair space; null where that is not the reason. */
  askForWheelchair: (() => void) | null;
};

export type Refusal = Judgement & { rule: NonNullable<Judgement["rule"]> };

export type ShownOffers = {
  book: OfferBook;
  messages: OfferMessages;
  locale: Locale;
  /** The keys of the chosen places, each with the number of places. */
  chosen: ReadonlyMap<string, number>;
  onlyOnSale: boolean;
  setOnlyOnSale: (isOn: boolean) => void;
  choiceOf: (preview: Preview) => Choice;
  /** Chooses the seats of a preview and tells the page, or removes them if they were chosen. */
  choose: (preview: Preview) => void;
  /** Chooses a number of places of an area. */
  setCount: (preview: Preview, count: number) => void;
  /** What is to be said of the choice where a preview is shown. */
  noticeOf: (preview: Preview) => Notice | null;
};

export type Offers = ShownOffers & {
  map: MapOffers;
  /** Where moves go from a preview: to its neighbours, or to the nearest seats on sale. */
  movesOf: (preview: Preview) => Record<Side, string | null>;
  /** What can be bought near the seats of a preview that cannot. */
  near: (preview: Preview) => readonly NamedSeats[];
  /** The keys of the seats on sale, among which the best are looked for. */
  freeSeats: (plan: Plan) => readonly string[];
  /** The rules of the shop, as they hold for this buyer. */
  rules: ChoiceRules;
  Panel: typeof import("./offer-panel").OfferPanel;
  Legend: typeof import("./offer-panel").OfferLegend;
  Prices: typeof import("./offer-panel").PriceColours;
};

// The offers of the host page as state of the viewer. Their script is loaded with the first offers.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { MapOffers } from "../../plan/map-offers";
import type { Plan } from "../../plan/plan";
import type { HostChannel } from "../host-channel";
import type { Session } from "../session";
import type { Preview, Side } from "../types";
import { useModule } from "../use-module";
import type { Texts } from "../use-texts";
import type { OfferBook } from "./offer-book";
import { OfferInbox, type UncheckedOffers } from "./offer-inbox";
import type { NearSeats, ShownOffers } from "./shown-offers";

type Tools = typeof import("./offer-tools");

export type Offers = ShownOffers & {
  map: MapOffers;
  /** Where moves go from a preview: to its neighbours, or to the nearest seats on sale. */
  movesOf: (preview: Preview) => Record<Side, string | null>;
  /** What can be bought near the seats of a preview that cannot. */
  near: (preview: Preview) => readonly NearSeats[];
  /** The keys of the seats on sale, among which the best are looked for. */
  freeSeats: (plan: Plan) => readonly string[];
  Panel: Tools["OfferPanel"];
  Legend: Tools["OfferLegend"];
  Prices: Tools["PriceColours"];
};

export type OffersOptions = {
  session: Session;
  plan: Plan | null | undefined;
  texts: Texts;
  hostChannel: HostChannel;
  announce: (text: string) => void;
  onFailed: (failure: unknown) => void;
};

/** Returns the offers; null as long as the page has none. */
export function useOffers(options: OffersOptions): Offers | null {
  const { session, plan, hostChannel, announce } = options;
  const { locale } = options.texts;
  const messages = options.texts.messages.offers;
  const [message, setMessage] = useState<UncheckedOffers | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [onlyOnSale, setOnlyOnSale] = useState(false);
  useEffect(() => {
    const inbox = new OfferInbox(setMessage);
    hostChannel.listen({ offers: (received) => inbox.receive(received) });
  }, [hostChannel]);
  const tools = useModule(message !== null, () => import("./offer-tools"), options.onFailed);
  const book = useBook(tools, message, options);
  useEffect(() => {
    if (tools !== null && message !== null) setChosen(new Set(tools.checkChosen(message.chosen)));
  }, [tools, message]);

  const known = useMemo(
    () => (tools === null || book === null ? null : tools.mapOffers(book, messages, locale)),
    [tools, book, messages],
  );
  const own = session.claims.seats;
  const isAllowed = (key: string) => own.length === 0 || own.includes(key);
  const movesOf = useCallback(
    (preview: Preview) => {
      if (!onlyOnSale || tools === null || book === null || plan == null) return preview.neighbours;
      return tools.movesOnSale(book, plan, preview, isAllowed) ?? preview.neighbours;
    },
    [onlyOnSale, tools, book, plan, session],
  );
  const freeSeats = useMemo(
    () => (place: Plan) => (tools === null || book === null ? [] : tools.seatsOnSale(book, place)),
    [tools, book],
  );
  return useMemo(() => {
    if (tools === null || book === null || known === null) return null;
    const choose = (preview: Preview) => {
      const told = tools.toggleSeats(preview, chosen, book);
      setChosen(new Set(told.allChosen));
      hostChannel.send(told);
      announce(told.chosen ? messages.wasChosen : messages.wasRemoved);
    };
    const { OfferPanel: Panel, OfferLegend: Legend, PriceColours: Prices } = tools;
    const shown = { book, messages, locale, chosen, onlyOnSale, setOnlyOnSale, choose };
    const near = (preview: Preview) =>
      plan == null ? [] : tools.nearSeats(book, plan, preview, isAllowed, options.texts);
    return { ...shown, map: { ...known, chosen }, movesOf, near, freeSeats, Panel, Legend, Prices };
  }, [tools, book, messages, known, chosen, onlyOnSale, movesOf, plan]);
}

/** Reads the latest offers. Those of before stay until the new ones are known. */
function useBook(tools: Tools | null, message: UncheckedOffers | null, options: OffersOptions): OfferBook | null {
  const { session, plan, hostChannel, onFailed } = options;
  const [book, setBook] = useState<OfferBook | null>(null);
  const resolver = useMemo(
    () => (tools === null ? null : new tools.LabelResolver((labels) => session.resolve(labels), seconds)),
    [tools, session],
  );
  const offers = message?.offers;
  useEffect(() => {
    if (tools === null || resolver === null || offers === undefined || plan == null) return;
    let isLatest = true;
    // Labels of a list that has been replaced need not be resolved any more.
    const resolve = (labels: readonly string[]) => (isLatest ? resolver.resolve(labels) : Promise.reject());
    tools.readOffers(offers, { plan, resolve, pause: () => seconds(0) }).then(
      (read) => {
        if (!isLatest) return;
        setBook(read);
        hostChannel.send({ event: "offers", seats: read.byKey.size, unknown: [...read.unknown] });
      },
      (failure: unknown) => isLatest && onFailed(failure),
    );
    return () => {
      isLatest = false;
    };
  }, [tools, resolver, offers, plan]);
  return book;
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1000));
}

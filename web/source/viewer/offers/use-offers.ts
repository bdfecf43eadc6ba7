// The offers of the host page as state of the viewer. Their script is loaded with the first offers.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { MapOffers } from "../../plan/map-offers";
import type { Plan } from "../../plan/plan";
import { seatsOf } from "../../plan/previewed-seats";
import type { HostChannel } from "../host-channel";
import type { Locale } from "../locales";
import type { Session } from "../session";
import type { Preview, Side } from "../types";
import type { OfferMessages } from "./messages/load";
import type { OfferBook } from "./offer-book";
import { OfferInbox, type UncheckedOffers } from "./offer-inbox";
import type { ShownOffers } from "./shown-offers";

type Tools = typeof import("./offer-tools");

export type Offers = ShownOffers & {
  map: MapOffers;
  /** Where moves go from a preview: to its neighbours, or to the nearest seats on sale. */
  movesOf: (preview: Preview) => Record<Side, string | null>;
  /** Why the seats of a preview cannot be bought, in a word; null if they can. */
  closedText: (preview: Preview) => string | null;
  Panel: Tools["OfferPanel"];
  Legend: Tools["OfferLegend"];
};

export type OffersOptions = {
  session: Session;
  plan: Plan | null | undefined;
  locale: Locale;
  hostChannel: HostChannel;
  announce: (text: string) => void;
  onFailed: (failure: unknown) => void;
};

/** Returns the offers; null as long as the page has none. */
export function useOffers(options: OffersOptions): Offers | null {
  const { session, plan, locale, hostChannel } = options;
  const [message, setMessage] = useState<UncheckedOffers | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [onlyOnSale, setOnlyOnSale] = useState(false);
  useEffect(() => {
    const inbox = new OfferInbox(setMessage);
    hostChannel.listen({ offers: (received) => inbox.receive(received) });
  }, [hostChannel]);
  const tools = useTools(message !== null, options.onFailed);
  const messages = useOfferMessages(tools, locale);
  const book = useBook(tools, message, options);
  useEffect(() => {
    if (tools !== null && message !== null) setChosen(new Set(tools.checkChosen(message.chosen)));
  }, [tools, message]);

  const latest = useRef({ options, chosen, book, messages });
  latest.current = { options, chosen, book, messages };
  const choose = useCallback((preview: Preview) => {
    const now = latest.current;
    const keys = seatsOf(preview).map(({ key }) => key);
    const isChosen = !keys.every((key) => now.chosen.has(key));
    const all = new Set(now.chosen);
    for (const key of keys) {
      if (isChosen) all.add(key);
      else all.delete(key);
    }
    setChosen(all);
    const offers = keys.flatMap((key) => now.book?.byKey.get(key) ?? []);
    const several = keys.length > 1 ? { seats: keys, offers } : {};
    const told = { seat: preview.seat.key, offer: offers[0] ?? null, chosen: isChosen, ...several };
    now.options.hostChannel.send({ event: "seat-chosen", ...told, allChosen: [...all] });
    if (now.messages !== null) now.options.announce(isChosen ? now.messages.wasChosen : now.messages.wasRemoved);
  }, []);

  const known = useMemo(
    () => (tools === null || book === null || messages === null ? null : tools.mapOffers(book, messages, locale)),
    [tools, book, messages, locale],
  );
  const movesOf = useCallback(
    (preview: Preview) => {
      if (!onlyOnSale || tools === null || book === null || plan == null) return preview.neighbours;
      const own = session.claims.seats;
      const isAllowed = (key: string) => own.length === 0 || own.includes(key);
      return tools.movesOnSale(book, plan, preview, isAllowed) ?? preview.neighbours;
    },
    [onlyOnSale, tools, book, plan, session],
  );
  return useMemo(() => {
    if (tools === null || book === null || messages === null || known === null) return null;
    const map = { ...known, chosen };
    const { OfferPanel: Panel, OfferLegend: Legend } = tools;
    const shown = { book, messages, locale, chosen, onlyOnSale, setOnlyOnSale, choose };
    const closedText = (preview: Preview) => tools.closedText(preview, shown);
    return { ...shown, map, movesOf, closedText, Panel, Legend };
  }, [tools, book, messages, known, locale, chosen, onlyOnSale, movesOf]);
}

function useTools(isNeeded: boolean, onFailed: (failure: unknown) => void): Tools | null {
  const [tools, setTools] = useState<Tools | null>(null);
  useEffect(() => {
    if (isNeeded) import("./offer-tools").then(setTools, onFailed);
  }, [isNeeded]);
  return tools;
}

function useOfferMessages(tools: Tools | null, locale: Locale): OfferMessages | null {
  const [messages, setMessages] = useState<OfferMessages | null>(null);
  useEffect(() => {
    let isLatest = true;
    tools?.loadOfferMessages(locale).then(
      (loaded) => isLatest && setMessages(loaded),
      () => {},
    );
    return () => {
      isLatest = false;
    };
  }, [tools, locale]);
  return messages;
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

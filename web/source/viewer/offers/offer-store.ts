// The offers of the page as the viewer knows them: what the page has said, what the buyer has chosen, and what the rules
// of the shop say of that.
import { type ChoiceRules, judgeChoice, readRules, unmetRule } from "@seatpreview/client";
import { checkChosen, type Offer } from "../../host-messages/offer";
import { MODULES } from "../../languages/generated/load-offers";
import { type Plan, PlanIndex } from "../../plan/plan";
import { seatsOf } from "../../plan/previewed-seats";
import type { HostChannel } from "../host-channel";
import { languageOf } from "../locales";
import { nameOfSeats } from "../place-name";
import type { Session } from "../session";
import type { Preview } from "../types";
import type { Texts } from "../use-texts";
import { choiceOf, namedSeats, replacementsFor } from "./choices";
import { seatsOnSale } from "./free-seats";
import { LabelResolver } from "./label-resolver";
import { isOnSale, type OfferBook, readOffers } from "./offer-book";
import { OfferInbox, type OfferMessage } from "./offer-inbox";
import { OfferLegend, OfferPanel, PriceColours } from "./offer-panel";
import { mapOffers, movesOnSale, nearSeats } from "./offer-tools";
import { PlanHall } from "./plan-hall";
import type { Notice, OfferMessages, Offers, Refusal } from "./shown-offers";
import {
  type Chosen,
  countChosen,
  countPlaces,
  listOfChosen,
  type SeatChosen,
  seatChosen,
  toggleSeats,
} from "./toggle-seats";

export type OfferHost = {
  session: Session;
  hostChannel: HostChannel;
  announce: (text: string) => void;
  onFailed: (failure: unknown) => void;
  /** Called with the offers whenever anything about them has changed. */
  onChange: (offers: Offers) => void;
};

/** The offers in a plan. Functions stay the same as long as these do. */
type Known = Pick<Offers, "movesOf" | "near" | "freeSeats"> & {
  book: OfferBook;
  plan: Plan;
  index: PlanIndex;
  hall: PlanHall;
};

export class OfferStore {
  private readonly inbox = new OfferInbox((offers) => this.onMessage(offers.chosen));
  private readonly resolver: LabelResolver;
  private plan: Plan | null = null;
  private texts: Texts | null = null;
  private messages: OfferMessages | null = null;
  private rules: ChoiceRules = {};
  private chosen: Chosen = new Map();
  private onlyOnSale = false;
  private asksForWheelchair = false;
  /** What could not be chosen last. */
  private refused: { keys: readonly string[]; refusal: Refusal; again: () => void } | null = null;
  /** Chosen places that somebody else has bought, with the offers that they had. */
  private readonly taken = new Map<string, Offer>();
  private known: Known | null = null;
  private onMap: Omit<Offers["map"], "chosen"> | null = null;
  /** The list that is read, or was read last. */
  private list: readonly unknown[] | null = null;
  private reading: Promise<void> = Promise.resolve();

  constructor(private readonly host: OfferHost) {
    this.resolver = new LabelResolver((labels) => host.session.resolve(labels), seconds);
  }

  /** Takes a message of the page: offers, changes of them, what is chosen, or rules. */
  receive(message: OfferMessage): void {
    if (message.ask === "rules") this.setRules(message.rules);
    else if (message.ask === "update") this.change(message.offers);
    else this.inbox.receive(message);
  }

  /** Shows the offers in this plan and language. */
  show(plan: Plan | null, texts: Texts): void {
    const isOther = plan !== this.plan;
    this.plan = plan;
    if (isOther) this.read();
    if (texts === this.texts) return;
    this.texts = texts;
    MODULES[languageOf(texts.locale)]().then(({ messages }) => {
      if (texts !== this.texts) return;
      this.messages = messages;
      this.onMap = null;
      this.publish();
    }, this.host.onFailed);
  }

  private onMessage(chosen: unknown): void {
    this.chosen = countChosen(checkChosen(chosen));
    this.refused = null;
    if (this.inbox.offers !== this.list) this.read();
    this.publish();
  }

  private setRules(value: unknown): void {
    const { rules, faults } = readRules(value);
    this.rules = this.asksForWheelchair ? { ...rules, wheelchairOnRequest: false } : rules;
    this.refused = null;
    this.hint(faults);
    this.publish();
  }

  private hint(hints: readonly string[]): void {
    if (hints.length > 0) this.host.hostChannel.send({ event: "hint", hints: [...hints] });
  }

  /** Reads all offers. Those of before stay until the new ones are known. */
  private read(): void {
    const { offers } = this.inbox;
    this.list = offers;
    if (offers !== null) this.readLater(offers, false);
  }

  /** Takes changes of single offers. They wait for the list that is being read. */
  private change(value: unknown): void {
    if (!Array.isArray(value)) return;
    this.inbox.merge(value);
    this.list = this.inbox.offers;
    if (this.plan !== null) this.readLater(value, true);
  }

  private readLater(offers: readonly unknown[], isChange: boolean): void {
    const { plan } = this;
    if (plan === null) return;
    const list = this.inbox.listNumber;
    const isLatest = () => plan === this.plan && list === this.inbox.listNumber;
    // Labels of a list that has been replaced need not be resolved any more.
    const resolve = (labels: readonly string[]) => (isLatest() ? this.resolver.resolve(labels) : Promise.reject());
    const before = this.reading;
    const read = async () => {
      if (isChange) await before;
      const known = this.known;
      const base = isChange && known?.plan === plan ? known.book : null;
      const book = await readOffers(offers, { plan, resolve, pause: () => seconds(0) }, base);
      if (!isLatest()) return;
      const { faults, unknown } = book;
      const unknownText = `These offers name no seat of the venue: ${unknown.join(", ")}`;
      this.hint(unknown.length === 0 ? faults : [...faults, unknownText]);
      this.setBook(book, plan);
      this.host.hostChannel.send({ event: "offers", seats: book.byKey.size, unknown: [...unknown] });
    };
    this.reading = read().catch((failure: unknown) => {
      if (isLatest()) this.host.onFailed(failure);
    });
  }

  private setBook(book: OfferBook, plan: Plan): void {
    const index = new PlanIndex(plan);
    const before = this.known?.book;
    for (const [key, count] of this.chosen) {
      const was = before?.byKey.get(key);
      const isLost = !isOnSale(book, key) || (book.byKey.get(key)?.free ?? count) < count;
      if (!isLost) this.taken.delete(key);
      else if (was?.state === "available" && (was.free ?? count) >= count) this.taken.set(key, was);
    }
    const own = this.host.session.claims.seats;
    const isAllowed = (key: string) => own.length === 0 || own.includes(key);
    this.known = {
      ...{ book, plan, index, hall: new PlanHall(plan, book) },
      movesOf: (preview) =>
        (this.onlyOnSale ? movesOnSale(book, plan, preview, isAllowed) : null) ?? preview.neighbours,
      near: (preview) => {
        const { texts, messages } = this;
        return texts === null || messages === null
          ? []
          : nearSeats({ plan, book, texts, messages }, preview, isAllowed);
      },
      freeSeats: (place) => seatsOnSale(book, place),
    };
    this.onMap = null;
    this.refused = null;
    this.publish();
    for (const key of this.taken.keys()) if (this.chosen.has(key)) this.host.announce(this.takenText(key));
  }

  private publish(): void {
    const { known, messages, texts, chosen, onlyOnSale } = this;
    if (known === null || messages === null || texts === null) return;
    this.onMap ??= mapOffers(known.book, known.index, messages, texts.locale);
    const { index, book, hall: _, plan: __, ...functions } = known;
    this.host.onChange({
      ...{ book, messages, chosen, onlyOnSale, locale: texts.locale },
      ...functions,
      rules: this.rules,
      // Where moves lead depends on the switch, so that it is another function.
      movesOf: (preview) => functions.movesOf(preview),
      setOnlyOnSale: (isOn) => {
        this.onlyOnSale = isOn;
        this.publish();
      },
      choiceOf: (preview) => choiceOf(preview, index, book, chosen),
      choose: (preview) => this.choose(choiceOf(preview, index, book, chosen).keys),
      setCount: (preview, count) => this.setCount(seatsOf(preview)[0]?.key ?? "", count),
      noticeOf: (preview) => this.noticeOf(preview),
      map: { ...this.onMap, chosen },
      ...{ Panel: OfferPanel, Legend: OfferLegend, Prices: PriceColours },
    });
  }

  private choose(keys: readonly string[]): void {
    const { known, chosen } = this;
    if (known === null) return;
    const added = keys.filter((key) => !chosen.has(key));
    if (added.length > 0 && this.refuses(added, () => this.choose(keys))) return;
    this.finish(toggleSeats(keys, chosen, known.book));
  }

  private setCount(key: string, count: number): void {
    const { known, chosen } = this;
    if (known === null) return;
    const added = Array.from({ length: Math.max(0, count - (chosen.get(key) ?? 0)) }, () => key);
    if (added.length > 0 && this.refuses(added, () => this.setCount(key, count))) return;
    this.finish(countPlaces(key, count, chosen, known.book));
  }

  /** Whether the rules forbid to choose these places as well, which is then said. */
  private refuses(added: readonly string[], again: () => void): boolean {
    const { known, rules, messages } = this;
    if (known === null || messages === null) return false;
    const chosen = listOfChosen(this.chosen);
    const { rule, instead } = judgeChoice(rules, known.hall, chosen, added);
    if (rule === null) return false;
    this.refused = { keys: added, refusal: { rule, instead }, again };
    this.host.announce(this.ruleText(rule));
    this.publish();
    return true;
  }

  /** Keeps what is chosen now, and tells the page. */
  private finish(told: SeatChosen): void {
    const { known, messages } = this;
    if (known === null || messages === null) return;
    this.chosen = countChosen(told.allChosen);
    this.refused = null;
    for (const key of this.taken.keys()) if (!this.chosen.has(key)) this.taken.delete(key);
    const unmet = unmetRule(this.rules, known.hall, told.allChosen);
    this.host.hostChannel.send({ ...told, unmet });
    this.host.announce(told.chosen ? messages.wasChosen : messages.wasRemoved);
    this.publish();
  }

  /** Chooses other places in place of some. */
  private replace(all: readonly string[], added: readonly string[]): void {
    if (this.known !== null) this.finish(seatChosen(added, true, [...all], this.known.book));
  }

  /** What is to be said of the choice where a preview is shown: what was refused there, what is lost, what is not complete. */
  private noticeOf(preview: Preview): Notice | null {
    const { known, texts, messages, refused } = this;
    if (known === null || texts === null || messages === null) return null;
    const own = preview.seat.section;
    const named = (all: readonly string[], added: readonly string[]) => ({
      ...namedSeats(added, { ...known, texts, messages }, own),
      choose: () => this.replace(all, added),
    });
    const chosen = listOfChosen(this.chosen);
    const shown = choiceOf(preview, known.index, known.book, this.chosen).keys;
    if (refused?.keys.some((key) => shown.includes(key))) {
      return this.ruleNotice(refused.refusal, chosen, refused.again, named);
    }
    for (const [key, was] of this.taken) {
      const found = replacementsFor(key, was, chosen, { ...known, rules: this.rules });
      const instead = found.map(({ keys, added }) => named(keys, added));
      const lead = found[0]?.isAlike === true ? messages.alike : messages.near;
      return { text: this.takenText(key), lead, instead, askForWheelchair: null };
    }
    if (chosen.length === 0) return null;
    const unmet = unmetRule(this.rules, known.hall, chosen);
    if (unmet === null) return null;
    const { instead } = judgeChoice(this.rules, known.hall, [], chosen);
    return this.ruleNotice({ rule: unmet, instead }, [], null, named);
  }

  private ruleNotice(
    { rule, instead }: Refusal,
    chosen: readonly string[],
    again: (() => void) | null,
    named: (all: readonly string[], added: readonly string[]) => Notice["instead"][number],
  ): Notice {
    const askForWheelchair = () => {
      this.asksForWheelchair = true;
      this.rules = { ...this.rules, wheelchairOnRequest: false };
      again?.();
    };
    return {
      text: this.ruleText(rule),
      lead: this.messages?.wouldDo ?? "",
      instead: instead.map((all) => {
        const added = all.filter((key) => !chosen.includes(key));
        return named(all, added.length === 0 ? all : added);
      }),
      askForWheelchair: rule === "wheelchair" && again !== null ? askForWheelchair : null,
    };
  }

  private ruleText(rule: Refusal["rule"]): string {
    const { messages, rules, texts } = this;
    if (messages === null) return "";
    if (rule === "atLeast" || rule === "atMost")
      return messages[rule]((rules[rule] ?? 0).toLocaleString(texts?.locale));
    return messages[rule];
  }

  private takenText(key: string): string {
    const { known, texts, messages } = this;
    if (known === null || texts === null || messages === null) return "";
    return messages.taken(nameOfSeats([key], known.plan, texts.messages));
  }
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1000));
}

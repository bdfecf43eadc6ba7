// Tests of messages about offers: how the page sends them, and how the viewer puts them together.
import { expect, test, vi } from "vitest";
import { PageOffers } from "../../embed/page-offers";
import { OFFERS_MAX } from "../../host-messages/offer";
import { OfferInbox, type OfferMessage, type UncheckedOffers } from "./offer-inbox";

/** A page, the inbox that its messages go to, and what both of them have told. */
function exchange() {
  const hear = vi.fn<(offers: UncheckedOffers) => void>();
  const inbox = new OfferInbox(hear);
  const sent: OfferMessage[] = [];
  const page = new PageOffers((message) => {
    sent.push(message as OfferMessage);
    if (message.ask !== "rules" && message.ask !== "update") inbox.receive(message as OfferMessage);
  });
  return { page, inbox, sent, hear };
}

test("a long list arrives in parts, and is reported once", () => {
  const { page, sent, hear } = exchange();
  page.tell();
  expect(sent).toEqual([]);
  page.setOffers(Array.from({ length: 4_001 }, (_, index) => ({ seat: `1/A/${index}` })));
  expect(sent.map(({ part, isLast }) => [part, isLast])).toEqual([
    [0, false],
    [1, false],
    [2, true],
  ]);
  expect(hear).toHaveBeenCalledTimes(1);
  expect(hear.mock.calls[0]?.[0].offers).toHaveLength(4_001);
});

test("an empty list is reported as well", () => {
  const { page, hear } = exchange();
  page.setOffers([{ seat: "1/A/1" }]);
  page.setChosen(["1/A/1"]);
  page.setOffers([]);
  expect(hear).toHaveBeenLastCalledWith({ offers: [], chosen: ["1/A/1"] });
});

test("chosen seats are reported without sending the offers again", () => {
  const { page, sent, hear } = exchange();
  page.setChosen(["1/A/2"]);
  page.setOffers([{ seat: "1/A/1" }]);
  page.setChosen(["1/A/1"]);
  expect(sent.at(-1)).toEqual({ ask: "chosen", chosen: ["1/A/1"] });
  const [[first], [second]] = hear.mock.calls as [[UncheckedOffers], [UncheckedOffers]];
  expect([first.chosen, second.chosen]).toEqual([["1/A/2"], ["1/A/1"]]);
  expect(second.offers).toBe(first.offers);
});

test("changes of single offers are sent alone, and are part of the list that a viewer gets when it starts", () => {
  const { page, inbox, sent, hear } = exchange();
  page.setOffers([{ seat: "1/A/1", price: 1 }, { seat: "1/A/2" }]);
  page.update([{ seat: "1/A/1", price: 2, state: "sold" }]);
  expect(sent.at(-1)).toMatchObject({ ask: "update", offers: [{ seat: "1/A/1", price: 2, state: "sold" }] });
  inbox.merge(sent.at(-1)?.offers as []);
  expect(inbox.offers).toEqual(page.offers);
  page.tell();
  expect(hear.mock.calls.at(-1)?.[0].offers).toEqual(page.offers);
  const other = exchange();
  other.page.update([{ seat: "1/A/1" }]);
  expect(other.hear).toHaveBeenCalledOnce();
});

test("rules are sent before the offers of a viewer that starts, and again when they change", () => {
  const { page, sent } = exchange();
  page.setRules({ atMost: 4, onBroken: () => {} });
  sent.splice(0);
  page.setOffers([{ seat: "1/A/1" }]);
  expect(sent.map(({ ask }) => ask)).toEqual(["rules", "offers"]);
  expect(sent[0]).toEqual({ ask: "rules", rules: { atMost: 4 } });
  page.setRules(null);
  expect(sent.at(-1)).toEqual({ ask: "rules", rules: null });
});

test("parts that do not follow each other, and values that are not lists, are ignored", () => {
  const { inbox, hear } = exchange();
  inbox.receive({ offers: [1], part: 1, isLast: true });
  inbox.receive({ offers: [1], part: 0, isLast: false });
  inbox.receive({ offers: [2], part: 2, isLast: true });
  inbox.receive({ offers: "1/A/1" });
  inbox.receive({});
  expect(hear).not.toHaveBeenCalled();
  inbox.receive({ offers: [3], chosen: [] });
  expect(hear).toHaveBeenCalledExactlyOnceWith({ offers: [3], chosen: [] });
});

test("a page cannot fill the memory of the viewer with parts that never end", () => {
  const { inbox, hear } = exchange();
  const many = Array.from({ length: 30_000 }, () => 1);
  for (const part of [0, 1, 2, 3]) inbox.receive({ offers: many, part, isLast: part === 3 });
  expect(hear.mock.calls[0]?.[0].offers).toHaveLength(OFFERS_MAX + 1);
});

test("the element keeps what the buyer has chosen, and warns of what is wrong", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { page } = exchange();
  const chosen = { event: "seat-chosen", seat: "1/A/2", offer: null, chosen: true } as const;
  page.receive({ ...chosen, allChosen: ["1/A/1", "1/A/2"] });
  expect(page.chosen).toEqual(["1/A/1", "1/A/2"]);
  page.receive({ event: "hint", hints: ["rules.most is left out: there is no such rule."] });
  page.setOffers([{ seat: 1 }]);
  expect(warn.mock.calls.map(([text]) => text)).toEqual([
    "<seat-preview> rules.most is left out: there is no such rule.",
    "<seat-preview> offers[0] is left out: `seat` must be the key or the label of a seat.",
  ]);
});

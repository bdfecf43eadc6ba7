// Tests of messages about offers: how the page sends them, and how the viewer puts them together.
import { expect, test, vi } from "vitest";
import { PageOffers } from "../../embed/offers";
import { OFFERS_MAX } from "../../offers/offer";
import { OfferInbox, type OfferMessage, type UncheckedOffers } from "./inbox";

function heardBy(inbox: OfferInbox) {
  const hear = vi.fn();
  inbox.listen(hear);
  return hear;
}

test("a long list arrives in parts, and is told once", () => {
  const inbox = new OfferInbox();
  const hear = heardBy(inbox);
  const sent: OfferMessage[] = [];
  const page = new PageOffers((message) => sent.push(message));
  page.tell();
  expect(sent).toEqual([]);
  page.setOffers(Array.from({ length: 4_001 }, (_, index) => ({ seat: `1/A/${index}` })));
  expect(sent.map(({ part, isLast }) => [part, isLast])).toEqual([
    [0, false],
    [1, false],
    [2, true],
  ]);
  for (const message of sent) inbox.receive(message);
  expect(hear).toHaveBeenCalledTimes(1);
  expect(hear.mock.calls[0]?.[0].offers).toHaveLength(4_001);
});

test("an empty list is told as well, and the last list counts for whoever listens later", () => {
  const inbox = new OfferInbox();
  const page = new PageOffers((message) => inbox.receive(message));
  page.setOffers([{ seat: "1/A/1" }]);
  page.setChosen(["1/A/1"]);
  page.setOffers([]);
  expect(heardBy(inbox).mock.calls).toEqual([[{ offers: [], chosen: ["1/A/1"] }]]);
});

test("chosen seats are told without sending the offers again", () => {
  const inbox = new OfferInbox();
  const hear = heardBy(inbox);
  const sent: Record<string, unknown>[] = [];
  const page = new PageOffers((message) => {
    sent.push(message);
    inbox.receive(message);
  });
  page.setChosen(["1/A/2"]);
  page.setOffers([{ seat: "1/A/1" }]);
  page.setChosen(["1/A/1"]);
  expect(sent.at(-1)).toEqual({ ask: "chosen", chosen: ["1/A/1"] });
  const [[first], [second]] = hear.mock.calls as [[UncheckedOffers], [UncheckedOffers]];
  expect([first.chosen, second.chosen]).toEqual([["1/A/2"], ["1/A/1"]]);
  expect(second.offers).toBe(first.offers);
});

test("parts that do not follow each other, and what is no list, are ignored", () => {
  const inbox = new OfferInbox();
  const hear = heardBy(inbox);
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
  const inbox = new OfferInbox();
  const hear = heardBy(inbox);
  const many = Array.from({ length: 30_000 }, () => 1);
  for (const part of [0, 1, 2, 3]) inbox.receive({ offers: many, part, isLast: part === 3 });
  expect(hear.mock.calls[0]?.[0].offers).toHaveLength(OFFERS_MAX + 1);
});

test("the element keeps what the buyer has chosen, and warns of what names no seat", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const page = new PageOffers(() => {});
  page.hear("seat-chosen", { seat: "1/A/2", allChosen: ["1/A/1", "1/A/2"] });
  expect(page.chosen).toEqual(["1/A/1", "1/A/2"]);
  page.hear("offers", { seats: 3, unknown: ["no such place"] });
  page.setOffers([{ seat: 1 }]);
  expect(warn.mock.calls.map(([text]) => text)).toEqual([
    "<seat-preview> These offers name no seat of the venue: no such place",
    "<seat-preview> offers[0] is left out: `seat` must be the key or the label of a seat.",
  ]);
  warn.mockRestore();
});

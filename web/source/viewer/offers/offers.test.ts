// Tests of what the viewer makes of a page's offers.

import { Problem } from "@seatpreview/client";
import { describe, expect, it, test, vi } from "vitest";
import { MODULES } from "../../languages/generated/load-offers";
import { messages } from "../../languages/generated/offers/en";
import { messages as english } from "../../languages/generated/viewer/en";
import type { Plan } from "../../plan/plan";
import { PlanIndex } from "../../plan/plan";
import { LANGUAGES } from "../locales";
import type { Preview } from "../types";
import { choiceOf } from "./choices";
import { nearestFree, seatsOnSale } from "./free-seats";
import { LabelResolver } from "./label-resolver";
import { colourOfOffer, readOffers, summaryOfPlace } from "./offer-book";
import { mapOffers, movesOnSale, nearSeats } from "./offer-tools";
import { onSaleNeighbours } from "./on-sale-neighbours";
import { colourOf, priceClasses } from "./price-classes";
import { offerText, priceText } from "./prices";
import { countChosen, countPlaces, toggleSeats } from "./toggle-seats";

const PLAN = {
  sections: [
    {
      id: "104",
      geometry: null,
      rows: [
        { id: "A", seating: 0 },
        { id: "B", seating: 0 },
        { id: "C", seating: 0 },
      ],
    },
    { id: "PIT", geometry: null, rows: [] },
    { id: "BOX", geometry: null, rows: [{ id: null, seating: 0 }] },
  ],
  seatings: [["1", "2", null, "3", "4"]],
} as unknown as Plan;

function reading(found: Record<string, string[]> = {}) {
  const asked: (readonly string[])[] = [];
  return {
    asked,
    plan: PLAN,
    pause: () => Promise.resolve(),
    resolve: (labels: readonly string[]) => {
      asked.push(labels);
      return Promise.resolve(labels.map((label) => found[label] ?? []));
    },
  };
}

describe("reading offers", () => {
  it("takes keys as they are, and resolves nothing but labels, 500 at a time", async () => {
    const names = Array.from({ length: 501 }, (_, index) => ({ seat: `Sec 104 Row B Seat ${index}`, price: 9 }));
    const offers = [{ seat: "104/A/1", price: 10 }, { seat: "PIT", price: 5 }, { seat: "104/A" }, ...names];
    const options = reading({ "Sec 104 Row B Seat 2": ["104/B/2"] });
    const book = await readOffers(offers, options);
    expect(options.asked.map((labels) => labels.length)).toEqual([500, 1]);
    expect(options.asked.flat()).not.toContain("104/A/1");
    expect(JSON.stringify(options.asked)).not.toContain("price");
    expect([...book.byKey.keys()]).toEqual(["104/A/1", "PIT", "104/A", "104/B/2"]);
    expect(book.unknown).toHaveLength(20);
  });

  it("takes the keys of seats of a section without rows as they are", async () => {
    const options = reading();
    const offers = ["BOX//1", "BOX//3", "BOX//9", "BOX/", "BOX/A/1", "104//1"].map((seat) => ({ seat, price: 5 }));
    const book = await readOffers(offers, options);
    expect([...book.byKey.keys()]).toEqual(["BOX//1", "BOX//3"]);
    expect(options.asked.flat()).toEqual(["BOX//9", "BOX/", "BOX/A/1", "104//1"]);
    expect(book.sections.get("BOX")).toMatchObject({ onSale: 2, lowest: { price: 5 } });
    const spot = new PlanIndex(PLAN).locate("BOX", null, "1");
    expect(onSaleNeighbours(PLAN, spot!, (key) => book.byKey.has(key)).right).toBe("BOX//3");
  });

  it("gives each of several seats of a label its offer", async () => {
    const book = await readOffers([{ seat: "104 A 1-2", price: 7 }], reading({ "104 A 1-2": ["104/A/1", "104/A/2"] }));
    expect(book.byKey.get("104/A/2")?.price).toBe(7);
  });

  it("knows the lowest price of a section and how much of it is on sale", async () => {
    const offers = [
      { seat: "104/A/1", price: 30 },
      { seat: "104/A/2", price: 20, state: "sold" },
      { seat: "104/A/3", price: 25, currency: "EUR" },
    ];
    const book = await readOffers(offers, reading());
    expect(book.sections.get("104")).toMatchObject({ onSale: 2, lowest: { price: 25 } });
    const map = mapOffers(book, new PlanIndex(PLAN), messages, "en");
    expect(map.sectionText("104")).toBe("from €25, 2 on sale");
    expect(map.sectionText("PIT")).toBe("Not on sale");
    expect(map.sectionClass("PIT")).toBeNull();
    expect(map.seatClass("104/A/2")).toBeNull();
    expect(map.seatText("104/A/2")).toBe("Sold");
    expect(colourOfOffer(book, book.byKey.get("104/A/1"))).toBe(5);
  });

  it("knows what a row offers", async () => {
    const book = await readOffers(
      [
        { seat: "104/A/1", price: 3 },
        { seat: "104/B/1", price: 2 },
      ],
      reading(),
    );
    expect(summaryOfPlace(book, "104/A")).toMatchObject({ onSale: 1, lowest: { price: 3 } });
    expect(summaryOfPlace(book, "104/C")).toMatchObject({ onSale: 0, lowest: null });
  });

  it("pauses often enough for 50,000 offers, and keeps the last of a seat", async () => {
    const pause = vi.fn(() => Promise.resolve());
    const offers = Array.from({ length: 50_000 }, (_, index) => ({ seat: "104/A/1", price: index }));
    const book = await readOffers(offers, { ...reading(), pause });
    expect(pause.mock.calls.length).toBeGreaterThanOrEqual(25);
    expect(book.byKey.get("104/A/1")?.price).toBe(49_999);
  });
});

describe("classes of prices", () => {
  it("are one for each price if there are few", () => {
    expect(priceClasses([30, 10, 10, 20])).toEqual([
      { least: 10, most: 10 },
      { least: 20, most: 20 },
      { least: 30, most: 30 },
    ]);
    expect(priceClasses([])).toEqual([]);
  });

  it("are at most six, without gaps or overlaps, each with a colour of its own", () => {
    for (const count of [1, 2, 5, 6, 7, 50, 1000]) {
      const prices = Array.from({ length: count }, (_, index) => 5 + index * 3);
      const classes = priceClasses(prices);
      expect(classes).toHaveLength(Math.min(count, 6));
      expect(classes[0]?.least).toBe(5);
      expect(classes.at(-1)?.most).toBe(prices.at(-1));
      classes.slice(1).forEach((each, index) => {
        expect(each.least).toBeGreaterThan(classes[index]?.most ?? 0);
      });
      expect(new Set(classes.map(({ least }) => colourOf(least, classes))).size).toBe(classes.length);
    }
  });
});

describe("moves to seats on sale", () => {
  const spot = new PlanIndex(PLAN).locate("104", "B", "2");
  const from = (onSale: string[]) => {
    if (spot === null) throw new Error("The plan has no such seat.");
    return onSaleNeighbours(PLAN, spot, (key) => onSale.includes(key));
  };

  it("skip what cannot be bought, in the row and across rows", () => {
    expect(from(["104/B/4", "104/A/4", "104/A/1"])).toEqual({
      left: null,
      right: "104/B/4",
      inFront: "104/A/1",
      behind: null,
    });
    expect(from(["104/B/1", "104/C/3"])).toMatchObject({ left: "104/B/1", behind: "104/C/3" });
  });

  it("stay within the seats that a session is limited to", async () => {
    const book = await readOffers([{ seat: "104/B/1" }, { seat: "104/B/3" }, { seat: "104/B/4" }], reading());
    const preview = { seat: { key: "104/B/2", section: "104", row: "B", seat: "2" } } as unknown as Preview;
    const own = ["104/B/2", "104/B/4"];
    const moves = movesOnSale(book, PLAN, preview, (key) => own.includes(key));
    expect(moves).toEqual({ left: null, right: "104/B/4", inFront: null, behind: null });
  });
});

describe("labels", () => {
  it("are resolved once, and again only after the time that the service asks for", async () => {
    const waited: number[] = [];
    let isBusy = true;
    const ask = vi.fn((labels: string[]) => {
      if (!isBusy) return Promise.resolve(labels.map((label) => [label]));
      isBusy = false;
      return Promise.reject(new Problem(429, "rate_limited", "", { retryAfterSeconds: 3 }));
    });
    const resolver = new LabelResolver(ask, async (seconds) => void waited.push(seconds));
    expect(await resolver.resolve(["a", "b", "a"])).toEqual([["a"], ["b"], ["a"]]);
    expect(await resolver.resolve(["b", "c"])).toEqual([["b"], ["c"]]);
    expect(ask.mock.calls.map(([labels]) => labels)).toEqual([["a", "b"], ["a", "b"], ["c"]]);
    expect(waited).toEqual([3]);
  });

  it("are sent once, even if they are asked for again before the answer", async () => {
    const ask = vi.fn((labels: string[]) => Promise.resolve(labels.map((label) => [label])));
    const resolver = new LabelResolver(ask, async () => {});
    await Promise.all([resolver.resolve(["a"]), resolver.resolve(["a", "b"])]);
    expect(ask.mock.calls).toEqual([[["a"]], [["b"]]]);
  });

  it("are given up where the service refuses them", async () => {
    const resolver = new LabelResolver(
      () => Promise.reject(new Problem(403, "forbidden", "")),
      async () => {},
    );
    await expect(resolver.resolve(["a"])).rejects.toThrow();
  });
});

test("prices are written as people of the locale write them", () => {
  expect(priceText(89.5, "EUR", "en")).toBe("€89.50");
  expect(priceText(89.5, "EUR", "de").replace(/\s/g, " ")).toBe("89,50 €");
  expect(priceText(120, "USD", "en-US")).toBe("$120");
  expect(priceText(1200, null, "de")).toBe("1.200");
});

test("an offer in words names its label and price, or why it cannot be bought", () => {
  const offer = { seat: "", price: 45, currency: "EUR", label: "Category A", state: "available" as const };
  expect(offerText(offer, messages, "en")).toBe("Category A, €45");
  expect(offerText({ ...offer, state: "held" }, messages, "en")).toBe("Reserved");
  expect(offerText(null, messages, "en")).toBe("Not on sale");
});

test.each(LANGUAGES.filter((each) => each !== "en"))("the texts are in %s", async (language) => {
  const { messages: texts } = await MODULES[language]();
  expect(Object.keys(texts).sort()).toEqual(Object.keys(messages).sort());
  expect(texts.choose).not.toBe(messages.choose);
  expect(texts.from("5 €")).toContain("5 €");
});

describe("a seat that cannot be bought", () => {
  const at = (seat: string) => ({ section: "104", row: "B", seat });
  const near = (free: string[], count = 1) =>
    nearestFree(PLAN, at("2"), count, (key) => free.includes(key)).map(({ keys }) => keys.join(" "));

  it("has the nearest free seats beside it, at most three", () => {
    expect(near(["104/A/4", "104/B/1", "104/C/2", "104/B/4"])).toEqual(["104/B/1", "104/C/2", "104/B/4"]);
    expect(near([])).toEqual([]);
  });

  it("has as many side by side as were looked at, without a gap, and none of them twice", () => {
    const free = ["104/A/1", "104/A/2", "104/B/3", "104/B/4", "104/C/2", "104/C/3"];
    expect(near(free, 2)).toEqual(["104/B/3 104/B/4", "104/A/1 104/A/2"]);
  });

  it("is named with price in the buyer's words, and has none near while it can be bought", async () => {
    const book = await readOffers(
      [
        { seat: "104/B/2", state: "sold" },
        { seat: "104/B/1", price: 10, currency: "EUR" },
      ],
      reading(),
    );
    const shown = (seat: string) => ({ seat: { key: `104/B/${seat}`, ...at(seat) } }) as unknown as Preview;
    const found = (seat: string) =>
      nearSeats({ plan: PLAN, book, messages, texts: { messages: english, locale: "en" } }, shown(seat), () => true);
    expect(found("2")).toEqual([{ label: "104/B/1", name: "Row B, Seat 1", price: "€10" }]);
    expect(found("1")).toEqual([]);
  });
});

test("the best are looked for among the seats on sale", async () => {
  const offers = [
    { seat: "104/A/1", price: 1 },
    { seat: "PIT", price: 5 },
    { seat: "104/A/2", state: "sold" },
    { seat: "104/A/3", sell: "whole" },
  ];
  expect(seatsOnSale(await readOffers(offers, reading()), PLAN)).toEqual(["104/A/1"]);
});

describe("a choice", () => {
  const offer = { seat: "104/A/1", price: 10, currency: "EUR", label: null, state: "available" as const };
  const pit = { ...offer, seat: "PIT", free: 40 };
  const book = { byKey: new Map([offer, pit].map((each) => [each.seat, each])) };
  const toggle = (keys: string[], chosen: string[]) => toggleSeats(keys, countChosen(chosen), book);

  it("adds a seat, and removes it the next time", () => {
    const told = toggle(["104/A/1"], ["104/B/9"]);
    expect(told).toEqual({
      ...{ event: "seat-chosen", seat: "104/A/1", offer, chosen: true },
      allChosen: ["104/B/9", "104/A/1"],
    });
    expect(toggle(["104/A/1"], told.allChosen)).toMatchObject({ chosen: false, allChosen: ["104/B/9"] });
  });

  it("takes several seats together, and names each of them", () => {
    const told = toggle(["104/A/1", "104/A/2"], ["104/A/2"]);
    expect(told).toMatchObject({ seats: ["104/A/1", "104/A/2"], offers: [offer], chosen: true });
    expect(told.allChosen).toEqual(["104/A/2", "104/A/1"]);
    expect(toggle(["104/A/1", "104/A/2"], told.allChosen).allChosen).toEqual([]);
  });

  it("can be of a seat without an offer", () => {
    expect(toggle(["104/A/7"], [])).toMatchObject({ offer: null, allChosen: ["104/A/7"] });
  });

  it("is a number of places in an area, each of which the page hears of", () => {
    const told = countPlaces("PIT", 3, countChosen(["104/A/1", "PIT"]), book);
    expect(told).toMatchObject({ seat: "PIT", offer: pit, chosen: true, count: 3 });
    expect(told.allChosen).toEqual(["104/A/1", "PIT", "PIT", "PIT"]);
    const none = countPlaces("PIT", 0, countChosen(told.allChosen), book);
    expect(none).toMatchObject({ chosen: false, count: 0, allChosen: ["104/A/1"] });
  });
});

describe("what can be chosen", () => {
  const at = (key: string, section: string, row: string | null = null, seat: string | null = null) =>
    ({ seat: { key, section, row, seat } }) as unknown as Preview;
  const choose = async (preview: Preview, offers: object[], chosen: string[] = []) =>
    choiceOf(preview, new PlanIndex(PLAN), await readOffers(offers, reading()), countChosen(chosen));

  it("is a number of places of an area, or the area as one where the page gives no number", async () => {
    const pit = { seat: "PIT", price: 5 };
    const counted = await choose(at("PIT", "PIT"), [{ ...pit, free: 7 }], ["PIT", "PIT"]);
    expect(counted).toMatchObject({ kind: "area", keys: ["PIT"], count: 2, most: 7, canBeChosen: true });
    const one = await choose(at("PIT", "PIT"), [pit], ["PIT"]);
    expect(one).toMatchObject({ kind: "seats", keys: ["PIT"], count: 1, canBeChosen: true });
    const soldOut = await choose(at("PIT", "PIT"), [{ ...pit, free: 0 }]);
    expect(soldOut.canBeChosen).toBe(false);
  });

  it("is a table as a whole, by its own offer or by those of its seats", async () => {
    const seat = at("104/A/2", "104", "A", "2");
    expect(await choose(seat, [{ seat: "104/A", sell: "whole" }])).toMatchObject({ kind: "table", keys: ["104/A"] });
    const each = ["1", "2", "3", "4"].map((name) => ({ seat: `104/A/${name}`, sell: "whole" }));
    const keys = each.map(({ seat: key }) => key);
    expect(await choose(seat, each)).toMatchObject({ kind: "table", keys, canBeChosen: true });
    const taken = await choose(seat, [...each, { seat: "104/A/1", sell: "whole", state: "sold" }]);
    expect(taken.canBeChosen).toBe(false);
    expect(await choose(seat, [{ seat: "104/A/2" }])).toMatchObject({ kind: "seats", keys: ["104/A/2"] });
  });
});

describe("an area", () => {
  const read = (...offers: object[]) => readOffers(offers, reading());
  const textOf = async (offer: object) => {
    const book = await read({ seat: "PIT", price: 25, currency: "EUR", ...offer });
    return mapOffers(book, new PlanIndex(PLAN), messages, "en").sectionText("PIT");
  };

  it("is on sale on the map with as many places as are free, or without a number", async () => {
    expect(await textOf({ free: 350 })).toBe("from €25, 350 on sale");
    expect(await textOf({})).toBe("from €25, On sale");
    expect(await textOf({ free: 0 })).toBe("Not on sale");
  });

  it("has no seats: a number of free ones is not taken for a seat or a row with seats, and that is told", async () => {
    const book = await read({ seat: "104/A/1", free: 2 }, { seat: "104", free: 9 }, { seat: "PIT", free: 5 });
    expect([...book.byKey.keys()]).toEqual(["PIT"]);
    expect(book.faults).toHaveLength(2);
    expect(book.faults[0]).toContain("The offer of 104/A/1 is left out: `free`");
  });
});

describe("a change of single offers", () => {
  it("keeps all others, and counts more than what a label said before", async () => {
    const options = reading({ "104 A 1": ["104/A/1"] });
    const before = await readOffers(
      [
        { seat: "104/A/2", price: 5 },
        { seat: "104 A 1", price: 7 },
      ],
      options,
    );
    const after = await readOffers([{ seat: "104/A/1", price: 7, state: "sold" }], options, before);
    expect(after.byKey.get("104/A/1")?.state).toBe("sold");
    expect(after.byKey.get("104/A/2")).toEqual(before.byKey.get("104/A/2"));
    expect(after.sections.get("104")).toMatchObject({ onSale: 1, lowest: { price: 5 } });
    expect(before.byKey.get("104/A/1")?.state).toBe("available");
  });
});

test("the last offer of a seat counts, whether a key or a label names it", async () => {
  const options = reading({ "104 A 1": ["104/A/1"] });
  const offers = [
    { seat: "104 A 1", price: 7 },
    { seat: "104/A/1", price: 9 },
  ];
  expect((await readOffers(offers, options)).byKey.get("104/A/1")?.price).toBe(9);
  expect((await readOffers(offers.reverse(), options)).byKey.get("104/A/1")?.price).toBe(7);
});

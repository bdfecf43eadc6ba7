// Tests of the shape of offers.
import { expect, test } from "vitest";
import { checkChosen, checkOffers, mergeOffers, OFFERS_MAX } from "./offer";

test("an offer needs a seat, and everything else has a default", () => {
  expect(checkOffers([{ seat: "104/C/7" }])).toEqual({
    offers: [{ seat: "104/C/7", price: null, currency: null, label: null, state: "available" }],
    faults: [],
  });
});

test.each([
  ["a text", "it must be an object"],
  [null, "it must be an object"],
  [{}, "`seat`"],
  [{ seat: 7 }, "`seat`"],
  [{ seat: "" }, "`seat`"],
  [{ seat: "x".repeat(513) }, "`seat`"],
  [{ seat: "1/A/1", price: "89" }, "`price`"],
  [{ seat: "1/A/1", price: Number.NaN }, "`price`"],
  [{ seat: "1/A/1", price: -1 }, "`price`"],
  [{ seat: "1/A/1", currency: "eur" }, "`currency`"],
  [{ seat: "1/A/1", label: "x".repeat(81) }, "`label`"],
  [{ seat: "1/A/1", state: "gone" }, "`state`"],
  [{ seat: "PIT", free: -1 }, "`free`"],
  [{ seat: "PIT", free: 1.5 }, "`free`"],
  [{ seat: "PIT", free: "12" }, "`free`"],
  [{ seat: "T/1", sell: "half" }, "`sell`"],
])("a wrong entry is left out, and told: %j", (entry, part) => {
  const { offers, faults } = checkOffers([entry, { seat: "1/A/2", price: 5 }]);
  expect(offers.map(({ seat }) => seat)).toEqual(["1/A/2"]);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain("offers[0]");
  expect(faults[0]).toContain(part);
});

test("a list is cut at its limit, and so are the sentences about it", () => {
  const { offers, faults } = checkOffers(Array.from({ length: OFFERS_MAX + 1 }, () => ({ seat: "1/A/1" })));
  expect(offers).toHaveLength(OFFERS_MAX);
  expect(faults).toEqual([`Only the first ${OFFERS_MAX} of ${OFFERS_MAX + 1} offers are used.`]);
  expect(checkOffers(Array.from({ length: 500 }, () => 1)).faults).toHaveLength(10);
  expect(checkOffers("104/C/7").faults).toEqual(["offers must be a list."]);
  expect(checkOffers(null).faults).toEqual([]);
});

test("an area has a number of free places, and is sold out without any", () => {
  const { offers, faults } = checkOffers([
    { seat: "PIT", free: 12 },
    { seat: "LAWN", free: 0 },
    { seat: "BAR", free: null },
  ]);
  expect(faults).toEqual([]);
  expect(offers.map(({ free, state }) => [free, state])).toEqual([
    [12, "available"],
    [0, "sold"],
    [undefined, "available"],
  ]);
});

test("an area is chosen as often as it has chosen places", () => {
  expect(checkChosen(["PIT", "1/A/1", "PIT", "STAND/A", "STAND/A", "BOX//1", "BOX//1"])).toEqual([
    ...["PIT", "1/A/1", "PIT", "STAND/A", "STAND/A", "BOX//1"],
  ]);
});

test("changed offers replace those of the same name, and count last", () => {
  const of = (seat: string, price: number) => checkOffers([{ seat, price }]).offers[0]!;
  const merged = mergeOffers([of("1/A/1", 1), of("1/A/2", 2)], [of("1/A/1", 9), of("1/A/3", 3)]);
  expect(merged.map(({ seat, price }) => [seat, price])).toEqual([
    ["1/A/2", 2],
    ["1/A/1", 9],
    ["1/A/3", 3],
  ]);
});

test("chosen seats are keys, each once", () => {
  expect(checkChosen(["1/A/1", "1/A/1", 7, "", "1/A/2"])).toEqual(["1/A/1", "1/A/2"]);
  expect(checkChosen("1/A/1")).toEqual([]);
  expect(checkChosen(Array.from({ length: 900 }, (_, index) => `1/A/${index}`))).toHaveLength(500);
});

// Tests of the shape of offers.
import { expect, test } from "vitest";
import { checkChosen, checkOffers, OFFERS_MAX } from "./offer";

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

test("chosen seats are keys, each once", () => {
  expect(checkChosen(["1/A/1", "1/A/1", 7, "", "1/A/2"])).toEqual(["1/A/1", "1/A/2"]);
  expect(checkChosen("1/A/1")).toEqual([]);
  expect(checkChosen(Array.from({ length: 900 }, (_, index) => `1/A/${index}`))).toHaveLength(500);
});

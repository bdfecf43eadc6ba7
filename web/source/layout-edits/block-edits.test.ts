// Tests of changes of rows and seats: what speaks of them follows, and what does not speak of them stays.
import { expect, test } from "vitest";
import type { Json } from "../layouts/written-json";
import { withRows, withSeats } from "./block-edits";
import { slotsOfRule } from "./carried-names";
import { namesOf } from "./name-words";
import { rulesOf } from "./record-edit";
import { rowNames, rowWords, withFirstRow, withRowCount, writtenRows } from "./row-words";
import { exceptionSentence, listedExceptions, withException } from "./seat-exceptions";
import { seatScheme, withScheme, withSeatCount } from "./seat-words";

const STALLS = {
  id: "S",
  rows: { first: "A", last: "D" },
  seats: {
    count: 6,
    exceptions: [
      { rows: ["A"], count: 4 },
      { rows: ["D"], skip: [2] },
    ],
  },
  geometry: { distanceM: 5, aisles: [{ after: 2 }], rowGaps: [{ after: "B" }], unheard: true },
  properties: [
    { at: { D: [1, 6] }, has: ["wheelchair"] },
    { rows: ["C", "D"], seats: [1], has: ["aisle"] },
  ],
  refs: { A: ["a1", "a2", "a3", "a4"] },
};

const RECORD: Json = {
  name: "Hall",
  aliases: [{ name: "Front row", section: "S", row: "A" }],
  imagerySets: [{ id: "p", images: [{ object: "x.jpg", covers: { section: "S", rows: ["D"], seats: ["6"] } }] }],
  rules: {
    layout: { sections: [STALLS, { id: "B", rows: ["1"], seats: { count: 2 } }] },
    seatKeys: { examples: [{ label: "Row D seat 6", expect: "S/D/6" }] },
  },
};

const slots = (record: Json) => [...slotsOfRule(rulesOf(record)[0]!).values()].map((row) => row.join(" "));

test("rows in words are written back as the same rows", () => {
  const cases: [unknown, string][] = [
    [{ first: "A", last: "K", skip: ["I"] }, "A B C D E F G H J K"],
    [{ first: "K", last: "A", step: -1, skip: ["I"] }, "K J H G F E D C B A"],
    [["A", "B", "D"], "A B D"],
    [{ first: "Y", last: "BB", style: "doubled" }, "Y Z AA BB"],
    [{ first: 1, last: 9, step: 2 }, "1 3 5 7 9"],
  ];
  for (const [written, expected] of cases) {
    const words = rowWords(written)!;
    expect(rowNames(words).join(" ")).toBe(expected);
    expect(namesOf(writtenRows(words)).join(" ")).toBe(expected);
  }
  expect(rowWords(["A", "C", "B"])).toBeNull();
  const letters = rowWords({ first: "A", last: "K", skip: ["I"] })!;
  expect(withRowCount(letters, 12)).toMatchObject({ first: "A", last: "M" });
  expect(rowNames(withFirstRow(letters, "1"))).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
});

test("rows with other names take all that speaks of them along, by place", () => {
  const changed = withRows(0, { first: 1, last: 4 })(RECORD);
  const rule = rulesOf(changed)[0]!;
  expect(rule).toMatchObject({
    seats: { exceptions: [{ rows: [1] }, { rows: [4] }] },
    geometry: { rowGaps: [{ after: "2" }], unheard: true },
    properties: [{ at: { 4: [1, 6] } }, { rows: [3, 4] }],
    refs: { 1: ["a1", "a2", "a3", "a4"] },
  });
  expect(changed).toMatchObject({
    aliases: [{ row: "1" }],
    imagerySets: [{ images: [{ covers: { rows: ["4"], seats: ["6"] } }] }],
  });
  // No label leads to row D any more.
  expect((changed.rules as Json).seatKeys).toEqual({});
  expect(rulesOf(changed)[1]).toBe(rulesOf(RECORD)[1]);
  expect(slots(changed)).toEqual(slots(RECORD));
});

test("one row less loses what is said of that row only", () => {
  const rule = rulesOf(withRows(0, { first: "A", last: "C" })(RECORD))[0]!;
  expect(rule).toMatchObject({
    seats: { exceptions: [{ rows: ["A"], count: 4 }] },
    properties: [{ rows: ["C"], seats: [1] }],
  });
  expect(rule.properties).toHaveLength(1);
});

test("numbers from the right keep the empty place, the aisle, the properties and the ids where they are", () => {
  const scheme = { order: "right", numbering: "all", first: "1", step: 1 } as const;
  const changed = withSeats(0, (rule) => withScheme(rule, scheme), "place")(RECORD);
  expect(slots(changed)).toEqual(["4 3 2 1", "6 5 4 3 2 1", "6 5 4 3 2 1", "6  4 3 2 1"]);
  expect(rulesOf(changed)[0]).toMatchObject({
    geometry: { aisles: [{ after: "5" }] },
    properties: [{ at: { D: [6, 1] } }, { rows: ["C", "D"], seats: [6] }],
    refs: { A: ["a4", "a3", "a2", "a1"] },
  });
  expect(changed.rules).toMatchObject({ seatKeys: { examples: [{ expect: "S/D/6" }] } });
});

test("odd numbers to the left and even ones to the right are a pair of parts, and are read as such", () => {
  const scheme = { order: "oddLeft", numbering: "all", first: "1", step: 1 } as const;
  const changed = withSeats(0, (rule) => withScheme(rule, scheme), "place")(RECORD);
  expect(slots(changed)).toEqual(["3 1 2 4", "5 3 1 2 4 6", "5 3 1 2 4 6", "5  1 2 4 6"]);
  expect(seatScheme(rulesOf(changed)[0]!)?.order).toBe("oddLeft");
  const longer = withSeats(0, (rule) => withSeatCount(rule, 8), "name")(changed);
  expect(slots(longer)).toEqual(["3 1 2 4", "7 5 3 1 2 4 6 8", "7 5 3 1 2 4 6 8", "7 5  1 2 4 6 8"]);
});

test("fewer seats lose what is said of seats that are gone", () => {
  const rule = rulesOf(withSeats(0, (each) => withSeatCount(each, 1), "name")(RECORD))[0]!;
  expect(rule.seats).toEqual({ count: 1, exceptions: [{ rows: ["A"], count: 4 }] });
  expect(rule.properties).toEqual([
    { at: { D: [1] }, has: ["wheelchair"] },
    { rows: ["C", "D"], seats: [1], has: ["aisle"] },
  ]);
});

test("exceptions are sentences, and one that cannot be is refused with the reason", () => {
  const sentences = listedExceptions(STALLS).map(({ words }) => exceptionSentence(words));
  expect(sentences).toEqual(["Row A has 4 seats", "Row D: seat 2 is missing"]);
  const words = { rows: "B to C", count: "5", first: "", missing: "" };
  expect(withException(STALLS, 0, null, words).seats).toMatchObject({
    exceptions: [...STALLS.seats.exceptions, { rows: ["B", "C"], count: 5 }],
  });
  const refused: [object, string][] = [
    [{ rows: "X" }, "There is no row X. The rows are A to D."],
    [{ rows: "A" }, "Row A is in another line of this list. Change it there."],
    [{ count: "" }, "Say what is different: the number of seats, the first seat, or seats that are missing."],
    [{ missing: "9" }, "Seat 9 cannot be missing: the seats are 1 to 5."],
  ];
  for (const [other, reason] of refused) {
    expect(() => withException(STALLS, 0, null, { ...words, ...other })).toThrow(reason);
  }
});

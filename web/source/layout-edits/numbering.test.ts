// Tests of numbering many blocks at once: what will be printed on tickets.
import { expect, test } from "vitest";
import type { Json } from "../layouts/written-json";
import { type Numbering, numbered, numberedBlocks, rulesOfSections, separated, separates } from "./numbering";
import { rulesOf } from "./record-edit";

const block = (id: string, ...counts: number[]): Json => ({
  id,
  rows: { first: 1, last: counts.length },
  seats: {
    count: counts[0],
    exceptions: counts.flatMap((count, row) => (count === counts[0] ? [] : [{ rows: [row + 1], count }])),
  },
});

const RECORD: Json = {
  rules: {
    layout: {
      sections: [
        block("L", 3, 2),
        { ...block("C", 4, 4), properties: [{ at: { 2: [4] }, has: ["wheelchair"] }] },
        block("R", 3, 3),
      ],
    },
  },
};

const KEEP: Numbering = {
  rows: { scheme: "keep", first: "A", leftOut: [], letters: "letters", isFromBack: false },
  seats: { scheme: "keep", order: "left", numbering: "all", first: "1" },
};

function printed(rows: Partial<Numbering["rows"]>, seats: Partial<Numbering["seats"]>, record = RECORD): string[] {
  const numbering = { rows: { ...KEEP.rows, ...rows }, seats: { ...KEEP.seats, ...seats } };
  const blocks = numberedBlocks(numbered([[0, 1], [2]], numbering)(record), [0, 1, 2]);
  return blocks.map(({ rows }) => rows.map(({ name, seats }) => `${name}: ${seats.join(" ")}`).join(" | "));
}

test("rows are named alike in each block, or on behind each other, without letters that are left out", () => {
  expect(printed({ scheme: "same", first: "H", leftOut: ["I"] }, {})).toEqual([
    "H: 1 2 3 | J: 1 2",
    "H: 1 2 3 4 | J: 1 2 3 4",
    "H: 1 2 3 | J: 1 2 3",
  ]);
  expect(printed({ scheme: "on", first: "H", leftOut: ["I"], isFromBack: true }, {})).toEqual([
    "J: 1 2 3 | H: 1 2",
    "J: 1 2 3 4 | H: 1 2 3 4",
    "L: 1 2 3 | K: 1 2 3",
  ]);
});

test("seats run through the rows of blocks beside each other, from the left or from the right", () => {
  expect(printed({}, { scheme: "through" })).toEqual([
    "1: 1 2 3 | 2: 1 2",
    "1: 4 5 6 7 | 2: 3 4 5 6",
    "1: 1 2 3 | 2: 1 2 3",
  ]);
  expect(printed({}, { scheme: "through", order: "right", numbering: "even", first: "2" })).toEqual([
    "1: 14 12 10 | 2: 12 10",
    "1: 8 6 4 2 | 2: 8 6 4 2",
    "1: 6 4 2 | 2: 6 4 2",
  ]);
});

test("seats are numbered from the middle in each block, and properties stay at their places", () => {
  const seats = { scheme: "same", order: "oddLeft" } as const;
  expect(printed({}, seats)[1]).toBe("1: 3 1 2 4 | 2: 3 1 2 4");
  const through = numbered([[0, 1, 2]], { ...KEEP, seats: { ...KEEP.seats, scheme: "through" } })(RECORD);
  expect(rulesOf(through)[1]).toMatchObject({ properties: [{ at: { 2: [6] } }] });
});

test("what cannot be is refused with the reason", () => {
  expect(() => printed({}, { scheme: "through", order: "oddLeft" })).toThrow("Numbers from the middle cannot");
  expect(() => printed({}, { scheme: "through", first: "A" })).toThrow("begin with a whole number");
});

test("like blocks stay alike where they can, and become blocks of their own where numbers run through them", () => {
  const { id: _, ...others } = rulesOf(RECORD)[1]!;
  const record = { rules: { layout: { sections: [{ ids: ["L", "M"], ...others }] } } };
  const same: Numbering = { ...KEEP, rows: { ...KEEP.rows, scheme: "same" } };
  expect(separates(record, [0], same)).toBe(false);
  expect(rulesOf(numbered([[0]], same)(record))).toMatchObject([{ ids: ["L", "M"], rows: { first: "A", last: "B" } }]);
  const through: Numbering = { ...KEEP, seats: { ...KEEP.seats, scheme: "through" } };
  expect(separates(record, [0], through)).toBe(true);
  const apart = separated([0])(record);
  const indexes = rulesOfSections(apart, ["M", "L"]);
  expect(indexes).toEqual([1, 0]);
  const changed = numbered([indexes], through)(apart);
  expect(rulesOf(changed)).toMatchObject([
    { id: "L", seats: { first: 5, count: 4 } },
    { id: "M", seats: { count: 4 } },
  ]);
});

/** Single seats: the row behind is listed first, and speaks of a seat and of ids in another system. */
const LISTED: Json = {
  aliases: [{ name: "Front", section: "S", row: "A" }],
  rules: {
    layout: {
      focus: { x: 0, y: 10 },
      sections: [
        {
          id: "S",
          positions: [
            { row: "B", seats: { first: 1, last: 4 }, x: [-150, -50, 50, 150], y: [0, 0, 0, 0] },
            { row: "A", seats: [1, 2, 3], x: [-100, 0, 100], y: [100, 100, 100], z: 20 },
          ],
          properties: [{ at: { B: [4] }, has: ["wheelchair"] }],
          refs: { B: ["b1", "b2", "b3", "b4"] },
        },
      ],
    },
  },
};

test("single seats are numbered from the front, where they stand, with what speaks of them", () => {
  const numbering: Numbering = {
    rows: { ...KEEP.rows, scheme: "same", first: "K" },
    seats: { ...KEEP.seats, scheme: "same", order: "right" },
  };
  const record = numbered([[0]], numbering)(LISTED);
  expect(numberedBlocks(record, [0])[0]?.rows).toEqual([
    { name: "K", seats: ["3", "2", "1"] },
    { name: "L", seats: ["4", "3", "2", "1"] },
  ]);
  expect(rulesOf(record)[0]).toMatchObject({
    positions: [
      { row: "L", x: [-150, -50, 50, 150] },
      { row: "K", z: 20 },
    ],
    properties: [{ at: { L: [1] }, has: ["wheelchair"] }],
    refs: { L: ["b1", "b2", "b3", "b4"] },
  });
  expect(record.aliases).toEqual([{ name: "Front", section: "S", row: "K" }]);
});

test("single seats are numbered from the middle, or on after those of the block beside them", () => {
  const seatsOf = (seats: Partial<Numbering["seats"]>) => {
    const beside = { rules: { layout: { sections: [block("L", 3, 2), rulesOf(LISTED)[0]] } } };
    const record = numbered([[0, 1]], { ...KEEP, seats: { ...KEEP.seats, ...seats } })(beside);
    return numberedBlocks(record, [1])[0]?.rows.map(({ seats }) => seats.join(" "));
  };
  expect(seatsOf({ scheme: "same", order: "oddLeft" })).toEqual(["3 1 2 4", "1 2 4"]);
  expect(seatsOf({ scheme: "through" })).toEqual(["4 5 6 7", "3 4 5"]);
});

import { expect, test } from "vitest";
import { LayoutReader } from "../layouts/layout-reader";
import { addFoundSeats } from "./add-found-seats";

const EMPTY = { name: "Hall", rules: { layout: { focus: { x: 0, y: 10 }, sections: [] } } };
const row = (y: number, xs: number[]) => xs.map((x) => ({ x, y }));

test("found seats are a block whose rows count from the stage and whose seats count from the left", () => {
  const { record, pieces } = addFoundSeats(EMPTY, [row(-2, [1, 0, -1]), row(2, [-0.5, 0.5]), []]);
  expect(pieces).toEqual([{ kind: "section", rule: 0, id: "Stalls" }]);
  const { sections } = (record as typeof EMPTY).rules.layout;
  expect(sections).toEqual([
    {
      id: "Stalls",
      positions: [
        { row: "A", seats: { first: 1, last: 2 }, x: [-50, 50], y: [200, 200] },
        { row: "B", seats: { first: 1, last: 3 }, x: [-100, 0, 100], y: [-200, -200, -200] },
      ],
    },
  ]);
});

test("behind the stage, left is the other side, and the record can be drawn", () => {
  const { record } = addFoundSeats(EMPTY, [row(20, [-1, 0, 1])]);
  const { sections } = (record as { rules: { layout: { sections: { positions: { x: number[] }[] }[] } } }).rules.layout;
  expect(sections[0]?.positions[0]?.x).toEqual([100, 0, -100]);
  expect(new LayoutReader().read(record, null).sections).toHaveLength(1);
});

test("many rows are numbered", () => {
  const many = Array.from({ length: 30 }, (_, index) => row(-index, [0, 1]));
  const { record } = addFoundSeats(EMPTY, many);
  const { sections } = (record as { rules: { layout: { sections: { positions: { row: unknown }[] }[] } } }).rules
    .layout;
  expect(sections[0]?.positions.at(-1)?.row).toBe(30);
});

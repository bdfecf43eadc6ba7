import { expect, test } from "vitest";
import type { Json } from "../layouts/written-json";
import { listedHeights, withListedHeights } from "./listed-rows";
import { rulesOf } from "./record-edit";

/** The row behind is listed first. */
const record = (...heights: unknown[]): Json => {
  const positions = heights.map((z, row) => ({ row: `${row}`, seats: [1], x: [0], y: [100 * row], z }));
  return { rules: { layout: { focus: { x: 0, y: 10 }, sections: [{ id: "S", positions }] } } };
};
const heightsOf = (found: Json) => listedHeights(found, rulesOf(found)[0]!);

test("rows of single seats rise from the front, whatever their order in the list", () => {
  const raised = withListedHeights(0, { firstM: 0, riseM: 0.15 })(record(7, 8, 9));
  const { positions } = rulesOf(raised)[0] as { positions: Json[] };
  expect(positions).toMatchObject([{ z: 30 }, { z: 15 }, { row: "2" }]);
  expect(positions[2]).not.toHaveProperty("z");
  expect(heightsOf(raised)).toEqual({ firstM: 0, riseM: 0.15 });
});

test("heights that no step describes are not said in one", () => {
  expect(heightsOf(record(50, 15, 0))).toBeNull();
  expect(heightsOf(record([30, 31], 15, 0))).toBeNull();
  expect(heightsOf(record(20))).toEqual({ firstM: 0.2, riseM: 0 });
});

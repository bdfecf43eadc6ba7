// Tests of keys, and of look-ups in a plan by the ids of a seat.
import { describe, expect, it, test } from "vitest";
import { ENGLISH, seatText } from "./map-messages";
import { SCHEMATIC_GEOMETRY } from "./map-outlines";
import { rowsOf } from "./map-shapes";
import { idsOfKey, keyOf, keyOfIds, namedRows, type Plan, PlanIndex } from "./plan";

const PLAN = {
  origin: { x: 0, y: 0, z: 0 },
  sections: [
    { id: "104", ordinal: 0, geometry: SCHEMATIC_GEOMETRY, rows: [{ id: "C", seating: 0 }] },
    { id: "Box", ordinal: 0, geometry: SCHEMATIC_GEOMETRY, rows: [{ id: null, seating: 0 }] },
  ],
  seatings: [["1", null, "2"]],
} as unknown as Plan;
const [ROWS, BOX] = PLAN.sections;

test.each([
  ["104", { section: "104", row: null, seat: null }],
  ["104/C", { section: "104", row: "C", seat: null }],
  ["104/C/7", { section: "104", row: "C", seat: "7" }],
  ["Box//3", { section: "Box", row: null, seat: "3" }],
])("the key %s has parts, and is made of them again", (key, ids) => {
  expect(idsOfKey(key)).toEqual(ids);
  expect(keyOfIds(ids)).toBe(key);
});

describe("a section without rows", () => {
  const index = new PlanIndex(PLAN);

  it("has seats that are found without a row, and keys with an empty one", () => {
    expect(index.locate("Box", null, "2")).toEqual({ section: BOX, rowIndex: 0, slot: 2 });
    expect(index.locate("Box", null, "9")).toBeNull();
    expect(index.locate("Box", "C", "2")).toBeNull();
    expect(keyOf(BOX!, 0, "2")).toBe("Box//2");
  });

  it("is found as a whole, as any other section", () => {
    expect(index.locate("Box")).toEqual({ section: BOX, rowIndex: null, slot: null });
    expect(index.locate("104", null, "2")).toBeNull();
  });

  it("has no row with a name, on the map neither", () => {
    expect(namedRows(BOX!)).toEqual([]);
    expect(namedRows(ROWS!).map(({ id }) => id)).toEqual(["C"]);
    expect(rowsOf(PLAN, BOX!).map(({ id }) => id)).toEqual([null]);
    expect(seatText(null, "3", ENGLISH)).toBe("Seat 3");
    expect(seatText("C", "3", ENGLISH)).toBe("Row C, seat 3");
  });
});

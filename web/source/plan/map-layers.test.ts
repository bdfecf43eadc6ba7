import { expect, test } from "vitest";
import theatre from "../../../src/seatpreview/venues/examples/theatre.json";
import { planFromRecord } from "../layouts/layout-reader";
import { layersOf, shapesBelow } from "./map-layers";
import { hallOrder, shapesOf } from "./map-order";

const SEATS = { rows: { first: 1, last: 4 }, seats: { count: 10 } };
const at = (distanceM: number, elevationM: number) => ({ bearingDeg: 180, distanceM, elevationM });

function shapes(...sections: object[]) {
  return shapesOf(planFromRecord({ name: "Hall", rules: { layout: { sections } } }));
}
const ids = (some: ReturnType<typeof shapes>) => some.map(({ section }) => section.id);

test("what overhangs is drawn above what lies below, however large it is", () => {
  const drawn = shapes(
    { id: "gallery", ...SEATS, seats: { count: 30 }, geometry: at(10, 6) },
    { id: "stalls", ...SEATS, geometry: at(10, 0) },
  );
  expect(ids(drawn)).toEqual(["stalls", "gallery"]);
  expect(ids(shapesBelow(drawn))).toEqual(["stalls"]);
});

test("at one height, small sections are drawn above large ones", () => {
  const drawn = shapes(
    { id: "table", rows: [1], seats: { count: 2 }, geometry: at(10, 0) },
    { id: "floor", ...SEATS, geometry: at(10, 0) },
  );
  expect(ids(drawn)).toEqual(["floor", "table"]);
});

test("a suite that a tier would hide is drawn above it, so that it can be picked", () => {
  const drawn = shapes(
    { id: "suite", kind: "suite", rows: [1], seats: { count: 4 }, geometry: at(10.5, 4) },
    { id: "tier", ...SEATS, geometry: at(10, 9) },
  );
  expect(ids(drawn)).toEqual(["tier", "suite"]);
  expect(ids(shapesBelow(drawn))).toEqual(["suite"]);
});

test("sections behind one another cover nothing", () => {
  const drawn = shapes({ id: "stalls", ...SEATS, geometry: at(5, 0) }, { id: "circle", ...SEATS, geometry: at(20, 4) });
  expect(shapesBelow(drawn)).toEqual([]);
});

test("each level is a layer, and one with sections above one another has a layer for each height", () => {
  const drawn = shapes(
    { id: "stalls", level: "Stalls", ...SEATS, geometry: at(5, 0) },
    { id: "A", level: "Boxes", rows: [1], seats: { count: 4 }, geometry: at(20, 3) },
    { id: "B", level: "Boxes", rows: [1], seats: { count: 4 }, geometry: at(20, 6) },
  );
  const layers = layersOf(drawn, ["Stalls", "Boxes"]);
  expect(layers.map(({ name, level, sections }) => [name, level, [...sections]])).toEqual([
    ["Stalls", "Stalls", ["stalls"]],
    ["A", "Boxes", ["A"]],
    ["B", "Boxes", ["B"]],
  ]);
});

test("every box of the example theatre is in a layer of its own height", () => {
  const drawn = shapesOf(planFromRecord(theatre));
  const layers = layersOf(drawn, ["Boxes"]);
  expect(layers.length).toBeGreaterThan(1);
  for (const { sections } of layers) {
    expect(shapesBelow(drawn.filter(({ section }) => sections.has(section.id)))).toEqual([]);
  }
});

test("screen readers meet sections level by level, as the layout lists them, whatever is drawn first", () => {
  const sections = [
    { id: "L", level: "Circle", ...SEATS, geometry: at(10, 6) },
    { id: "S", level: "Stalls", ...SEATS, geometry: at(10, 0) },
    { id: "R", level: "Circle", ...SEATS, geometry: at(20, 3) },
  ];
  const drawn = shapes(...sections);
  expect(ids(drawn)).toEqual(["S", "R", "L"]);
  const plan = { sections: ["L", "S", "R"].map((id) => drawn.find(({ section }) => section.id === id)!.section) };
  expect(ids(hallOrder(plan, drawn))).toEqual(["L", "R", "S"]);
});

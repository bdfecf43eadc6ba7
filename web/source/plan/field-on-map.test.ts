// Tests of the field that the map draws in a stadium.
import { expect, test } from "vitest";
import { planFromRecord } from "../layouts/layout-reader";
import { withField, withoutClosedOnField } from "./field-on-map";
import { shapesOf } from "./map-order";

const stand = (bearingDeg: number, distanceM: number) => ({
  id: `at ${bearingDeg}`,
  rows: { first: 1, last: 4 },
  seats: { count: 60 },
  geometry: { bearingDeg, distanceM, curve: "straight" },
});
const stadium = (wideM: number, ...more: object[]) => {
  const sections = [stand(0, 60), stand(90, wideM), stand(180, 60), stand(270, wideM), ...more];
  return { ...planFromRecord({ name: "Ground", rules: { layout: { sections } } }), hall: "stadium" as const };
};
const NONE: ReadonlySet<string> = new Set();

test("a pitch lies along the stadium, smaller where there is little room, and nowhere without any", () => {
  const fieldOf = (wideM: number) => {
    const plan = stadium(wideM);
    return withField(plan, shapesOf(plan), NONE).focus.extent;
  };
  expect(fieldOf(40)).toMatchObject({ kind: "football", widthM: 105, depthM: 68, turnDeg: 90 });
  expect(fieldOf(30)?.depthM).toBeLessThan(61);
  expect(fieldOf(6)).toBeNull();
});

test("a hall, a stage and a described field stay as they are", () => {
  const plan = stadium(40);
  const hall = { ...plan, hall: "arena" as const };
  expect(withField(hall, shapesOf(hall), NONE)).toBe(hall);
  const drawn = withField(plan, shapesOf(plan), NONE);
  expect(withField(drawn, shapesOf(plan), NONE)).toBe(drawn);
});

test("a floor that is closed for the match is not drawn on the pitch", () => {
  const floor = {
    id: "floor",
    rows: { first: 1, last: 4 },
    seats: { count: 10 },
    geometry: { bearingDeg: 0, distanceM: 2 },
  };
  const plan = stadium(40, floor);
  const shapes = shapesOf(plan);
  const closed = new Set(["floor", "at 0"]);
  const shown = withoutClosedOnField(withField(plan, shapes, closed), shapes, closed);
  expect(shown.map(({ section }) => section.id)).not.toContain("floor");
  expect(shown).toHaveLength(4);
});

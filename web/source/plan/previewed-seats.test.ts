// Tests of the seats of a preview, and of what the map marks for them.
import { expect, test } from "vitest";
import fixture from "../../../tests/layouts/shared/positions.json";
import type { Plan } from "./plan";
import { mapMarks, previewName, seatsOf, viewedSeat } from "./previewed-seats";

const PLAN = fixture.plan as Plan;
const SECTION = PLAN.sections.find(({ geometry }) => geometry !== null);
const ROW = SECTION?.rows[0]?.id ?? "";
const PROPERTIES: never[] = [];
const NAMES = {
  level: "seat",
  sectionName: "Stalls",
  levelName: null,
  properties: PROPERTIES,
  category: null,
  ref: null,
} as const;

function seat(number: string) {
  const section = SECTION?.id ?? "";
  return { key: `${section}/${ROW}/${number}`, section, row: ROW, seat: number };
}

function preview(...numbers: [string, ...string[]]) {
  const [first, ...rest] = numbers.map(seat);
  if (first === undefined) throw new Error("A seat is missing.");
  const several = rest.length === 0 ? {} : { seats: [first, ...rest], viewFrom: rest[0]?.key ?? "" };
  return { seat: { ...first, ...NAMES }, eye: null, ...several };
}

test("a preview of one seat is of this seat, and named by its key", () => {
  const one = preview("3");
  expect(seatsOf(one).map(({ key }) => key)).toEqual([seat("3").key]);
  expect(viewedSeat(one).seat).toBe("3");
  expect(previewName(one, "row A seat 3")).toBe(seat("3").key);
});

test("several seats are viewed from the one that the service names, and named by their label", () => {
  const several = preview("3", "4", "5");
  expect(seatsOf(several).map((each) => each.seat)).toEqual(["3", "4", "5"]);
  expect(viewedSeat(several).seat).toBe("4");
  expect(previewName(several, "row A seats 3-5")).toBe("row A seats 3-5");
});

test("a section is viewed from the seat that the service names, and stays the one that is selected", () => {
  const eye = { x: 1, y: 2, z: 3 };
  const id = SECTION?.id ?? "";
  const whole = { seat: { ...NAMES, key: id, section: id, row: null, seat: null }, viewFrom: seat("3").key, eye };
  expect(viewedSeat(whole)).toEqual({ section: id, row: ROW, seat: "3", eye });
  expect(mapMarks(PLAN, whole)).toEqual({
    place: eye,
    isRestricted: false,
    others: [],
    selected: { section: id, row: null, seat: null, seats: [] },
  });
});

test("the map marks the seat of the view, and all others at places of their own", () => {
  const { place, others, selected } = mapMarks(PLAN, preview("3", "4", "5"));
  const points = [place, ...others].map((point) => `${point?.x} ${point?.y}`);
  expect(new Set(points).size).toBe(3);
  expect(selected.seat).toBe("4");
  expect(selected.seats).toEqual(["3", "4", "5"]);
  expect(mapMarks(PLAN, preview("3")).others).toEqual([]);
});

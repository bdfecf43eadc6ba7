// Tests that positions of seats agree with the API's.
import { expect, test } from "vitest";
import fixture from "../../../tests/layouts/shared/positions.json";
import type { Plan } from "./plan";
import { keyOf, PlanIndex, seatCount, seatingOf } from "./plan";
import { allSeats, bearingDeg, locationPosition, rowPositions, seatPosition } from "./positions";

const plan = fixture.plan as Plan;
const index = new PlanIndex(plan);
const places: Record<string, number[]> = fixture.places;

function expectPlace(found: { x: number; y: number; z: number } | null, place: number[] | undefined) {
  expect(found).not.toBeNull();
  expect(place).toBeDefined();
  const coordinates = [found!.x, found!.y, found!.z];
  for (const [axis, coordinate] of coordinates.entries()) expect(coordinate).toBeCloseTo(place![axis]!, 5);
}

test("every seat is where the API says", () => {
  for (const [key, place] of Object.entries(places)) {
    const [section, row, seat] = key.split("/");
    expectPlace(locationPosition(plan, index.locate(section!, row!, seat!)!), place);
  }
});

test("the middle of a row and of a section have a place too", () => {
  for (const [key, place] of Object.entries(fixture.middles)) {
    const [section, row] = key.split("/");
    expectPlace(locationPosition(plan, index.locate(section!, row ?? null)!), place);
  }
});

test("all seats come with the same places, once each, and say whose they are", () => {
  const seats = allSeats(plan);
  expect(seats.count).toBe(Object.keys(places).length);
  expect(seats.count).toBe(seatCount(plan));
  const seen = new Set<string>();
  for (let seat = 0; seat < seats.count; seat++) {
    const section = plan.sections[seats.sections[seat]!]!;
    const name = seatingOf(plan, section, seats.rows[seat]!)[seats.slots[seat]!];
    const key = keyOf(section, seats.rows[seat]!, name!);
    const [x, y, z] = seats.positions.subarray(seat * 3, seat * 3 + 3);
    expectPlace({ x: x!, y: y!, z: z! }, places[key]);
    seen.add(key);
  }
  expect(seen.size).toBe(seats.count);
});

test("who sits in a curved row faces the origin, and a straight row faces one way", () => {
  const curved = index.section("C1")!;
  for (const place of rowPositions(plan, curved, 1)) {
    expect(place.facingDeg).toBeCloseTo(bearingDeg(place, plan.origin), 5);
  }
  const facings = rowPositions(plan, index.section("E1")!, 0).map((place) => place.facingDeg);
  expect(new Set(facings)).toEqual(new Set([270]));
});

test("a section without geometry has no places", () => {
  expect(seatPosition(plan, index.section("GA")!)).toBeNull();
  expect(rowPositions(plan, index.section("GA")!, 0)).toEqual([]);
});

test("what is not in the plan has no spot", () => {
  expect(index.locate("nowhere")).toBeNull();
  expect(index.locate("E1", "Z")).toBeNull();
  expect(index.locate("F", "2", "3")).toBeNull();
  expect(index.locate("F", "1", "3")).not.toBeNull();
});

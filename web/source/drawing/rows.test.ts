// Tests that rows become strips that join those of neighbouring sections.
import { expect, test } from "vitest";
import type { Plan, PlanSection } from "../plan/plan";
import { distanceM, standsOf } from "./rows";
import { measureVenue } from "./venue-measures";

function section(id: string, more: Partial<PlanSection["geometry"] & object>, isClosed = false): PlanSection {
  const geometry = {
    shape: "straight" as const,
    centre: null,
    bearingDeg: 180,
    bearingStepDeg: 0,
    distanceM: 20,
    elevationM: 1,
    treadM: 0.8,
    riserM: 0.4,
    spacingM: 0.5,
    shiftM: 0,
    shiftStepM: 0,
    rowDepthsM: [],
    rowHeightsM: [],
    ...more,
  };
  const rows = ["A", "B", "C"].map((row) => ({ id: row, seating: 0 }));
  return { id, name: id, level: "", kind: "seated", isClosed, capacity: 30, ordinal: 0, geometry, rows };
}

function plan(...sections: PlanSection[]): Plan {
  return {
    venueId: "ven_test",
    version: 1,
    name: "Hall",
    configuration: null,
    configurations: [],
    defaultConfiguration: null,
    mood: null,
    hall: null,
    roof: null,
    assumed: [],
    categories: [],
    seatKinds: [{ properties: [], category: null, viewNote: null }],
    offsets: [],
    origin: { x: 0, y: 0, z: 1 },
    focus: { name: null, x: 0, y: 0, z: 1, extent: null },
    sections,
    seatings: [["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]],
    obstructions: [],
  };
}

test("a row is before and behind its seats, and rises with them", () => {
  const [stand] = standsOf(plan(section("S", {})));
  const [first, second] = stand!.strips;
  expect(first!.front[0]![1]).toBeGreaterThan(-20);
  expect(first!.back[0]![1]).toBeLessThan(-20);
  // The next step begins where this one ends.
  expect(first!.back[0]![1]).toBeCloseTo(second!.front[0]![1]);
  expect(second!.z - first!.z).toBeCloseTo(0.4);
});

test("sections with an aisle between them share its middle", () => {
  const [left, right] = standsOf(plan(section("L", { shiftM: -3.2 }), section("R", { shiftM: 3.2 })));
  left!.strips.forEach((strip, row) => {
    const other = right!.strips[row]!;
    expect(strip.isJoined).toEqual({ left: false, right: true });
    expect(other.isJoined).toEqual({ left: true, right: false });
    expect(distanceM(strip.front.at(-1)!, other.front[0]!)).toBe(0);
    expect(strip.front.at(-1)![0]).toBeCloseTo(0);
  });
});

test("sections far apart, at other heights or facing each other stay apart", () => {
  const apart = [
    [section("L", { shiftM: -20 }), section("R", { shiftM: 20 })],
    [section("L", { shiftM: -3.2 }), section("R", { shiftM: 3.2, elevationM: 4 })],
    [section("L", { distanceM: 1, bearingDeg: 0 }), section("R", { distanceM: 1 })],
  ];
  for (const sections of apart) {
    for (const { strips } of standsOf(plan(...sections))) {
      for (const { isJoined } of strips) expect(isJoined).toEqual({ left: false, right: false });
    }
  }
});

test("a hall with seats on one side is known, and closed chairs on its floor are taken away", () => {
  const loose = { elevationM: 0, riserM: 0, distanceM: 8 };
  const oneSided = measureVenue(plan(section("S", {}), section("F", loose, true)));
  expect(oneSided.isOneSided).toBe(true);
  expect(oneSided.audience[1]).toBeCloseTo(-1);
  expect(oneSided.shown.map((stand) => stand.section.id)).toEqual(["S"]);
  const round = measureVenue(plan(section("S", {}), section("N", { bearingDeg: 0 })));
  expect(round.isOneSided).toBe(false);
});

test("the outline holds every seat, and the roof is over them", () => {
  const { outline, roofZ, stands } = measureVenue(plan(section("S", {}), section("N", { bearingDeg: 0 })));
  const ys = outline.map(([, y]) => y);
  for (const { strips } of stands) {
    for (const strip of strips) {
      expect(strip.z).toBeLessThan(roofZ - 3);
      for (const [, y] of strip.back) {
        expect(y).toBeGreaterThan(Math.min(...ys));
        expect(y).toBeLessThan(Math.max(...ys));
      }
    }
  }
});

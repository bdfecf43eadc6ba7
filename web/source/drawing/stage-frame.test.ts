// Tests that an assumed stage of a theatre is in front of the first row, and is the only thing that people look at.
import { expect, test } from "vitest";
import type { Plan, PlanSection } from "../plan/plan";
import { buildDefaultStage, isPitch } from "./floor";
import { paletteOf } from "./palettes";
import { stageFrame } from "./stage-frame";
import { buildTheatre } from "./theatre";
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
    hall: "theatre",
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

test("the usual stage is drawn where there is room for it", () => {
  const { frontM, backM } = stageFrame(measureVenue(plan(section("S", { distanceM: 6 }))));
  expect([frontM, backM]).toEqual([2, -8]);
});

test("an assumed stage ends before a first row that is near the focus", () => {
  const measures = measureVenue(plan(section("S", { distanceM: 1.5 })));
  const frame = stageFrame(measures);
  const firstM = frame.from(measures.stands[0]!.strips[0]!.front[0]!).forwardM;
  expect(frame.frontM).toBeLessThan(firstM - 1);
});

test("a theatre whose seats are spread to both sides has a stage, and no court or pitch", () => {
  const measures = measureVenue(
    plan(section("L", { distanceM: 50, bearingDeg: 100 }), section("R", { distanceM: 50, bearingDeg: 260 })),
  );
  const palette = paletteOf(measures.hall, measures.mood);
  expect(measures.isOneSided).toBe(false);
  expect(isPitch(measures)).toBe(false);
  expect(buildDefaultStage(measures, palette).triangles).toBe(0);
  expect(buildTheatre(measures, palette).triangles).toBeGreaterThan(100);
});

// Bodies of a hall are drawn where the service counts them, and once.
import { expect, test } from "vitest";
import { planFromRecord } from "../layouts/layout-reader";
import type { PlanBody } from "../plan/plan";
import { buildHallBodies } from "./hall-bodies";
import { paletteOf } from "./palettes";
import { measureVenue } from "./venue-measures";

function drawn(kind: PlanBody["kind"], z: [number, number]) {
  const rows = { first: 1, last: 4 };
  const sections = [
    { id: "V", kind: "suite", capacity: 8, geometry: { bearingDeg: 120, distanceM: 22, elevationM: 5 } },
    { id: "S", rows, seats: { count: 10 }, geometry: { bearingDeg: 180, distanceM: 12, riserM: 0.3 } },
  ];
  const layout = { hall: "arena", focus: { name: "Stage", z: 1.5 }, sections };
  const measures = measureVenue({ ...planFromRecord({ rules: { layout } }, null), mood: "house_lights" });
  const line: [number, number][] = [
    [20, -10],
    [20, -12],
  ];
  const body: PlanBody = { id: `V.${kind}`, kind, section: "V", line, z, back: [], backZ: null };
  return buildHallBodies([body], measures, paletteOf("arena", "house_lights"), null);
}

test("the rail of a suite is drawn at its height, and the room is left to the drawing of suites", () => {
  const { positions } = drawn("rail", [5.93, 5.97]).geometry();
  const heights = Array.from({ length: positions.length / 3 }, (_, point) => positions[3 * point + 2]!);
  expect(Math.max(...heights)).toBeCloseTo(5.97, 1);
  expect(Math.min(...heights)).toBeGreaterThan(5);
  expect(drawn("front", [4.6, 5.25]).triangles).toBe(0);
});

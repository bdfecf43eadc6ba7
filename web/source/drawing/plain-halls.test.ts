// Tests that an altar or a small block has a plain hall around it while a layout is written, as tests/sightlines/
// test_plain_halls.py tests it for the service.
import { expect, test } from "vitest";
import { planFromRecord } from "../layouts/layout-reader";
import { measureVenue } from "./venue-measures";

test.each([
  ["Stage", 10, "theatre", "theatre", "concert"],
  ["Altar", 10, "theatre", "church", "house_lights"],
  ["Maître-autel", 3, "theatre", "church", "house_lights"],
  ["Kanzel", 3, "theatre", "church", "house_lights"],
  ["Stage", 3, "theatre", "arena", "house_lights"],
  ["Altar", 3, "arena", "arena", "house_lights"],
  ["Stage", 3, "arena", "arena", "concert"],
] as const)("%s of %d m in the hall %s: %s, %s", (name, widthM, written, hall, mood) => {
  const extent = { kind: "stage", widthM, depthM: 3, turnDeg: 180, heightM: 1 };
  const sections = [{ id: "A", rows: ["1"], seats: { count: 10 }, geometry: { bearingDeg: 180, distanceM: 12 } }];
  const layout = { hall: written, focus: { name, x: 0, y: 0, z: 1, extent }, sections };
  const plan = planFromRecord({ rules: { layout } });
  expect(measureVenue(plan)).toMatchObject({ hall, mood });
  // What the service has said counts.
  expect(measureVenue({ ...plan, bodies: [] })).toMatchObject({ hall: written, mood: "concert" });
});

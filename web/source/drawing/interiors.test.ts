// Rooms are on the walls and under the roof: nothing of them stands between a seat and the stage.
import { expect, test } from "vitest";
import { planFromRecord } from "../layouts/layout-reader";
import { HALLS, type HallKind } from "./halls";
import { buildRoom } from "./interiors";
import type { Mood } from "./mood";
import { paletteOf } from "./palettes";
import { ROOM_PALETTES } from "./room-palettes";
import { measureVenue } from "./venue-measures";

const ROOMS = (Object.keys(HALLS) as HallKind[]).filter((hall) => HALLS[hall].building === "room");
const EYES_M = 1.3;
const ON_WALL_M = 1.3;

function roomOf(hall: HallKind, mood: Mood) {
  const extent = { kind: "stage", widthM: 10, depthM: 5, heightM: 0.8 };
  const geometry = { bearingDeg: 180, distanceM: 6, riserM: 0.2 };
  const section = { id: "A", rows: { first: 1, last: 14 }, seats: { count: 20 }, geometry };
  const layout = { hall, focus: { name: "Stage", z: 2, extent }, sections: [section] };
  const measures = measureVenue({ ...planFromRecord({ rules: { layout } }, null), mood });
  return { measures, mesh: buildRoom(measures, { ...paletteOf(hall, mood), ...ROOM_PALETTES[hall] }) };
}

test.each(ROOMS)("%s: what is drawn is on a wall, or above all eyes", (hall) => {
  const { measures, mesh } = roomOf(hall, "house_lights");
  expect(mesh.triangles).toBeGreaterThan(100);
  expect(mesh.triangles).toBeLessThan(20_000);
  const { positions } = mesh.geometry();
  const highest = measures.stands.reduce((most, { strips }) => Math.max(most, strips.at(-1)!.z), 0) + EYES_M;
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    if (z > highest) continue;
    const toWallM = measures.outline.map(([fromX, fromY], index) => {
      const [toX, toY] = measures.outline[(index + 1) % measures.outline.length]!;
      const [alongX, alongY] = [toX - fromX, toY - fromY];
      return (alongX * (y - fromY) - alongY * (x - fromX)) / Math.hypot(alongX, alongY);
    });
    expect(Math.min(...toWallM), `${x}, ${y}, ${z}`).toBeLessThan(ON_WALL_M);
  }
});

test("kinds that are no rooms have none", () => {
  expect(ROOMS).not.toContain("arena");
  expect(roomOf("theatre", "concert").mesh.triangles).toBe(0);
});

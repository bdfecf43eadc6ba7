// Tests of the compass direction of a picture.
import { expect, test } from "vitest";
import { middleBearing, viewBearing } from "./middle-bearing";
import type { Preview } from "./types";

function previewOf(yaw: number, drawnYaw: number | null): Preview {
  const drawing = drawnYaw === null ? null : { orientation: { yaw: drawnYaw, pitch: 0, fov: 75 }, description: "" };
  return { orientation: { yaw, pitch: 0, fov: 75 }, drawing } as unknown as Preview;
}

test("the middle of a picture points where the pose of its camera did", () => {
  // From the east, the focus is in the west, at 270 degrees. A camera that faced 250 shows it 20 to the right.
  expect(middleBearing(previewOf(20, 270))).toBeCloseTo(250);
  expect(middleBearing(previewOf(0, 270))).toBeCloseTo(270);
});

test("a seat without a position has no direction on the map", () => {
  expect(middleBearing(previewOf(0, null))).toBeNull();
});

test("a view turns on the map as it is turned, past north in both directions", () => {
  expect(viewBearing(315, 12)).toBe(327);
  expect(viewBearing(350, 20)).toBe(10);
  expect(viewBearing(-20, -30)).toBe(310);
  expect(viewBearing(null, 12)).toBeNull();
});

// Tests of directions and fields of view.
import { expect, test } from "vitest";
import { ViewDirection } from "../plan/view-direction";
import type { Preview } from "./types";
import { horizontalFov, middleBearing, verticalFov } from "./view-angles";

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

test("the horizontal field of view is that of the longer side, or less", () => {
  expect(horizontalFov(75, 1600, 900)).toBeCloseTo(75);
  expect(verticalFov(75, 400, 800)).toBeCloseTo(75);
  expect(horizontalFov(75, 400, 800)).toBeCloseTo(42, 0);
});

test("whoever listens to a view hears where it looks now, and each change once", () => {
  const heard: (number | null)[] = [];
  const view = new ViewDirection();
  view.set({ bearingDeg: 10, fovDeg: 75 });
  const end = view.listen((direction) => heard.push(direction?.bearingDeg ?? null));
  view.set({ bearingDeg: 10, fovDeg: 75 });
  view.set({ bearingDeg: 20, fovDeg: 75 });
  view.set(null);
  end();
  view.set({ bearingDeg: 30, fovDeg: 75 });
  expect(heard).toEqual([10, 20, null]);
});

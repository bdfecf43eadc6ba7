// Tests of directions and fields of view.
import { expect, test } from "vitest";
import type { Plan } from "../plan/plan";
import { ViewDirection } from "../plan/view-direction";
import type { Preview } from "./types";
import { horizontalFov, middleBearing, verticalFov } from "./view-angles";

const GEOMETRY = { shape: "straight", bearingStepDeg: 0, distanceM: 10, elevationM: 0, treadM: 1, riserM: 0 };
const PLAN = {
  origin: { x: 0, y: 0, z: 0 },
  focus: { name: "Stage", x: 0, y: 0, z: 0 },
  sections: [
    {
      id: "east",
      kind: "seated",
      ordinal: 0,
      rows: [],
      geometry: { ...GEOMETRY, bearingDeg: 90, spacingM: 0.5, shiftM: 0, shiftStepM: 0 },
    },
    { id: "nowhere", kind: "seated", ordinal: 0, rows: [], geometry: null },
  ],
  seatings: [],
} as unknown as Plan;

function previewOf(section: string, yaw: number, viewerDefaults = {}): Preview {
  const seat = { key: section, section, row: null, seat: null };
  return { seat, orientation: { yaw, pitch: 0, fov: 75 }, viewerDefaults } as unknown as Preview;
}

test("the middle of a picture points where the pose of its camera did", () => {
  // From the east, the focus is in the west, at 270 degrees. A camera that faced 250 shows it 20 to the right.
  expect(middleBearing(PLAN, previewOf("east", 20))).toBeCloseTo(250);
  expect(middleBearing(PLAN, previewOf("east", 0))).toBeCloseTo(270);
});

test("a start direction of the venue turns the view, and not the picture", () => {
  expect(middleBearing(PLAN, previewOf("east", 30, { startYawDeg: 10 }))).toBeCloseTo(250);
});

test("a seat without a position has no direction on the map", () => {
  expect(middleBearing(PLAN, previewOf("nowhere", 0))).toBeNull();
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

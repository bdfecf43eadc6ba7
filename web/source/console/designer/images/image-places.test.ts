// Tests of where images are taken, and of the map that shows which seats have one.
import { expect, test } from "vitest";
import { ImageChoice } from "../../../layout-edits/image-choice";
import { planFromRecord } from "../../../layouts/layout-reader";
import { coverageByRow, coverageKind } from "./image-coverage";
import { cameraAt, directionToFocus, nearestSeats, poseFor, seatsWithin, sectionAt } from "./image-places";

const LAYOUT = {
  focus: { z: 1 },
  configurations: [{ id: "play", closed: ["B"] }],
  sections: [
    {
      id: "A",
      rows: ["1", "2", "3"],
      seats: { count: 5 },
      geometry: { bearingDeg: 180, distanceM: 10, spacingM: 0.6 },
    },
    { id: "B", rows: ["1"], seats: { count: 5 }, geometry: { bearingDeg: 180, distanceM: 30, elevationM: 4 } },
    {
      id: "Pit",
      kind: "standing",
      capacity: 9,
      geometry: {
        area: [
          [-3, -2],
          [3, -2],
          [3, -6],
          [-3, -6],
        ],
      },
    },
  ],
};
const record = (...images: object[]) => ({
  rules: { layout: LAYOUT },
  imagerySets: [{ id: "a", kind: "panorama", images }],
});
const PLAN = planFromRecord(record());

test("a camera is at the eyes of the seat that was meant, or at that height above the floor", () => {
  const seat = { section: "B", row: "1", seat: "3" };
  expect(cameraAt(PLAN, { x: 0, y: 0 }, seat)).toEqual({ x: expect.closeTo(0), y: expect.closeTo(-30), z: 5.2 });
  expect(cameraAt(PLAN, { x: 0.2, y: -29 }, null)).toEqual({ x: 0.2, y: -29, z: 5.2 });
  expect(cameraAt(PLAN, { x: 0, y: -3 }, null)).toEqual({ x: 0, y: -3, z: 1.6 });
  expect(sectionAt(PLAN, { x: 0, y: -3 })?.id).toBe("Pit");
  expect(sectionAt(PLAN, { x: 0, y: -9 })?.id).toBe("A");
});

test("the nearest seats come first, and a circle holds those within it", () => {
  expect(nearestSeats(PLAN, { x: 0.1, y: -10 }, 3).map(({ row, seat }) => `${row}/${seat}`)).toEqual([
    "1/3",
    "1/4",
    "1/2",
  ]);
  expect(seatsWithin(PLAN, { x: 0, y: -10 }, 0.7).length).toBe(3);
});

test("an image that is placed by its name was taken in the middle, and looks at the focus", () => {
  expect(poseFor(PLAN, { section: "A", rows: ["2"], seats: ["3"] })).toMatchObject({ x: expect.closeTo(0), z: 1.2 });
  expect(poseFor(PLAN, { section: "A" })?.yawDeg).toBeCloseTo(0);
  expect(poseFor(PLAN, { section: "Pit" })).toMatchObject({ y: -4, z: 1.6 });
  expect(poseFor(PLAN, { section: "gone" })).toBeNull();
  expect(directionToFocus(PLAN, { x: 10, y: 0, z: 1 })).toEqual({ yawDeg: -90, pitchDeg: 0 });
});

test("seats have an image of their own, a near one, a far one or none, and closed ones are not counted", () => {
  const written = record({ object: "a.jpg", covers: { section: "A" }, pose: { x: 0, y: -10, z: 1.2 } });
  const counts = (configuration: string | null) => {
    const plan = planFromRecord(written, configuration);
    return [...coverageByRow(plan, new ImageChoice(plan, written, new Set(["a.jpg"])), configuration)].at(-1)?.counts;
  };
  expect(counts(null)).toEqual({ own: 1, near: 14, far: 0, none: 5 });
  expect(counts("play")).toEqual({ own: 1, near: 14, far: 0, none: 0 });
});

test.each([
  ["own", "seat", 0, false],
  ["near", "seat", 3, true],
  ["near", "row", null, false],
  ["far", "row", 9, true],
  ["near", "venue", 5, true],
  ["none", "venue", 9, true],
  ["far", "section", null, false],
] as const)("an image is %s: %s, %s m", (kind, match, distanceM, hasCamera) => {
  expect(coverageKind({ object: "a.jpg", match, distanceM, hasCamera })).toBe(kind);
});

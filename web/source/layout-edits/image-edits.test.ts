// Tests of changes of a record's images: sets are made when needed, covers are short, and the rest stays as it is.
import { expect, test } from "vitest";
import { planFromRecord } from "../layouts/layout-reader";
import type { Json } from "../layouts/written-json";
import { coveredBy, coversInWords, keysOfRow, writtenCovers } from "./image-covers";
import {
  coverSeats,
  imagesIn,
  kindByShape,
  moveImage,
  placeImage,
  removeImage,
  showImageIn,
  turnImage,
} from "./image-edits";
import { inTurn, valueAt } from "./record-edit";

const RECORD: Json = {
  name: "Hall",
  unknown: { member: 1 },
  imagerySets: [
    {
      id: "day",
      kind: "photo",
      attribution: "Ada",
      images: [
        { object: "old.jpg", covers: { section: "1" }, note: "kept", pose: { x: 1, y: 2, z: 3, yawDeg: 10 } },
        { url: "https://images.test/a.jpg", covers: { section: "2" } },
      ],
    },
  ],
  rules: {
    layout: {
      configurations: [{ id: "play" }],
      sections: [
        { ids: ["1", "2"], rows: ["A", "B", "C"], seats: { count: 4 }, geometry: { distanceM: 9 } },
        { id: "Box", kind: "suite", seats: { count: 3 }, geometry: { distanceM: 20 } },
        { id: "Pit", kind: "standing", capacity: 50 },
      ],
    },
  },
};
const PLAN = planFromRecord(RECORD);
const OLD = { object: "old.jpg", configuration: null };
const NEW = { object: "new.jpg", configuration: "play" };
const POSE = { x: 1.23456, y: -2, z: 1.2, yawDeg: 350 };
const setOf = (record: Json, index: number) => valueAt(record, ["imagerySets", index]) as Json;

test("an image is entered into a set of its kind and configuration, which is made where there is none", () => {
  const once = placeImage(NEW, "panorama", POSE, [{ section: "1", rows: ["A"] }])(RECORD);
  expect(setOf(once, 1)).toEqual({
    id: "play-panoramas",
    kind: "panorama",
    configuration: "play",
    images: [
      { object: "new.jpg", covers: { section: "1", rows: ["A"] }, pose: { x: 1.23, y: -2, z: 1.2, yawDeg: -10 } },
    ],
  });
  expect(setOf(once, 0)).toBe(setOf(RECORD, 0));
  expect(once.unknown).toBe(RECORD.unknown);
  const twice = placeImage({ ...NEW, object: "b.jpg" }, "panorama", POSE, [{ section: "2" }])(once);
  expect(imagesIn(twice).map(({ object, setId }) => [object, setId])).toEqual([
    ["old.jpg", "day"],
    ["new.jpg", "play-panoramas"],
    ["b.jpg", "play-panoramas"],
  ]);
  const elsewhere = placeImage({ ...NEW, configuration: null }, "photo", POSE, [{ section: "2" }])(RECORD);
  expect((setOf(elsewhere, 0).images as Json[]).map(({ object }) => object)).toEqual(["old.jpg", undefined, "new.jpg"]);
});

test("an image that is placed again is moved, and is not entered twice", () => {
  const moved = placeImage(OLD, "panorama", POSE, [{ section: "2", rows: ["B"] }])(RECORD);
  expect((setOf(moved, 0).images as Json[])[0]).toEqual({
    object: "old.jpg",
    note: "kept",
    covers: { section: "2", rows: ["B"] },
    pose: { x: 1.23, y: -2, z: 1.2, yawDeg: -10 },
  });
});

test("seats that one entry cannot name are written as several of the same image", () => {
  const covered = new Set([...keysOfRow(PLAN, PLAN.sections[0]!, 1), "1/A/1", "1/A/2", "Box//2", "Pit"]);
  const covers = writtenCovers(PLAN, covered);
  expect(covers).toEqual([
    { section: "1", rows: ["B"] },
    { section: "1", rows: ["A"], seats: ["1", "2"] },
    { section: "Box", seats: ["2"] },
    { section: "Pit" },
  ]);
  expect(coveredBy(PLAN, covers)).toEqual(covered);
  const changed = coverSeats(OLD, covers)(RECORD);
  expect(imagesIn(changed)[0]).toMatchObject({ object: "old.jpg", entries: covers, pose: { x: 1 } });
  const entries = setOf(changed, 0).images as Json[];
  expect(entries.map(({ note }) => note)).toEqual(["kept", "kept", "kept", "kept", undefined]);
  expect(entries[4]).toBe((setOf(RECORD, 0).images as Json[])[1]);
  const short = coverSeats(OLD, [{ section: "2" }])(changed);
  expect((setOf(short, 0).images as Json[]).length).toBe(2);
});

test("a whole section, and the whole venue, are written as such", () => {
  expect(writtenCovers(PLAN, coveredBy(PLAN, [{ section: "1", rows: ["A", "B", "C"] }]))).toEqual([{ section: "1" }]);
  expect(writtenCovers(PLAN, coveredBy(PLAN, [{}])).map(({ section }) => section)).toEqual(["1", "2", "Box", "Pit"]);
});

test("a camera is moved and turned, and its other members stay", () => {
  const changed = inTurn(
    moveImage(OLD, { x: 5, y: 6, z: 7 }),
    turnImage(OLD, { yawDeg: 181, pitchDeg: -3.04 }),
  )(RECORD);
  expect(imagesIn(changed)[0]?.pose).toEqual({ x: 5, y: 6, z: 7, yawDeg: -179, pitchDeg: -3 });
});

test("a change that changes nothing, or leaves no seat, returns the record itself", () => {
  expect(turnImage(OLD, { yawDeg: 10 })(RECORD)).toBe(RECORD);
  expect(coverSeats(OLD, [{ section: "1" }])(RECORD)).toBe(RECORD);
  expect(coverSeats(OLD, [])(RECORD)).toBe(RECORD);
  expect(removeImage(NEW)(RECORD)).toBe(RECORD);
});

test("an image that is removed takes its set with it, unless the set says something", () => {
  const placed = placeImage(NEW, "panorama", POSE, [{ section: "1" }])(RECORD);
  expect(removeImage(NEW)(placed)).toEqual(RECORD);
  const without = removeImage(OLD)(RECORD);
  expect(setOf(without, 0)).toMatchObject({ id: "day", images: [{ url: "https://images.test/a.jpg" }] });
});

test("the shape of a picture says its kind", () => {
  expect(kindByShape({ width: 8192, height: 4096 })).toBe("panorama");
  expect(kindByShape({ width: 4000, height: 3000 })).toBe("photo");
});

test("what an image covers is said in words", () => {
  expect(coversInWords(PLAN, [{}])).toBe("the whole venue");
  expect(
    coversInWords(PLAN, [
      { section: "1", rows: ["A", "B"] },
      { section: "2", rows: ["A"], seats: ["1"] },
    ]),
  ).toBe("rows A to B of section 1 and seat 1, row A of section 2");
});

test("an image is shown in another configuration with all that is said of it, unless it is there already", () => {
  const moved = showImageIn(OLD, "play")(RECORD);
  const [before, after] = [setOf(RECORD, 0).images as Json[], setOf(moved, 1).images as Json[]];
  expect(setOf(moved, 0).images).toEqual([before[1]]);
  expect([setOf(moved, 1).id, setOf(moved, 1).configuration, after]).toEqual(["play-photos", "play", [before[0]]]);
  expect(imagesIn(showImageIn({ ...OLD, configuration: "play" }, null)(moved))).toEqual(imagesIn(RECORD));
  const both = placeImage({ ...OLD, configuration: "play" }, "photo", POSE, [{ section: "2" }])(RECORD);
  expect(showImageIn(OLD, "play")(both)).toBe(both);
});

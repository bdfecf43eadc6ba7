// Tests of the choice between picture and drawing.
import { expect, test } from "vitest";
import { isDrawnElsewhere, isDrawnFirst } from "./drawn-first";
import { canChooseMedium, chooseMedia, type MediaOfView } from "./media";
import type { Preview } from "./types";

const BOTH: MediaOfView = { picture: "photo", canDraw: true, isFar: false };
const FAR: MediaOfView = { ...BOTH, isFar: true };
const RENDERED: MediaOfView = { picture: "rendering", canDraw: true, isFar: false };
const DRAWN: MediaOfView = { picture: null, canDraw: true, isFar: false };
const PICTURE: MediaOfView = { picture: "photo", canDraw: false, isFar: true };

test("a near photo is shown, and a drawing instead of one from far away", () => {
  expect(chooseMedia([BOTH], null)).toEqual(["picture"]);
  expect(chooseMedia([FAR], null)).toEqual(["drawing"]);
  expect(chooseMedia([DRAWN], null)).toEqual(["drawing"]);
});

test("the buyer's choice wins where there is one", () => {
  expect(chooseMedia([FAR], "picture")).toEqual(["picture"]);
  expect(chooseMedia([BOTH], "drawing")).toEqual(["drawing"]);
  expect(chooseMedia([DRAWN], "picture")).toEqual(["drawing"]);
});

test("a rendering is one picture, whatever the buyer chose at another seat", () => {
  expect(chooseMedia([RENDERED], null)).toEqual(["picture"]);
  expect(chooseMedia([RENDERED], "drawing")).toEqual(["picture"]);
});

test("a photo from far away is better than nothing", () => {
  expect(chooseMedia([PICTURE], "drawing")).toEqual(["picture"]);
});

test("compared views show the same medium where both have it", () => {
  expect(chooseMedia([BOTH, BOTH], null)).toEqual(["picture", "picture"]);
  expect(chooseMedia([BOTH, FAR], null)).toEqual(["drawing", "drawing"]);
  expect(chooseMedia([BOTH, FAR], "picture")).toEqual(["picture", "picture"]);
  expect(chooseMedia([BOTH, DRAWN], "picture")).toEqual(["drawing", "drawing"]);
  expect(chooseMedia([RENDERED, RENDERED], null)).toEqual(["picture", "picture"]);
  expect(chooseMedia([BOTH, RENDERED], "picture")).toEqual(["drawing", "drawing"]);
  expect(chooseMedia([BOTH, PICTURE], "drawing")).toEqual(["picture", "picture"]);
  expect(chooseMedia([DRAWN, PICTURE], null)).toEqual(["drawing", "picture"]);
});

test("there is a choice only where every view has a photo and can be drawn", () => {
  expect(canChooseMedium([BOTH, FAR])).toBe(true);
  expect(canChooseMedium([BOTH, DRAWN])).toBe(false);
  expect(canChooseMedium([RENDERED])).toBe(false);
  expect(canChooseMedium([PICTURE])).toBe(false);
  expect(canChooseMedium([])).toBe(false);
});

function previewOf(kind: string | null, isHere: boolean, distanceM: number, hasGeometry = true): Preview {
  const camera = { key: "107/K/9", sectionName: "107", isHere, isExact: true, distanceM };
  const imagery = kind && { kind };
  return { imagery, provenance: { camera, distanceM }, drawing: hasGeometry ? {} : null } as unknown as Preview;
}

test.each([
  ["rendered", true, 0, true, false],
  ["rendered", false, 0.9, true, true],
  ["rendered", false, 0.9, false, false],
  ["photo", false, 3, true, false],
  ["panorama", false, 12, true, true],
  ["panorama", false, 12, false, false],
  [null, false, 0, true, true],
])("a view begins with the seat's own drawing instead of another seat's: %s %s %s %s", (...row) => {
  const [kind, isHere, distanceM, hasGeometry, isDrawn] = row;
  expect(isDrawnFirst(previewOf(kind, isHere, distanceM, hasGeometry))).toBe(isDrawn);
});

test("a photo from elsewhere is no drawing from elsewhere", () => {
  expect(isDrawnElsewhere(previewOf("photo", false, 3))).toBe(false);
  expect(isDrawnElsewhere(previewOf("rendered", false, 3))).toBe(true);
});

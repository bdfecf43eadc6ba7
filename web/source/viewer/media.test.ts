// Tests of the choice between picture and drawing.
import { expect, test } from "vitest";
import { canChooseMedium, chooseMedia } from "./media";

const BOTH = { hasPicture: true, canDraw: true, isFar: false };
const FAR = { ...BOTH, isFar: true };
const DRAWN = { hasPicture: false, canDraw: true, isFar: false };
const PICTURE = { hasPicture: true, canDraw: false, isFar: true };

test("a near picture is shown, and a drawing instead of one from far away", () => {
  expect(chooseMedia([BOTH], null)).toEqual(["picture"]);
  expect(chooseMedia([FAR], null)).toEqual(["drawing"]);
  expect(chooseMedia([DRAWN], null)).toEqual(["drawing"]);
});

test("the buyer's choice wins where there is one", () => {
  expect(chooseMedia([FAR], "picture")).toEqual(["picture"]);
  expect(chooseMedia([BOTH], "drawing")).toEqual(["drawing"]);
  expect(chooseMedia([DRAWN], "picture")).toEqual(["drawing"]);
});

test("a picture from far away is better than nothing", () => {
  expect(chooseMedia([PICTURE], "drawing")).toEqual(["picture"]);
});

test("compared views show the same medium where both have it", () => {
  expect(chooseMedia([BOTH, BOTH], null)).toEqual(["picture", "picture"]);
  expect(chooseMedia([BOTH, FAR], null)).toEqual(["drawing", "drawing"]);
  expect(chooseMedia([BOTH, FAR], "picture")).toEqual(["picture", "picture"]);
  expect(chooseMedia([BOTH, DRAWN], "picture")).toEqual(["drawing", "drawing"]);
  expect(chooseMedia([BOTH, PICTURE], "drawing")).toEqual(["picture", "picture"]);
  expect(chooseMedia([DRAWN, PICTURE], null)).toEqual(["drawing", "picture"]);
});

test("there is a choice only where every view has both", () => {
  expect(canChooseMedium([BOTH, FAR])).toBe(true);
  expect(canChooseMedium([BOTH, DRAWN])).toBe(false);
  expect(canChooseMedium([])).toBe(false);
});

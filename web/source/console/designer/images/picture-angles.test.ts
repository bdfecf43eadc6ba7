import { expect, test } from "vitest";
import { draggedYawDeg, inPanorama, inPhoto, photoDirection } from "./picture-angles";

const FOCUS = { yawDeg: 170, pitchDeg: -10 };

test("the focus is in the middle of a panorama that looks at it, and left of it if the camera looked to the right", () => {
  expect(inPanorama({ yawDeg: 170, pitchDeg: -10 }, FOCUS)).toEqual({ x: 0.5, y: 0.5 });
  expect(inPanorama({ yawDeg: -100, pitchDeg: 0 }, FOCUS).x).toBeCloseTo(0.25);
  expect(inPanorama({ yawDeg: 170, pitchDeg: 0 }, FOCUS).y).toBeGreaterThan(0.5);
});

test("a panorama that is dragged to the right looks further to the right", () => {
  expect(draggedYawDeg(175, 0.1)).toBeCloseTo(-175);
});

test("what is clicked in a photo as the focus is found there again", () => {
  const at = { x: 0.2, y: 0.7 };
  const middle = photoDirection(at, FOCUS, 1.5);
  expect(middle.yawDeg).not.toBeCloseTo(FOCUS.yawDeg);
  const found = inPhoto(middle, FOCUS, 1.5);
  expect([found.x, found.y]).toEqual([expect.closeTo(at.x), expect.closeTo(at.y)]);
});

// Tests of the cube that a panorama is drawn with.
import { Vector3 } from "three";
import { expect, test } from "vitest";
import { cubeFaces, facePixels } from "./equirectangular";

test("the first face looks in the direction of the compass that was asked for", () => {
  const [front, right] = cubeFaces(90);
  expect(front!.ahead.distanceTo(new Vector3(1, 0, 0))).toBeLessThan(1e-9);
  expect(right!.ahead.distanceTo(new Vector3(0, -1, 0))).toBeLessThan(1e-9);
});

test.each([0, 33, 200])("the faces are those of a cube, none of them mirrored: %d degrees", (yawDeg) => {
  const faces = cubeFaces(yawDeg);
  const sum = faces.reduce((total, { ahead }) => total.add(ahead), new Vector3());
  expect(sum.length()).toBeLessThan(1e-9);
  for (const { ahead, right, up } of faces) {
    expect(new Vector3().crossVectors(ahead, up).distanceTo(right)).toBeLessThan(1e-9);
  }
});

test("a face has more pixels than the panorama shows of it, so that edges are smooth", () => {
  const perRadianInPanorama = 4096 / (2 * Math.PI);
  const perRadianInFace = facePixels(4096) / 2;
  expect(perRadianInFace / perRadianInPanorama).toBeGreaterThan(1.5);
});

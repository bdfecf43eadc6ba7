import { Matrix4 } from "three";
import { expect, test } from "vitest";
import { radians } from "../view/angles";
import { eyeMatrix, headView } from "./headset-panorama";
import { cameraMatrix } from "./sphere-renderer";

const FOV_DEG = 90;

/** The projection of an eye that sees as much above as below, moved to the side by a share of its width. */
function projection(aside = 0): Float32Array {
  const up = 1 / Math.tan(radians(FOV_DEG) / 2);
  const matrix = new Float32Array(16);
  [matrix[0], matrix[5], matrix[8]] = [up, up, aside];
  return matrix;
}

/** From the headset's own space to an eye that is turned to the right and looks up. */
function toEye(rightDeg: number, upDeg: number): Float32Array {
  const head = new Matrix4().makeRotationY(-radians(rightDeg)).multiply(new Matrix4().makeRotationX(radians(upDeg)));
  return new Float32Array(head.invert().elements);
}

test.each([
  [0, 0, 0],
  [35, 0, 0],
  [0, 0, 120],
  [-70, 25, 200],
])("a head turned by %d and %d degrees sees a panorama turned by %d as the page would", (right, up, turn) => {
  const page = cameraMatrix({ yaw: right + turn, pitch: up, verticalFov: FOV_DEG, width: 500, height: 500 });
  const eye = eyeMatrix(projection(), toEye(right, up), turn);
  eye.forEach((value, index) => {
    expect(value).toBeCloseTo(page[index]!, 5);
  });
});

test("tiles are chosen for all that both eyes see, at the headset's resolution", () => {
  const view = headView({ yaw: 10, pitch: -5 }, projection(0.2), 1000);
  expect(view).toMatchObject({ yaw: 10, pitch: -5 });
  // The eye sees 1.2 to one side; a fifth more is loaded.
  expect((Math.tan(radians(view.verticalFov) / 2) * view.width) / view.height).toBeCloseTo(1.44);
  const pixelsPerRadian = view.height / 2 / Math.tan(radians(view.verticalFov) / 2);
  expect(pixelsPerRadian).toBeCloseTo(500);
});

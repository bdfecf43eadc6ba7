import { Vector3 } from "three";
import { expect, test } from "vitest";
import { radians } from "../view/angles";
import { type HeadPose, seatedSpace } from "./headset-drawing";

const EYE = new Vector3(12, -30, 7.5);
const HALF_APART_M = 0.0315;

/** A head anywhere in a room, turned to the left about the vertical. */
function head(x: number, y: number, z: number, leftDeg = 0): HeadPose {
  const half = radians(leftDeg) / 2;
  return { position: { x, y, z }, orientation: { x: 0, y: Math.sin(half), z: 0, w: Math.cos(half) } };
}

function near(actual: Vector3, x: number, y: number, z: number): void {
  expect([actual.x, actual.y, actual.z].map((value) => Math.round(value * 1e6) / 1e6)).toEqual(
    [x, y, z].map((value) => Math.round(value * 1e6) / 1e6 + 0),
  );
}

test.each([
  ["at the headset's origin", head(0, 0, 0)],
  ["far from it, and turned away", head(1.5, 1.2, -2, 140)],
])("a head %s is at the seat's eye", (_, pose) => {
  const { x, y, z } = pose.position;
  near(new Vector3(x, y, z).applyMatrix4(seatedSpace(pose, EYE, 250)), EYE.x, EYE.y, EYE.z);
});

test("metres stay metres, up stays up, and ahead is the view's direction", () => {
  const space = seatedSpace(head(0, 0, 0), EYE, 90);
  // A yaw of 90 degrees looks along x; the wearer's right is then along -y.
  near(new Vector3(0, 0, -2).applyMatrix4(space), EYE.x + 2, EYE.y, EYE.z);
  near(new Vector3(0, 0.4, 0).applyMatrix4(space), EYE.x, EYE.y, EYE.z + 0.4);
  near(new Vector3(HALF_APART_M, 0, 0).applyMatrix4(space), EYE.x, EYE.y - HALF_APART_M, EYE.z);
});

test("a head that was turned to the left when its wearer sat down looks ahead", () => {
  const space = seatedSpace(head(0, 0, 0, 90), EYE, 0);
  // It looked along -x of the headset's own space.
  near(new Vector3(-1, 0, 0).applyMatrix4(space), EYE.x, EYE.y + 1, EYE.z);
});

test("a head that looked up does not tilt the hall", () => {
  const half = radians(50) / 2;
  const pose = { position: { x: 0, y: 0, z: 0 }, orientation: { x: Math.sin(half), y: 0, z: 0, w: Math.cos(half) } };
  near(new Vector3(0, 1, 0).applyMatrix4(seatedSpace(pose, EYE, 0)), EYE.x, EYE.y, EYE.z + 1);
});

import { expect, test } from "vitest";
import { radians } from "./angles";
import { headDirection } from "./head-direction";

/** The rotation by an angle about an axis, as WebXR states it. */
function about(axis: "x" | "y" | "z", deg: number) {
  const half = radians(deg) / 2;
  return { x: 0, y: 0, z: 0, [axis]: Math.sin(half), w: Math.cos(half) };
}

test.each([
  ["looks straight ahead", about("y", 0), 0, 0],
  ["is turned to the right", about("y", -40), 40, 0],
  ["is turned to the left, further than to the side", about("y", 130), -130, 0],
  ["looks up", about("x", 25), 0, 25],
  ["looks down", about("x", -80), 0, -80],
  ["is tilted to a shoulder", about("z", 30), 0, 0],
])("a head that %s", (_, orientation, yaw, pitch) => {
  const found = headDirection(orientation);
  expect(found.yaw).toBeCloseTo(yaw);
  expect(found.pitch).toBeCloseTo(pitch);
});

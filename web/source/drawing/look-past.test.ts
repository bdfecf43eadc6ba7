// Tests of what the buyer may look past.
import { ShaderMaterial } from "three";
import { expect, test } from "vitest";
import type { Obstruction, Plan } from "../plan/plan";
import { distanceToBodyM, fadingNearTheEye, hidesPartOf, isHeadInTheWay, nearBodies, outlinesOf } from "./look-past";
import type { VenueMeasures } from "./venue-measures";

function box(id: string, kind: Obstruction["kind"], x: number): Obstruction {
  return { id, name: null, kind, box: { x: [x, x + 2], y: [0, 1], z: [0, 1.5] }, polygon: null };
}

const STAGE = box("stage", "stage", 0);
const DESK = box("desk", "other", 10);
const RAIL = box("rail", "rail", 10);
const MEASURES = { plan: { obstructions: [STAGE, DESK, RAIL] } } as unknown as VenueMeasures;

const EYE = { x: 0, y: 0, z: 1.2 };
const FOCUS: [number, number, number] = [0, 30, 1.2];

test("a head in the line of sight is in the way, near or far", () => {
  expect(isHeadInTheWay(EYE, FOCUS, 0, 3, 1.31)).toBe(true);
  expect(isHeadInTheWay(EYE, FOCUS, 0, 20, 1.31)).toBe(true);
});

test("a head below the line of sight, beside it or behind the eye is not", () => {
  expect(isHeadInTheWay(EYE, FOCUS, 0, 20, 0.9)).toBe(false);
  expect(isHeadInTheWay(EYE, FOCUS, 0, 0.9, 0.8)).toBe(false);
  expect(isHeadInTheWay(EYE, FOCUS, 2, 20, 1.31)).toBe(false);
  expect(isHeadInTheWay(EYE, FOCUS, 0.5, 0, 1.31)).toBe(false);
  expect(isHeadInTheWay(EYE, FOCUS, 0, -1, 1.31)).toBe(false);
});

const FIELD = {
  kind: "field",
  points: [
    [-20, 10],
    [20, 10],
    [20, 60],
    [-20, 60],
  ],
  z: [0, 1.8],
} as unknown as NonNullable<Plan["lookedAt"]>;

test("a head hides a part of the field, though not its middle; one below it, beside it or on it hides none", () => {
  expect(hidesPartOf(FIELD, EYE, 1, 2, 1)).toBe(true);
  expect(isHeadInTheWay(EYE, FOCUS, 1, 2, 1)).toBe(false);
  expect(hidesPartOf(FIELD, EYE, 1, 2, 0.8)).toBe(false);
  expect(hidesPartOf(FIELD, EYE, 9, 2, 1.3)).toBe(false);
  expect(hidesPartOf(FIELD, EYE, 0, 12, 1.3)).toBe(false);
  expect(hidesPartOf(FIELD, EYE, 0, -2, 1.3)).toBe(false);
});

test("a head right in front of the face is in the way even beside the line of sight", () => {
  expect(isHeadInTheWay(EYE, FOCUS, 0.6, 1, 1.31)).toBe(true);
  expect(isHeadInTheWay(EYE, FOCUS, 0.6, 5, 1.31)).toBe(false);
});

test("a near body fades with an outline; a stage, a far body and what is made of bars do not", () => {
  expect(nearBodies(MEASURES, { x: 11, y: -2 })).toEqual([DESK]);
  expect(nearBodies(MEASURES, { x: 11, y: -20 })).toEqual([]);
  expect(nearBodies(MEASURES, { x: 1, y: -2 })).toEqual([]);
  expect(outlinesOf([DESK]).triangles).toBeGreaterThan(0);
});

test("the distance to a body is that to its nearest side", () => {
  expect(distanceToBodyM(DESK, { x: 11, y: 0.5 })).toBe(0);
  expect(distanceToBodyM(DESK, { x: 11, y: -3 })).toBe(3);
  expect(distanceToBodyM(DESK, { x: 9, y: 0.5 })).toBe(1);
  expect(distanceToBodyM(DESK, { x: 15, y: 5 })).toBe(5);
});

test("a fading material shares the light, and keeps the shader that it is made from", () => {
  const solid = new ShaderMaterial({ uniforms: { exposure: { value: 1 } }, fragmentShader: "void main() { a(); }" });
  const faded = fadingNearTheEye(solid);
  expect(faded.uniforms).toBe(solid.uniforms);
  expect(faded.alphaToCoverage).toBe(true);
  expect(faded.fragmentShader).toContain("a();");
  expect(solid.fragmentShader).not.toContain("gl_FragColor.a");
});

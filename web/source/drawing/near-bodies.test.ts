// Tests of bodies that fade near the eye.
import { ShaderMaterial, Vector3 } from "three";
import { expect, test } from "vitest";
import type { Obstruction } from "../plan/plan";
import {
  buildNearOutlines,
  distanceToBodyM,
  fadingNearTheEye,
  withBodiesLookedAt,
  withBodiesLookedPast,
} from "./near-bodies";
import type { VenueMeasures } from "./venue-measures";

function box(id: string, kind: Obstruction["kind"], x: number): Obstruction {
  return { id, name: null, kind, box: { x: [x, x + 2], y: [0, 1], z: [0, 1.5] }, polygon: null };
}

const STAGE = box("stage", "stage", 0);
const DESK = box("desk", "other", 10);
const RAIL = box("rail", "rail", 10);
const MEASURES = { plan: { obstructions: [STAGE, DESK, RAIL] }, stages: [STAGE] } as unknown as VenueMeasures;

test("people look at a stage, and past everything else", () => {
  expect(withBodiesLookedAt(MEASURES).plan.obstructions).toEqual([STAGE]);
  expect(withBodiesLookedPast(MEASURES).plan.obstructions).toEqual([DESK, RAIL]);
  expect(withBodiesLookedPast(MEASURES).stages).toEqual([]);
});

test("the distance to a body is that to its nearest side", () => {
  expect(distanceToBodyM(DESK, { x: 11, y: 0.5 })).toBe(0);
  expect(distanceToBodyM(DESK, { x: 11, y: -3 })).toBe(3);
  expect(distanceToBodyM(DESK, { x: 9, y: 0.5 })).toBe(1);
  expect(distanceToBodyM(DESK, { x: 15, y: 5 })).toBe(5);
});

test("a near body has an outline; a stage, a far body and what is made of bars have none", () => {
  expect(buildNearOutlines(MEASURES, new Vector3(11, -2, 1.2)).triangles).toBeGreaterThan(0);
  expect(buildNearOutlines(MEASURES, new Vector3(11, -20, 1.2)).triangles).toBe(0);
  expect(buildNearOutlines(MEASURES, new Vector3(1, -2, 1.2)).triangles).toBe(0);
});

test("a fading material shares the light, and keeps the shader that it is made from", () => {
  const solid = new ShaderMaterial({ uniforms: { exposure: { value: 1 } }, fragmentShader: "void main() { a(); }" });
  const faded = fadingNearTheEye(solid);
  expect(faded.uniforms).toBe(solid.uniforms);
  expect(faded.alphaToCoverage).toBe(true);
  expect(faded.fragmentShader).toContain("a();");
  expect(solid.fragmentShader).not.toContain("gl_FragColor.a");
});

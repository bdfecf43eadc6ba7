// Tests of what the buyer may look past.
import { ShaderMaterial } from "three";
import { expect, test } from "vitest";
import type { Obstruction, Plan, PlanBody } from "../plan/plan";
import {
  distanceToBodyM,
  fadingNearTheEye,
  hidesPartOf,
  isBeside,
  isHeadInTheWay,
  nearBodies,
  outlinesOf,
} from "./look-past";

function box(id: string, kind: Obstruction["kind"], x: number): Obstruction {
  return { id, name: null, kind, box: { x: [x, x + 2], y: [0, 1], z: [0, 1.5] }, polygon: null };
}

const STAGE = box("stage", "stage", 0);
const DESK = box("desk", "other", 10);
const RAIL = box("rail", "rail", 10);

function sheet(id: string, kind: PlanBody["kind"], y: number, section: string | null = "A"): PlanBody {
  const line = [
    [-5, y],
    [5, y],
  ];
  return { id, kind, section, line, z: [0, 1] } as unknown as PlanBody;
}

const PLAN = {
  obstructions: [STAGE, DESK, RAIL],
  bodies: [
    sheet("A.side", "partition", 1),
    sheet("A.side.2", "partition", 2),
    sheet("B.front", "front", 30, "B"),
    sheet("proscenium", "wall", 3, null),
    sheet("dugout", "dugout", 3, null),
  ],
};

const EYE = { x: 0, y: 0, z: 1.2 };
const FOCUS: [number, number, number] = [0, 30, 1.2];

test("a head beside the eye is in the picture where the view turns towards it, and nowhere else", () => {
  const turned: [number, number, number] = [20, 10, 1.2];
  expect(isBeside(EYE, turned, 0.5, 0, 1.31)).toBe(true);
  expect(isBeside(EYE, turned, -0.5, 0, 1.31)).toBe(false);
  expect(isBeside(EYE, FOCUS, 0.5, 0, 1.31)).toBe(false);
  expect(isBeside(EYE, turned, 0.5, 0, 2.31), "a row above").toBe(false);
  expect(isBeside(EYE, turned, 0.9, 0.3, 1.31), "in front").toBe(false);
});

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

test.each([
  ["a desk", { x: 11, y: -2 }, ["desk"], ["other"]],
  ["a rail", { x: 11, y: -2 }, ["rail"], ["rail"]],
  ["a desk far away", { x: 11, y: -20 }, ["desk"], []],
  ["a desk that hides nothing", { x: 11, y: -2 }, ["people"], []],
  ["the stage itself", { x: 1, y: -2 }, ["stage"], []],
  ["both sides of a box, told as one", { x: 0, y: 0 }, ["A.side"], ["partition", "partition"]],
  ["a stand far away", { x: 0, y: 0 }, ["B.front"], []],
  ["the proscenium and a dugout, which are drawn with other things", { x: 0, y: 0 }, ["proscenium", "dugout"], []],
])("what fades near the eye: %s", (_, eye, told, kinds) => {
  expect(nearBodies(PLAN, eye, new Set(told)).map(({ kind }) => kind)).toEqual(kinds);
});

test("where nothing is told, every near body of the configuration fades", () => {
  expect(nearBodies(PLAN, { x: 11, y: -2 }, null).map(({ kind }) => kind)).toEqual(["other", "rail"]);
});

test("what fades has an outline, unless it is made of bars", () => {
  const outlines = (...told: string[]) => outlinesOf(nearBodies(PLAN, { x: 5, y: 0 }, new Set(told))).triangles;
  expect(outlines("desk")).toBeGreaterThan(0);
  expect(outlines("A.side")).toBeGreaterThan(0);
  expect(outlines("rail")).toBe(0);
});

test("the distance to a body is that to its nearest side", () => {
  const desk = nearBodies(PLAN, { x: 11, y: 0 }, new Set(["desk"]))[0]!;
  const side = nearBodies(PLAN, { x: 0, y: 0 }, new Set(["A.side"]))[0]!;
  expect(distanceToBodyM(desk, { x: 11, y: 0.5 })).toBe(0);
  expect(distanceToBodyM(desk, { x: 11, y: -3 })).toBe(3);
  expect(distanceToBodyM(desk, { x: 9, y: 0.5 })).toBe(1);
  expect(distanceToBodyM(desk, { x: 15, y: 5 })).toBe(5);
  expect(distanceToBodyM(side, { x: 0, y: -2 })).toBe(3);
});

test("a fading material shares the light, and keeps the shader that it is made from", () => {
  const solid = new ShaderMaterial({ uniforms: { exposure: { value: 1 } }, fragmentShader: "void main() { a(); }" });
  const faded = fadingNearTheEye(solid);
  expect(faded.uniforms).toBe(solid.uniforms);
  expect(faded.alphaToCoverage).toBe(true);
  expect(faded.fragmentShader).toContain("a();");
  expect(solid.fragmentShader).not.toContain("gl_FragColor.a");
});

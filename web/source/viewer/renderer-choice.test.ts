// Tests of the choice of a renderer.
import { expect, test } from "vitest";
import type { Plan } from "../plan/plan";
import { chooseRenderer } from "./renderer-choice";
import type { Preview } from "./types";

const plan = {} as Plan;
const WITH_WEBGL = { isDrawn: false, hasGraphics: true, canDraw: true, plan };
const WITHOUT_WEBGL = { isDrawn: false, hasGraphics: false, canDraw: false, plan };

function previewOf(kind: "panorama" | "photo" | null, hasPosition = true): Preview {
  return { imagery: kind && { kind }, drawing: hasPosition ? {} : null } as unknown as Preview;
}

test("a picture is shown as its kind asks for, and flat without WebGL", () => {
  expect(chooseRenderer(previewOf("panorama"), WITH_WEBGL)).toBe("panorama");
  expect(chooseRenderer(previewOf("panorama"), WITHOUT_WEBGL)).toBe("flat");
  expect(chooseRenderer(previewOf("photo"), WITH_WEBGL)).toBe("flat");
});

test("a picture does not wait for the plan, and a drawing does", () => {
  const early = { ...WITH_WEBGL, plan: undefined };
  expect(chooseRenderer(previewOf("panorama"), early)).toBe("panorama");
  expect(chooseRenderer(previewOf(null), early)).toBeNull();
  expect(chooseRenderer(previewOf(null), WITH_WEBGL)).toBe("drawing");
  expect(chooseRenderer(previewOf("panorama"), { ...WITH_WEBGL, isDrawn: true })).toBe("drawing");
});

test("a seat is described in words without a picture and without WebGL, or without a position", () => {
  expect(chooseRenderer(previewOf(null), { ...WITHOUT_WEBGL, isDrawn: true })).toBe("none");
  expect(chooseRenderer(previewOf(null, false), { ...WITH_WEBGL, isDrawn: true })).toBe("none");
});

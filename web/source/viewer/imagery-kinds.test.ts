// Tests of the registry of imagery kinds.
import { expect, test } from "vitest";
import { type ImageryKind, imageryKind, withKnownImagery } from "./imagery-kinds";
import { MESSAGES } from "./messages";
import type { Preview } from "./types";

const LOOK = { yaw: 90, pitch: 0, fov: 75 };
const UNKNOWN = "hologram" as ImageryKind;

test("a panorama is bent with WebGL and flat without it", () => {
  expect(imageryKind("panorama")).toMatchObject({ renderer: "panorama", rendererWithoutWebGl: "flat" });
  expect(imageryKind("panorama").flatMiddle(LOOK)).toEqual({ x: 0.75, y: 0.5 });
});

test("a photo is always flat, and starts at its middle", () => {
  expect(imageryKind("photo")).toMatchObject({ renderer: "flat", rendererWithoutWebGl: "flat" });
  expect(imageryKind("photo").flatMiddle(LOOK)).toEqual({ x: 0.5, y: 0.5 });
});

test.each([UNKNOWN, "constructor" as ImageryKind])("an unregistered kind is an error: %s", (kind) => {
  expect(() => imageryKind(kind)).toThrow(kind);
  expect(() => withKnownImagery({ imagery: { kind } } as Preview)).toThrow(kind);
});

test("a preview without imagery is fine", () => {
  const preview = { imagery: null } as Preview;
  expect(withKnownImagery(preview)).toBe(preview);
});

test.each(["en", "de"] as const)("every kind has a name in %s", (locale) => {
  expect(Object.keys(MESSAGES[locale].imagery).sort()).toEqual(["panorama", "photo"]);
});

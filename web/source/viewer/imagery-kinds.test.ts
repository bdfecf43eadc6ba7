// Tests of the registry of imagery kinds.
import { expect, test } from "vitest";
import { type ImageryKind, imageryKind, withKnownImagery } from "./imagery-kinds";
import { LANGUAGES } from "./locales";
import { loadMessages } from "./messages";
import type { Preview } from "./types";

const LOOK = { yaw: 90, pitch: 0, fov: 75 };
const UNKNOWN = "hologram" as ImageryKind;

test("a panorama is bent with WebGL and flat without it", () => {
  expect(imageryKind("panorama")).toMatchObject({ renderer: "panorama", rendererWithoutWebGl: "flat" });
  expect(imageryKind("panorama").flatMiddle(LOOK)).toEqual({ x: 0.75, y: 0.5 });
});

test("a rendering is shown like a panorama", () => {
  expect(imageryKind("rendered")).toEqual({ ...imageryKind("panorama"), isPhoto: false });
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

test.each(LANGUAGES)("every kind has a name in %s", async (language) => {
  const { imagery, drawing } = await loadMessages(language);
  expect(Object.keys(imagery).sort()).toEqual(["panorama", "photo", "rendered"]);
  expect(imagery.rendered, "a buyer sees no difference between two drawings").toBe(drawing);
});

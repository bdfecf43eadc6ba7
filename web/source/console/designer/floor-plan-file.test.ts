import { expect, test } from "vitest";
import { scaledTo } from "./drawn-picture";
import { kindOf, smallerSize, svgSize } from "./floor-plan-file";

test.each([
  ["\x89PNG\r\n\x1a\n", "picture"],
  ["\xff\xd8\xff\xe0", "picture"],
  ["RIFF\x10\x00\x00\x00WEBPVP8 ", "picture"],
  ["\x00\x00\x00\x20ftypavif", "picture"],
  ["%PDF-1.7", "pdf"],
  ["garbage before\n%PDF-1.4", "pdf"],
  ["<svg xmlns='http://www.w3.org/2000/svg'>", "svg"],
  ['\xef\xbb\xbf<?xml version="1.0"?>\n<svg>', "svg"],
  ["<!-- Made by hand --><svg>", "svg"],
  ["<html><svg>", null],
  ["PK\x03\x04", null],
  ["", null],
])("a file is known by its first bytes: %j", (start, kind) => {
  expect(kindOf(Uint8Array.from(start, (letter) => letter.charCodeAt(0)))).toBe(kind);
});

test("only pictures that are too large are scaled down, and keep their shape", () => {
  expect(smallerSize({ width: 8000, height: 4000 })).toBeNull();
  expect(smallerSize({ width: 16384, height: 1024 })).toEqual({ width: 8192, height: 512 });
  const { width, height } = smallerSize({ width: 8000, height: 8000 })!;
  expect(width).toBe(height);
  expect(width * height).toBeLessThanOrEqual(40_000_000);
});

test("a drawing has as many pixels as can be shown, and one that is too narrow is refused", () => {
  expect(scaledTo(595, 842)).toEqual({ width: 2894, height: 4096 });
  expect(() => scaledTo(10_000, 2)).toThrow("too narrow");
  expect(() => scaledTo(Number.NaN, 2)).toThrow("too narrow");
});

test("the size of an SVG file is that of its view box, then its width and height", () => {
  const size = (attributes: Record<string, string>) => svgSize({ getAttribute: (name) => attributes[name] ?? null });
  expect(size({ viewBox: "0, 0 120  80", width: "10mm" })).toEqual({ width: 120, height: 80 });
  expect(size({ width: "210mm", height: "297mm" })).toEqual({ width: 210, height: 297 });
  expect(size({ width: "100%", viewBox: "0 0 0 5" })).toEqual({ width: 4096, height: 4096 });
});

import { expect, test } from "vitest";
import { scaledTo } from "./drawn-picture";
import { kindOf, sizedSvg, smallerSize } from "./floor-plan-file";

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

test("an SVG file gets a size in pixels, by its view box or else by its width and height", () => {
  const sized = (text: string) => sizedSvg(text).svg;
  expect(sized(`<?xml?><svg xmlns='x' width="10mm" height='5' viewBox="0, 0 120  80"><rect width="1"/></svg>`)).toBe(
    `<?xml?><svg width="4096" height="2731" xmlns='x' viewBox="0, 0 120  80"><rect width="1"/></svg>`,
  );
  expect(sized(`<svg width="200mm" height="100mm" data-a="a>b"/>`)).toBe(
    `<svg width="4096" height="2048" viewBox="0 0 200 100" data-a="a>b"/>`,
  );
  expect(sizedSvg("<svg:svg width='100%' viewBox='0 0 0 5'>").size).toEqual({ width: 4096, height: 4096 });
  expect(() => sizedSvg("<?xml version='1.0'?><html/>")).toThrow("incomplete");
});

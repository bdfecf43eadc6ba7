import { describe, expect, it } from "vitest";
import { lineNumberAt, memberAt, parsePositions } from "./json-positions";

const TEXT = `{
  "name": "Hall",
  "rules": { "a/b": [1, { "x": true }] }
}`;

describe("members of a JSON text", () => {
  const places = parsePositions(TEXT);

  it("are found by their pointers", () => {
    const member = memberAt(places, "/rules/a~1b/1/x");
    expect(TEXT.slice(member?.start, member?.end)).toBe('"x": true');
    expect(TEXT.slice(memberAt(places, "/name")?.start, memberAt(places, "/name")?.end)).toBe('"name": "Hall"');
  });

  it("stand for those around them where a pointer leads nowhere", () => {
    expect(memberAt(places, "/rules/a~1b/7/y")?.pointer).toBe("/rules/a~1b");
  });

  it("are known up to where the text breaks", () => {
    const broken = '{ "rules": { "layout": { "focus": ';
    const read = parsePositions(broken);
    expect(read.fault?.at).toBe(broken.length);
    expect(memberAt(read, "/rules/layout/focus")?.end).toBe(Infinity);
  });

  it("are refused as JSON.parse refuses them", () => {
    for (const text of ["", "{", '{"a" 1}', "[1,]", '{"a":1}x', "'a'", '"\\x"', "01"]) {
      expect(parsePositions(text).fault, text).not.toBeNull();
    }
    expect(parsePositions(TEXT).fault).toBeNull();
  });

  it("have lines", () => {
    expect(lineNumberAt(TEXT, TEXT.indexOf('"rules"'))).toBe(3);
    expect(lineNumberAt(TEXT, 0)).toBe(1);
  });
});

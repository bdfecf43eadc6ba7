import { describe, expect, it } from "vitest";
import { formatExpected, isSame, keysText, matchedKeys, parseExpected } from "./expected-keys";

describe("expected keys", () => {
  it("are one, or several with | or commas between them", () => {
    expect(parseExpected(" 107/K/9 ")).toBe("107/K/9");
    expect(parseExpected("107/K/9|107/K/10")).toEqual(["107/K/9", "107/K/10"]);
    expect(parseExpected("107/K/9, 107/K/10 | 107/K/11")).toEqual(["107/K/9", "107/K/10", "107/K/11"]);
    expect(parseExpected("  ")).toBeNull();
  });

  it("may name further seats of the row by themselves", () => {
    expect(parseExpected("107/K/9|10 | 11")).toEqual(["107/K/9", "107/K/10", "107/K/11"]);
  });

  it("may be seats of a section without rows", () => {
    expect(parseExpected("Box//3")).toBe("Box//3");
    expect(parseExpected("Box//3|4")).toEqual(["Box//3", "Box//4"]);
    expect(keysText(["Box//3", "Box//4"])).toBe("Box seats 3, 4");
  });

  it("are one key where only the section's name holds a comma", () => {
    expect(parseExpected("Loge, left/1/3")).toBe("Loge, left/1/3");
    expect(parseExpected("Loge, left")).toBe("Loge, left");
  });

  it("are one key while the next one is still to be typed", () => {
    expect(parseExpected("107/K/9 |")).toBe("107/K/9");
  });

  it("are written as they can be read again", () => {
    const keys = ["107/K/9", "107/K/10"];
    expect(parseExpected(formatExpected(keys))).toEqual(keys);
    expect(formatExpected(null)).toBe("");
    expect(formatExpected(undefined)).toBe("");
  });

  it("are the same if they are in the same order", () => {
    expect(isSame(["A/1/1", "A/1/2"], ["A/1/1", "A/1/2"])).toBe(true);
    expect(isSame(["A/1/1", "A/1/2"], ["A/1/2", "A/1/1"])).toBe(false);
    expect(isSame("A/1/1", ["A/1/1", "A/1/2"])).toBe(false);
    expect(isSame(null, undefined)).toBe(false);
  });

  it("are told in short for seats of one row", () => {
    expect(keysText("107/K/9")).toBe("107/K/9");
    expect(keysText(["107/K/9", "107/K/10"])).toBe("107/K seats 9, 10");
    expect(keysText(["107/K/9", "107/L/9"])).toBe("107/K/9, 107/L/9");
  });
});

describe("the keys of a result", () => {
  const seat = { key: "107/K/9" };

  it("are those of all seats that the label names", () => {
    const seats = [seat, { key: "107/K/10" }];
    expect(matchedKeys({ status: "matched", seat, seats } as never)).toEqual(["107/K/9", "107/K/10"]);
    expect(matchedKeys({ status: "matched", seat } as never)).toBe("107/K/9");
  });

  it("are none where the label was declined", () => {
    expect(matchedKeys({ status: "section_only", seat } as never)).toBeNull();
    expect(matchedKeys({ status: "unmatched", seat: null } as never)).toBeNull();
  });
});

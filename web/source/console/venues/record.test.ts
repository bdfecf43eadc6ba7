import { describe, expect, it } from "vitest";
import { differences, formatRecord } from "./record";

describe("a record as text", () => {
  it("stays the same record", () => {
    const record = {
      name: "Hall",
      empty: {},
      list: [],
      deep: { box: { x: [1, 2] }, texts: ["a".repeat(80), "b".repeat(80)] },
    };
    expect(JSON.parse(formatRecord(record))).toEqual(record);
    expect(JSON.parse(formatRecord([]))).toEqual([]);
  });

  it("keeps what is short on a line", () => {
    const examples = [
      { label: "A", expect: null },
      { label: "B".repeat(90), expect: "1" },
    ];
    expect(formatRecord({ examples }).split("\n")).toContain('    { "label": "A", "expect": null },');
  });
});

describe("two records", () => {
  it("differ where one says something else", () => {
    expect(differences({ a: 1, b: [1, 2], c: {} }, { a: 1, b: [1, 3], d: "x" })).toEqual([
      { pointer: "/b/1", theirs: 2, mine: 3 },
      { pointer: "/c", theirs: {}, mine: undefined },
      { pointer: "/d", theirs: undefined, mine: "x" },
    ]);
  });
});

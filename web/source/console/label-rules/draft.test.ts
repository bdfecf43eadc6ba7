import { describe, expect, it } from "vitest";
import { planFromRecord } from "../../layouts/layout-reader";
import { smallHall } from "../venues/small-hall";
import {
  draftLabels,
  draftRules,
  isComplete,
  labelsFromLines,
  labelsFromPlan,
  moved,
  newRule,
  ruleText,
  seatKeysOf,
} from "./draft";
import { isAsExpected, ruleFaults } from "./dry-run";

describe("labels", () => {
  it("are read from lines, with what they should become", () => {
    const labels = labelsFromLines("FB1-2-3 => FB1/2/3\n\n  Row 4  \nParking => -\nA\tA/1/1\nA 1-2 => A/1/1 | A/1/2");
    expect(labels.map(({ label, expect: wanted }) => [label, wanted])).toEqual([
      ["FB1-2-3", "FB1/2/3"],
      ["Row 4", undefined],
      ["Parking", null],
      ["A", "A/1/1"],
      ["A 1-2", ["A/1/1", "A/1/2"]],
    ]);
  });

  it("can be made from the layout", () => {
    const labels = labelsFromPlan(planFromRecord(smallHall("Hall", "UTC")));
    expect(labels[0]?.label).toMatch(/^Stalls L, Row G, Seat \d+$/);
  });

  it("are as expected when their key is, and when they are declined as they should", () => {
    const [matched, declined] = draftLabels([
      { label: "A", expect: "A/1/1" },
      { label: "B", expect: null },
    ]);
    const result = { status: "matched", seat: { key: "A/1/1" } } as never;
    const none = { status: "unmatched", seat: null } as never;
    if (matched === undefined || declined === undefined) throw new Error("Labels are missing.");
    expect(isAsExpected(matched, result)).toBe(true);
    expect(isAsExpected(matched, none)).toBe(false);
    expect(isAsExpected(declined, none)).toBe(true);
    expect(isAsExpected({ ...matched, expect: undefined }, result)).toBeNull();
    const several = { status: "matched", seat: { key: "A/1/1" }, seats: [{ key: "A/1/1" }, { key: "A/1/2" }] } as never;
    expect(isAsExpected(matched, several)).toBe(false);
    expect(isAsExpected({ ...matched, expect: ["A/1/1", "A/1/2"] }, several)).toBe(true);
  });
});

describe("rules", () => {
  it("are complete once they say something", () => {
    for (const type of ["rewrite", "drop", "map", "reject"] as const) expect(isComplete(newRule(type))).toBe(false);
    expect(isComplete({ type: "drop", words: ["VIP"] })).toBe(true);
  });

  it("are told in words", () => {
    expect(ruleText({ type: "map", name: "Kop", section: "101" })).toBe("Map “Kop” to section 101");
  });

  it("move, and stay where they are at the ends", () => {
    expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
    expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  });

  it("have their faults by their place among those that were sent", () => {
    const rules = draftRules([
      { type: "reject", pattern: "(" },
      { type: "drop", words: ["x"] },
    ]);
    const errors = [
      { pointer: "/rules/seatKeys/rules/0/pattern", detail: "is no pattern" },
      { pointer: "/labels", detail: "x" },
    ];
    const faults = ruleFaults(errors, rules, "/rules/seatKeys/rules");
    expect([...faults]).toEqual([[rules[0]?.id, ["pattern is no pattern"]]]);
  });

  it("are published with the labels that are examples", () => {
    const labels = [...draftLabels([{ label: "A", expect: "A/1/1" }]), ...labelsFromLines("B => B/1/1")];
    expect(seatKeysOf(draftRules([{ type: "drop", words: ["x"] }]), labels)).toEqual({
      rules: [{ type: "drop", words: ["x"] }],
      examples: [{ label: "A", expect: "A/1/1" }],
    });
  });
});

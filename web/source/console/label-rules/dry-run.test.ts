import { expect, test } from "vitest";
import type { DraftLabel } from "./draft";
import { countLabels, type DryRunState, isDeclinedAsExpected } from "./dry-run";
import { isShown } from "./label-list";
import type { LabelResult } from "./label-result";

const label = (id: number, expected?: DraftLabel["expect"]): DraftLabel => {
  return { id, label: `Label ${id}`, expect: expected, isExample: false };
};
const result = (status: LabelResult["status"], key: string | null = null) => {
  return {
    status,
    seat: key === null ? null : { key },
    seats: [],
    alternatives: [],
    trace: [],
  } as unknown as LabelResult;
};
const MATCHED = label(1, "101/A/1");
const DECLINED = label(2, null);
const OPEN = label(3);
const WRONG = label(4, null);
const RESULTS = new Map([
  [1, result("matched", "101/A/1")],
  [2, result("unmatched")],
  [3, result("unmatched")],
  [4, result("matched", "101/A/2")],
]);

test("a label that must be declined and is declined counts as right", () => {
  expect(countLabels([MATCHED, DECLINED, OPEN, WRONG], RESULTS)).toEqual({
    matched: 2,
    declinedAsExpected: 1,
    asExpected: 2,
  });
  expect(isDeclinedAsExpected(DECLINED, RESULTS.get(2))).toBe(true);
  expect(isDeclinedAsExpected(OPEN, RESULTS.get(3))).toBe(false);
  expect(isDeclinedAsExpected(WRONG, RESULTS.get(4))).toBe(false);
});

test("a label that is declined as expected is not listed among those that need work", () => {
  const state = { results: RESULTS, changes: new Map() } as unknown as DryRunState;
  const open = [MATCHED, DECLINED, OPEN, WRONG].filter((each) => isShown(each, state, "open"));
  expect(open).toEqual([OPEN]);
  expect([DECLINED, WRONG].filter((each) => isShown(each, state, "wrong"))).toEqual([WRONG]);
});

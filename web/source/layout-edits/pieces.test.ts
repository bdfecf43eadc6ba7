// Tests that a piece stays the one that was meant while the record changes.
import { expect, test } from "vitest";
import type { Json } from "../layouts/written-json";
import { deletePieces } from "./delete-pieces";
import { followedPiece, type Piece } from "./pieces";
import { changedAt, rulesOf, SECTIONS, withRule } from "./record-edit";

const rules: Json[] = [{ id: "A" }, { ids: ["B1", "B2", "B3"] }, { id: "C" }];
const record: Json = { rules: { layout: { sections: rules } } };
const block = (rule: number, id: string | null = null): Piece => ({ kind: "section", rule, id });
const withRules = (next: Json[]) => changedAt(record, SECTIONS, () => next);
const split = withRules([{ id: "A" }, { ids: ["B1", "B3"] }, rules[2]!, { id: "B2" }]);

test.each<[string, Json, Json, Piece, Piece | null]>([
  ["one before it is deleted", record, deletePieces([block(0)])(record), block(2, "C"), block(1, "C")],
  ["it is deleted itself", record, deletePieces([block(2)])(record), block(2, "C"), null],
  ["another is written before it", record, withRules([{ id: "New" }, ...rules]), block(1, "B2"), block(2, "B2")],
  ["it is changed", record, withRule(1, (rule) => ({ ...rule, level: "Up" }))(record), block(1), block(1)],
  ["it is renamed", record, withRule(0, () => ({ id: "Z" }))(record), block(0, "A"), block(0, "Z")],
  [
    "all of its rule are renamed",
    record,
    withRule(1, () => ({ ids: ["X1", "X2"] }))(record),
    block(1, "B2"),
    block(1, "X2"),
  ],
  ["there are fewer of its rule", record, withRule(1, () => ({ ids: ["B1"] }))(record), block(1, "B2"), block(1)],
  ["it is split off", record, split, block(1, "B2"), block(3, "B2")],
  ["the split is undone", split, record, block(3, "B2"), block(1, "B2")],
])("a selected block is followed when %s", (_, before, after, piece, followed) => {
  expect(rulesOf(before).length).toBeGreaterThan(0);
  expect(followedPiece(before, after, piece)).toEqual(followed);
});

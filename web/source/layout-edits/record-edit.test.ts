// Tests of changes of records: what a change does not speak of stays the same object.
import { expect, test } from "vitest";
import { changedAt, inTurn, rulesOf, valueAt, withRule } from "./record-edit";

const RECORD = {
  name: "Hall",
  unknown: { member: [1, 2] },
  rules: { layout: { sections: [{ id: "A", odd: true }, { id: "B" }] } },
};

test("a change of one rule keeps all other members, as the same objects", () => {
  const changed = withRule(1, (rule) => ({ ...rule, level: "Balcony" }))(RECORD);
  expect(valueAt(changed, ["rules", "layout", "sections", 1])).toEqual({ id: "B", level: "Balcony" });
  expect(changed.unknown).toBe(RECORD.unknown);
  expect(rulesOf(changed)[0]).toBe(RECORD.rules.layout.sections[0]);
  expect(RECORD.rules.layout.sections[1]).toEqual({ id: "B" });
});

test("a change that changes nothing returns the record itself", () => {
  expect(withRule(0, (rule) => rule)(RECORD)).toBe(RECORD);
  expect(withRule(7, (rule) => ({ ...rule, level: "Balcony" }))(RECORD)).toBe(RECORD);
});

test("undefined removes a member, or an entry of a list", () => {
  const gone = inTurn(
    (record) => changedAt(record, ["unknown"], () => undefined),
    (record) => changedAt(record, ["rules", "layout", "sections", 0], () => undefined),
  )(RECORD);
  expect(gone).toEqual({ name: "Hall", rules: { layout: { sections: [{ id: "B" }] } } });
});

test("objects on the way to a value are made", () => {
  expect(changedAt({}, ["rules", "layout", "sections", 0], () => ({ id: "A" }))).toEqual({
    rules: { layout: { sections: [{ id: "A" }] } },
  });
});

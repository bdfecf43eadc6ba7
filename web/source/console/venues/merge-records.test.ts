import { expect, test } from "vitest";
import { mergeRecords } from "./merge-records";

const BASE = { name: "Hall", rules: { sections: [{ id: "A", rows: 3 }, { id: "B" }] }, ads: [] as object[] };

test("changes of different members are both kept, also within entries of a list", () => {
  const theirs = { ...BASE, name: "Theirs", rules: { sections: [{ id: "A", rows: 5 }, { id: "B" }] } };
  const mine = { ...BASE, rules: { sections: [{ id: "A", rows: 3 }, { id: "C" }] }, ads: [{ id: "ad" }] };
  expect(mergeRecords(BASE, theirs, mine)).toEqual({
    record: { name: "Theirs", rules: { sections: [{ id: "A", rows: 5 }, { id: "C" }] }, ads: [{ id: "ad" }] },
    contested: [],
  });
});

test("a member that both changed is contested, and mine is taken", () => {
  const { record, contested } = mergeRecords(BASE, { ...BASE, name: "Theirs" }, { ...BASE, name: "Mine" });
  expect(record).toMatchObject({ name: "Mine" });
  expect(contested).toEqual(["/name"]);
});

test("lists that got longer or shorter on both sides are contested as a whole", () => {
  const withAds = (...ads: object[]) => ({ ...BASE, ads });
  expect(mergeRecords(BASE, withAds({ id: "x" }), withAds({ id: "y" })).contested).toEqual(["/ads"]);
  expect(mergeRecords(BASE, withAds({ id: "x" }), withAds({ id: "x" })).contested).toEqual([]);
});

test("a member that one side removed is gone, and the order of members makes no difference", () => {
  const { ads: _, ...without } = BASE;
  const theirs = { rules: BASE.rules, ads: [], name: "Theirs" };
  expect(mergeRecords(BASE, theirs, without)).toEqual({ record: { name: "Theirs", rules: BASE.rules }, contested: [] });
});

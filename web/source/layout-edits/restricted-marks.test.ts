// Tests of marks for restricted views: short rules, which the reader of layouts reads as the seats that were meant.
import { expect, test } from "vitest";
import { planFromRecord } from "../layouts/layout-reader";
import type { Json } from "../layouts/written-json";
import { idsOfKey, keyOf, seatingOf } from "../plan/plan";
import { changedAt, type RecordEdit, rulesOf, SECTIONS } from "./record-edit";
import { type Mark, withRestrictedMarks } from "./restricted-marks";

const rows = { first: "A", last: "E" };
const RECORD = {
  rules: {
    layout: {
      sections: [
        { id: "Stalls", rows, seats: { count: 6 }, properties: [{ rows: ["A"], has: ["wheelchair"] }] },
        { ids: [1, 2, 3], rows, seats: { count: 4, direction: "rightToLeft" } },
        { id: "Box", seats: { count: 3 } },
      ],
    },
  },
};

const marks = (note: string, ...keys: string[]): Mark[] => keys.map((key) => ({ ...idsOfKey(key), note }));
const wholeRow = (row: string, count: number) => Array.from({ length: count }, (_, index) => `${row}/${index + 1}`);

/** Takes a section out of a list of ids, as the designer's own split does it for rules with geometry. */
const split =
  (rule: number, id: string): RecordEdit =>
  (record) =>
    changedAt(record, SECTIONS, (sections) => {
      const found = (sections as Json[])[rule]!;
      const ids = (found.ids as unknown[] | undefined) ?? [];
      if (ids.length < 2) return sections;
      const { ids: _, ...others } = found;
      const rest = { ids: ids.filter((each) => String(each) !== id), ...others };
      return (sections as Json[]).toSpliced(rule, 1, rest, { id, ...others });
    });

function markedKeys(record: Json): string[] {
  const plan = planFromRecord(record);
  return plan.sections.flatMap((section) =>
    section.rows.flatMap(({ kinds = 0 }, rowIndex) =>
      seatingOf(plan, section, rowIndex).flatMap((seat, slot) => {
        const kind = plan.seatKinds[typeof kinds === "number" ? kinds : (kinds[slot] ?? 0)];
        return seat !== null && kind?.properties.includes("restrictedView") ? [keyOf(section, rowIndex, seat)] : [];
      }),
    ),
  );
}

test.each<[string, Mark[], number, unknown[]]>([
  [
    "whole rows are named without their seats",
    marks("Rail", ...[...wholeRow("Stalls/C", 6), ...wholeRow("Stalls/B", 6), ...wholeRow("Stalls/D", 6)]),
    0,
    [{ rows: [{ first: "B", last: "D" }], has: ["restrictedView"], viewNote: "Rail" }],
  ],
  [
    "rows with the same seats are one rule, and any others are listed by row",
    marks("Pillar", "Stalls/B/2", "Stalls/B/3", "Stalls/C/3", "Stalls/C/2", "Stalls/D/5", "Stalls/E/1"),
    0,
    [
      { rows: ["B", "C"], seats: [2, 3], has: ["restrictedView"], viewNote: "Pillar" },
      { at: { D: [5], E: [1] }, has: ["restrictedView"], viewNote: "Pillar" },
    ],
  ],
  [
    "what is in the way makes rules of their own",
    [...marks("Pillar", "Stalls/B/2"), ...marks("Rail", "Stalls/B/3")],
    0,
    [
      { at: { B: [2] }, has: ["restrictedView"], viewNote: "Pillar" },
      { at: { B: [3] }, has: ["restrictedView"], viewNote: "Rail" },
    ],
  ],
  [
    "sections that are marked alike stay one rule",
    marks("Rail", ...["1", "2", "3"].flatMap((id) => [`${id}/B/1`, `${id}/B/2`, `${id}/B/3`])),
    1,
    [{ at: { B: [{ first: 1, last: 3 }] }, has: ["restrictedView"], viewNote: "Rail" }],
  ],
  [
    "a section without rows names its seats alone",
    marks("Curtain", "Box//1", "Box//2"),
    2,
    [{ seats: [1, 2], has: ["restrictedView"], viewNote: "Curtain" }],
  ],
])("%s", (_, wanted, rule, added) => {
  const record = withRestrictedMarks(wanted, split)(RECORD);
  const before = (RECORD.rules.layout.sections[rule] as Json).properties ?? [];
  expect(rulesOf(record)[rule]!.properties).toEqual([...(before as unknown[]), ...added]);
  expect(rulesOf(record)).toHaveLength(3);
  const keys = wanted.map(({ section, row, seat }) => `${section}/${row ?? ""}/${seat}`);
  expect(markedKeys(record).sort()).toEqual(keys.sort());
});

test("of sections that are marked differently, the marked ones are split off", () => {
  const wanted = [...marks("Rail", "2/B/1"), ...marks("Pillar", "3/B/1")];
  const record = withRestrictedMarks(wanted, split)(RECORD);
  expect(rulesOf(record).map(({ id, ids }) => id ?? ids)).toEqual(["Stalls", [1], "3", "2", "Box"]);
  expect(markedKeys(record).sort()).toEqual(["2/B/1", "3/B/1"]);
});

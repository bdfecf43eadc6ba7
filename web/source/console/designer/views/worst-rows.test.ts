// Tests of the list of worst seats.
import { expect, test } from "vitest";
import { planFromRecord } from "../../../layouts/layout-reader";
import type { SeenSeat } from "./service-views";
import { blindSeatFindings, proposedMarks, worstRows } from "./worst-rows";

const plan = planFromRecord({
  rules: {
    layout: {
      sections: [
        {
          id: "1",
          name: "Stalls",
          rows: ["A", "B"],
          seats: { count: 4 },
          properties: [{ at: { B: [2] }, has: ["restrictedView"] }],
        },
      ],
    },
  },
});

function view(visibleShare: number, more: Partial<SeenSeat> = {}): SeenSeat {
  const isRestricted = visibleShare < 0.6;
  const reason = isRestricted ? `About ${100 * visibleShare}% is in view. In the way: Pillar.` : null;
  const inTheWay = visibleShare < 0.98 ? "In the way: Pillar" : null;
  return { cValueMm: 90, visibleShare, isRestricted, reason, inTheWay, ...more };
}

const seen = new Map<string, SeenSeat>([
  ["1/A/1", view(1)],
  ["1/A/2", view(0.7)],
  ["1/A/3", view(0.5)],
  ["1/A/4", view(0.4)],
  ["1/B/1", view(0.05)],
  ["1/B/2", view(0.3)],
  ["1/B/3", view(0.3, { inTheWay: "In the way: Rail" })],
  ["gone/B/3", view(0.1)],
]);

test("those who see least come first, each row divided by what is in the way", () => {
  const rows = worstRows(plan, seen).map(({ row, seats, note, isRestricted }) => [
    row,
    seats.map(({ seat }) => seat).join(" "),
    note,
    isRestricted,
  ]);
  expect(rows).toEqual([
    ["B", "1 2", "In the way: Pillar", true],
    ["B", "3", "In the way: Rail", true],
    ["A", "3 4", "In the way: Pillar", true],
    ["A", "2", "In the way: Pillar", false],
  ]);
  expect(worstRows(plan, seen)[2]!.reason).toBe("About 40% is in view. In the way: Pillar.");
});

test("restricted seats that nobody has marked are proposed", () => {
  const proposed = proposedMarks(worstRows(plan, seen)).map(({ seats }) => seats.map(({ key }) => key));
  expect(proposed).toEqual([["1/B/1"], ["1/B/3"], ["1/A/3", "1/A/4"]]);
});

test("the checks name the sections whose seats cannot see the stage", () => {
  expect(blindSeatFindings({ plan, ruleOf: () => 0 }, seen)).toEqual([
    {
      id: "blind/1",
      severity: "warning",
      text: "One seat of Stalls cannot see the stage.",
      piece: { kind: "section", rule: 0, id: "1" },
      seat: { section: "1", row: "B", seat: "1" },
    },
  ]);
});

// Tests of the outlines of sections. The other half is tests/preview_images/test_map_outlines.py: the pictures of the
// service have the same outlines.
import { expect, test } from "vitest";
import layouts from "../../../tests/layouts/shared/layouts.json";
import shared from "../../../tests/layouts/shared/outlines.json";
import { planFromRecord } from "../layouts/layout-reader";
import { outlineOf, rowLine } from "./map-outlines";
import { rowsOf, seatsOf, tablePath } from "./map-shapes";

type Corners = Record<string, number[][]>;

test.each(Object.entries<Corners>(shared.outlines))("%s: the corners of sections", (title, outlines) => {
  const plan = planOf(title);
  for (const section of plan.sections.filter(({ geometry }) => geometry !== null)) {
    const found = sorted(outlineOf(plan, section).map(({ x, y }) => [x, -y]));
    const expected = sorted(outlines[section.id] ?? []);
    expect(found).toHaveLength(expected.length);
    for (const [index, [x = 0, y = 0]] of found.entries()) {
      const near = expected.some(([east = 0, north = 0]) => Math.hypot(east - x, north - y) < 0.02);
      expect(near, `corner ${index} of ${section.id} at ${x} ${y}`).toBe(true);
    }
  }
});

test("a row with an aisle is one line with its seats on both sides of the gap", () => {
  const plan = planOf("aisles, gaps between rows and rows aligned to the left");
  const [section] = plan.sections;
  const seats = seatsOf(plan, section!).filter(({ rowIndex }) => rowIndex === 0);
  const gaps = seats.slice(1).map(({ x }, index) => Math.abs(x - seats[index]!.x));
  expect(gaps.map((gap) => Math.round(gap * 100) / 100)).toEqual([0.5, 0.5, 1.6, 0.5, 0.5]);
  expect(rowLine(plan, section!, 0)).toHaveLength(2);
});

test("the name of a row of single seats stands before its first seat", () => {
  const plan = planOf("single seats with positions");
  const [row] = rowsOf(plan, plan.sections[0]!);
  expect(row).toMatchObject({ id: "A", end: { x: -1.5, y: -8 } });
  expect(row!.beyond.x).toBeLessThan(-1.9);
});

test("tables are circles and turned rectangles with their names in the middle", () => {
  const plan = planOf("tables with seats around them");
  const [round, long] = plan.sections.map(({ tables }) => tablePath(tables![0]!));
  const [row] = rowsOf(plan, plan.sections[0]!);
  expect(row).toMatchObject({ id: "T1", end: { x: 1.6, y: -6 }, beyond: { x: 1.6, y: -6 } });
  expect(round).toMatch(/^M0.8 -6a0.8 0.8/);
  expect(long).toBe("M3.55 -7.5L3.55 -10.5L4.45 -10.5L4.45 -7.5Z");
});

function planOf(title: string) {
  const found = layouts.layouts.find((each) => each.title === title);
  return planFromRecord({ rules: { layout: found?.layout } });
}

function sorted(points: number[][]): number[][] {
  return [...points].sort(([x = 0, y = 0], [east = 0, north = 0]) => x - east || y - north);
}

// The console reads layouts as the service does: both are tested with the same cases, in tests/layouts/shared. The other
// half of these tests is tests/layouts/test_shared.py.
import { describe, expect, test } from "vitest";

import layouts from "../../../tests/layouts/shared/layouts.json";
import series from "../../../tests/layouts/shared/series.json";
import { idsOfKey, PlanIndex } from "../plan/plan";
import { allSeats, locationPosition } from "../plan/positions";
import { LayoutFault, planFromRecord } from "./layout-reader";
import { endingOf, namesBetween, namesFrom, SeriesFault } from "./series";

const LAYOUT = "/rules/layout";

type SeriesCase = { first: string; last?: string; count?: number; step?: number; style?: string };

describe("series", () => {
  test.each(series.series)("$first to $last, $count by $step has these names", ({ names, ...written }) => {
    expect(namesOf(written)).toEqual(names);
  });

  test.each(series.faults)("$first to $last, $count by $step cannot be counted", (written) => {
    expect(() => namesOf(written)).toThrow(SeriesFault);
  });

  test.each(series.faultsInServiceOnly)("$first to $last is drawn, though the service refuses it", (written) => {
    expect(namesOf(written).length).toBeGreaterThan(0);
  });

  test("a name ends in this", () => {
    const endings = Object.keys(series.endings).map((name) => [name, endingOf(name)]);
    expect(Object.fromEntries(endings)).toEqual(series.endings);
  });
});

describe("layouts", () => {
  test.each(layouts.layouts)("$title: the plan", ({ layout, configuration, plan }) => {
    expect(planInFull(layout, configuration)).toEqual(roundedNumbers(plan));
  });

  test.each(layouts.layouts)("$title: the positions of seats", ({ layout, positions }) => {
    const plan = planFromRecord({ rules: { layout } });
    const index = new PlanIndex(plan);
    expect(allSeats(plan).count).toBe(Object.keys(positions).length);
    for (const [key, position] of Object.entries<number[]>(positions)) {
      const { section, row, seat } = idsOfKey(key);
      const found = locationPosition(plan, index.locate(section, row, seat)!);
      for (const [axis, name] of (["x", "y", "z"] as const).entries()) {
        expect(found?.[name], `${name} of ${key}`).toBeCloseTo(position[axis]!, 5);
      }
    }
  });

  test.each(layouts.faults)("$title is a fault", ({ layout, pointer }) => {
    expect(`${LAYOUT}${pointer}`.startsWith(faultOf(layout).pointer)).toBe(true);
    expect(faultOf(layout).pointer.startsWith(`${LAYOUT}/sections/0`)).toBe(true);
  });

  test.each(layouts.faultsInServiceOnly)("$title is drawn, though the service refuses it", ({ layout }) => {
    expect(planFromRecord({ rules: { layout } }).sections).toHaveLength(1);
  });
});

function namesOf({ first, last, count = 0, step = 1, style }: SeriesCase): string[] {
  if (last === undefined) return namesFrom(first, count, step);
  return namesBetween(first, last, step, style === "letters" || style === "doubled" ? style : null);
}

/** The plan with the slots and offsets of each row in place of their indices, and rounded numbers. */
function planInFull(layout: unknown, configuration: string | null) {
  const { seatings, offsets, ...plan } = planFromRecord({ rules: { layout } }, configuration);
  const sections = plan.sections.map((section) => ({
    ...section,
    rows: section.rows.map(({ seating, ...row }) => ({
      ...row,
      ...(row.offsets === undefined ? {} : { offsets: offsets[row.offsets] }),
      slots: seating === null ? null : seatings[seating],
    })),
  }));
  return roundedNumbers({ ...plan, sections });
}

/** The same value with all numbers rounded to what the service stores, which two languages compute alike. */
function roundedNumbers<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (typeof each === "number" ? Math.round(each * 10_000) / 10_000 : each)),
  ) as T;
}

function faultOf(layout: unknown): LayoutFault {
  try {
    planFromRecord({ rules: { layout } });
  } catch (failure) {
    if (failure instanceof LayoutFault) return failure;
    throw failure;
  }
  throw new Error("The layout was read without a fault.");
}

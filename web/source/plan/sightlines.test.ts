// Tests that lines of sight agree with the service's. The other half is in tests/layouts/test_shared.py.
import { expect, test } from "vitest";
import layouts from "../../../tests/layouts/shared/layouts.json";
import performances from "../../../tests/layouts/shared/performances.json";
import sightlines from "../../../tests/layouts/shared/sightlines.json";
import { planFromRecord } from "../layouts/layout-reader";
import { idsOfKey, PlanIndex } from "./plan";
import { performedAt, rowSightlines } from "./sightlines";

test.each(performances.cases)("people perform at $title", ({ focus, obstructions, at }) => {
  const layout = { sections: [], configurations: [{ id: "show", focus, obstructions }] };
  const { x, y, z } = performedAt(planFromRecord({ rules: { layout } }, "show"));
  expect([x, y, z]).toEqual(at.map((value) => expect.closeTo(value, 6)));
});

test.each(sightlines.layouts)("$title: the lines of sight", ({ title, seats }) => {
  const { layout, configuration } = layouts.layouts.find((each) => each.title === title)!;
  const plan = planFromRecord({ rules: { layout } }, configuration);
  const index = new PlanIndex(plan);
  for (const [key, [distanceM, cValueMm]] of Object.entries<(number | null)[]>(seats as never)) {
    const { section, row, seat } = idsOfKey(key);
    const spot = index.locate(section, row, seat)!;
    const found = rowSightlines(plan, spot.section, spot.rowIndex!)[spot.slot!]!;
    expect(found.distanceM, `distance of ${key}`).toBeCloseTo(distanceM!, 2);
    if (cValueMm == null) expect(found.cValueMm, `C-value of ${key}`).toBeNull();
    else expect(found.cValueMm, `C-value of ${key}`).toBeCloseTo(cValueMm, 1);
  }
});

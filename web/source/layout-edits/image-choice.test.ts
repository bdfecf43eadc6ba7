// The console chooses images as the service does: both are tested with the same cases. The other half of these tests is
// tests/seats/test_shared_image_choice.py.
import { expect, test } from "vitest";
import cases from "../../../tests/imagery/shared/image_choice.json";
import arena from "../../../tests/layouts/arena.json";
import { planFromRecord } from "../layouts/layout-reader";
import { idsOfKey } from "../plan/plan";
import { ImageChoice } from "./image-choice";

test.each(cases.choices)("each place of the hall $hall is shown this image in $configuration", (each) => {
  const hall = cases.halls[each.hall as "arena" | "small"];
  const layout = "layout" in hall ? hall.layout : arena;
  const record = { rules: { layout }, imagerySets: hall.imagerySets };
  const choice = new ImageChoice(planFromRecord(record, each.configuration), record, new Set(hall.uploaded));
  const found = Object.keys(each.images).map((key) => {
    const chosen = choice.choose(idsOfKey(key), each.configuration);
    return [key, chosen && [chosen.object, chosen.match, chosen.distanceM && Math.round(chosen.distanceM * 100) / 100]];
  });
  expect(Object.fromEntries(found)).toEqual(each.images);
});

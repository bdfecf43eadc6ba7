// Tests of what restricts a view.
import { expect, test } from "vitest";
import { restrictionOf } from "./restriction";
import type { Preview } from "./types";

const preview = (seat: object, sightline: object) => ({ seat, sightline }) as unknown as Preview;

test("what the service computed counts first, then what the venue marked", () => {
  expect(restrictionOf(preview({ properties: [] }, {}))).toBeNull();
  expect(restrictionOf(preview({}, { restriction: null }))).toBeNull();
  const marked = { properties: ["restrictedView"], viewNote: "A pillar." };
  expect(restrictionOf(preview(marked, {}))).toEqual({ reason: "A pillar." });
  const restriction = { source: "computed", reason: "The balcony hides a third." };
  expect(restrictionOf(preview(marked, { restriction }))).toEqual(restriction);
});

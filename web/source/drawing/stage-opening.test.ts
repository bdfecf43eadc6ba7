// Tests where a theatre has a wall between house and stage. The other half is tests/sightlines/test_proscenium.py.
import { expect, test } from "vitest";
import shared from "../../../tests/layouts/shared/openings.json";
import { planFromRecord } from "../layouts/layout-reader";
import type { Plan, PlanBody } from "../plan/plan";
import { paletteOf } from "./palettes";
import { buildTheatreStage } from "./proscenium";
import { stageFrame } from "./stage-frame";
import { CURTAIN_M, openingOf } from "./stage-opening";
import { measureVenue } from "./venue-measures";

type Case = (typeof shared.openings)[number];

function planOf({ layout, configuration }: Case): Plan {
  return planFromRecord({ rules: { layout } }, configuration);
}

/** Where the wall begins beside the opening. */
function wallOf(plan: Plan): number[] | null {
  const measures = measureVenue(plan);
  const frame = stageFrame(measures);
  const opening = openingOf(frame, measures);
  return opening === null ? null : [...frame.ground(opening.halfM - CURTAIN_M, opening.planeM)];
}

test.each(shared.openings)("$title: the wall is where the service has it", (given) => {
  const wall = wallOf(planOf(given));
  expect(wall?.map((at) => expect.closeTo(at, 1)) ?? null).toEqual(given.wall);
});

test("what the service says about the wall counts", () => {
  const [plain] = shared.openings as [Case];
  const plan = planOf(plain);
  const [points, z] = [plan.focus.extent!.points, [1, 2.8]];
  const lookedAt = { kind: "stage" as const, points, z, frontDeg: 180 };
  expect(wallOf({ ...plan, lookedAt, bodies: [] })).toBeNull();
  const line = [
    [5.6, -2.5],
    [9, -2.5],
  ];
  const body: PlanBody = { id: "proscenium.left", kind: "wall", section: null, line, z: [0, 9], back: [], backZ: null };
  expect(wallOf({ ...plan, lookedAt, bodies: [body] })?.[1]).toBeCloseTo(-2.5);
  // Of a set-up with its curtain down nothing is said, and it is there.
  expect(wallOf({ ...plan, lookedAt: null, bodies: [] })?.[1]).toBeCloseTo(-3.8);
});

test("no wall, curtain or wing is drawn where there is no opening", () => {
  for (const given of shared.openings) {
    const measures = measureVenue(planOf(given));
    const { triangles } = buildTheatreStage(measures, paletteOf("theatre", "concert"));
    expect(triangles > 0, given.title).toBe(given.wall !== null);
  }
});

test("a stage that nobody described is in front of the first seats on each side", () => {
  const round = shared.openings.find(({ title }) => title === "seats on all sides")!;
  const plan = planOf(round);
  const { frontM, backM, halfM } = stageFrame(measureVenue({ ...plan, focus: { ...plan.focus, extent: null } }));
  expect([frontM, backM, halfM].map((each) => Math.round(each))).toEqual([2, -6, 7]);
});

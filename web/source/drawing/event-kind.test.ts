// Tests of what happens in a hall: who performs follows from set-up, hall and light.
import { expect, test } from "vitest";
import type { Plan } from "../plan/plan";
import { eventOf, isEmptyHall } from "./event-kind";
import type { EventKind, HallKind } from "./halls";
import type { Mood } from "./mood";

type Configuration = NonNullable<Plan["configuration"]>;

const STAGE = { id: "stage", name: null, kind: "stage", box: { x: [0, 1], y: [0, 1], z: [0, 1] }, polygon: null };

function planOf(name: string | null, kind: string | null, hasStage: boolean): Plan {
  const configuration = name === null ? null : ({ id: "set-up", name, mood: null } as Configuration);
  return {
    configuration,
    configurations: configuration === null ? [] : [configuration],
    focus: { x: 0, y: 0, z: 1, name: null, extent: kind === null ? null : { kind } },
    obstructions: hasStage ? [STAGE] : [],
  } as unknown as Plan;
}

test.each<[name: string | null, hall: HallKind, mood: Mood, extent: string | null, expected: EventKind]>([
  ["Play", "theatre", "concert", "stage", "play"],
  ["Concert", "theatre", "concert", "stage", "band"],
  ["Before the curtain", "theatre", "house_lights", "stage", "none"],
  ["Orchestra with choir", "arena", "house_lights", "stage", "orchestra"],
  ["Assembly", "theatre", "house_lights", "stage", "lecture"],
  ["School play", "theatre", "concert", "stage", "play"],
  ["Ancient drama", "amphitheatre", "daylight", "stage", "play"],
  ["Evening concert", "amphitheatre", "concert", "stage", "band"],
  ["Club night", "club", "concert", "stage", "band"],
  ["Concert, stage in the north", "arena", "concert", "stage", "band"],
  ["Ice hockey", "arena", "floodlights", "ice_hockey", "match"],
  ["Film", "theatre", "concert", "screen", "film"],
  ["Display", "arena", "house_lights", "stage", "speaker"],
  ["A", "theatre", "concert", "stage", "play"],
  ["A", "arena", "daylight", null, "none"],
  [null, "arena", "concert", "stage", "band"],
])("a set-up called %s, in a hall of the kind %s, by %s, around %s: %s", (name, hall, mood, extent, expected) => {
  const hasStage = extent === "stage";
  expect(eventOf({ plan: planOf(name, extent, hasStage), hall, mood, hasStage })).toBe(expected);
});

test("a hall without one of its set-ups is empty; a hall that has none is not", () => {
  const plan = planOf("Concert", "stage", true);
  expect(isEmptyHall(plan)).toBe(false);
  expect(isEmptyHall({ ...plan, configuration: null })).toBe(true);
  expect(isEmptyHall(planOf(null, "stage", true))).toBe(false);
  expect(eventOf({ plan: { ...plan, configuration: null }, hall: "arena", mood: "concert", hasStage: true })).toBe(
    "none",
  );
});

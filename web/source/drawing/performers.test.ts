// Tests of who performs: they stand on their stage, are few, and have the size of people.
import { expect, test } from "vitest";
import { SEATED, STANDING } from "./figure-measures";
import { sitterShapes, standerShapes } from "./figure-shapes";
import type { FieldKind } from "./focus-extent";
import type { EventKind } from "./halls";
import { geometryOf } from "./mesh-geometry";
import { buildPerformers } from "./performers";
import type { VenueMeasures } from "./venue-measures";

const STAGE = { kind: "stage", box: { x: [-9, 9], y: [-5, 5], z: [0, 1.2] }, polygon: null };
const TRIANGLES_MOST = 70_000;
/** Instruments and raised arms may reach over who plays them. */
const TALLEST_M = 2.4;

function stageOf(event: EventKind, halfM = 9): VenueMeasures {
  const stage = { ...STAGE, box: { ...STAGE.box, x: [-halfM, halfM] } };
  const outline = [
    [-30, -30],
    [30, -30],
    [30, 30],
    [-30, 30],
  ];
  const hall = { hall: "arena", isOneSided: true, shown: [], loose: [], outline, floorZ: 0, plan: {} };
  return { ...hall, event, stages: [stage], audience: [0, -1], focus: [0, 0, 2] } as unknown as VenueMeasures;
}

function boundsOf(mesh: ReturnType<typeof buildPerformers>) {
  const geometry = geometryOf(mesh.geometry());
  geometry.computeBoundingBox();
  return geometry.boundingBox!;
}

test.each<EventKind>(["band", "orchestra", "play", "lecture", "speaker"])(
  "%s: on the stage, of human size",
  (event) => {
    const full = buildPerformers(stageOf(event), null, "full");
    const { min, max } = boundsOf(full);
    expect(min.z).toBeGreaterThan(1.1);
    expect(max.z).toBeLessThan(1.2 + TALLEST_M);
    expect(Math.max(-min.x, max.x)).toBeLessThan(9.5);
    expect(Math.max(-min.y, max.y)).toBeLessThan(5.5);
    expect(full.triangles).toBeLessThan(TRIANGLES_MOST);
    expect(buildPerformers(stageOf(event), null, "plain").triangles).toBeLessThan(full.triangles / 2);
  },
);

test("a small stage has fewer people, and none beside it", () => {
  const { min, max } = boundsOf(buildPerformers(stageOf("orchestra", 4), null, "plain"));
  expect(Math.max(-min.x, max.x)).toBeLessThan(4.8);
});

test("nobody is on the stage where nothing happens", () => {
  expect(buildPerformers(stageOf("none"), null, "full").triangles).toBe(0);
});

test.each<FieldKind>([
  "football",
  "rugby",
  "american_football",
  "baseball",
  "basketball",
  "ice_hockey",
  "handball",
  "volleyball",
  "tennis",
  "boxing",
])("%s is played by people of human size", (kind) => {
  const frame = { kind, turn: 0, to: ([x, y]: readonly [number, number]) => [x, y, 0] as const };
  const mesh = buildPerformers(stageOf("match"), frame, "full");
  const { min, max } = boundsOf(mesh);
  expect(min.z).toBeGreaterThan(-0.1);
  expect(max.z).toBeLessThan(3.2);
  expect(mesh.triangles).toBeLessThan(TRIANGLES_MOST);
});

test.each([
  ["sitting", SEATED, sitterShapes()],
  ["standing", STANDING, standerShapes()],
])("a person of the audience who is %s has one silhouette at every level of detail", (_, measures, shapes) => {
  for (const shape of shapes) {
    const places = geometryOf(shape).getAttribute("position");
    let [top, shoulders, head] = [0, 0, 0];
    for (let corner = 0; corner < places.count; corner++) {
      const [x, z] = [Math.abs(places.getX(corner)), places.getZ(corner)];
      top = Math.max(top, z);
      if (z > measures.shouldersM + 0.06) head = Math.max(head, x);
      else shoulders = Math.max(shoulders, x);
    }
    expect(top).toBeLessThanOrEqual(measures.topM + 0.001);
    expect(top).toBeGreaterThan(measures.topM - 0.035);
    expect(head).toBeLessThanOrEqual(measures.headHalfM + 0.004);
    expect(head).toBeGreaterThan(measures.headHalfM - 0.015);
    expect(shoulders).toBeLessThanOrEqual(measures.bodyHalfM + 0.001);
    expect(shoulders).toBeGreaterThan(measures.bodyHalfM - 0.05);
  }
});

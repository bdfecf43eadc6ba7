// The people who are drawn have the silhouette that the service computes with. Its half is tests/sightlines/test_figures.py.
import { expect, test } from "vitest";
import shared from "../../../tests/layouts/shared/figures.json";
import { type FigureMeasures, SEATED, STANDING } from "./figure-measures";
import { sitterShapes, standerShapes } from "./figure-shapes";

test("the measures are those that the service has", () => {
  expect({ seated: SEATED, standing: STANDING }).toEqual(shared);
});

test.each([
  ["seated", SEATED, sitterShapes],
  ["standing", STANDING, standerShapes],
] as const)("a person fills the silhouette at every level of detail: %s", (_, measures, shapes) => {
  for (const shape of shapes().slice(0, 3)) {
    const points = pointsOf(shape.positions);
    expect(highest(points)).toBeGreaterThan(measures.topM - 0.02);
    expect(highest(points)).toBeLessThan(measures.topM + 0.005);
    const head = widest(points.filter(([, , z]) => z > measures.headM - 0.02));
    expect(head).toBeGreaterThan(measures.headHalfM - 0.01);
    expect(head).toBeLessThan(measures.headHalfM + 0.02);
    expect(steepOutline(points, measures)).toBeGreaterThan(-0.02);
    expect(steepOutline(points, measures)).toBeLessThan(0.008);
    expect(widest(points.filter(isAtShoulders(measures)))).toBeGreaterThan(measures.bodyHalfM - 0.05);
    expect(widest(points)).toBeLessThan(measures.bodyHalfM + 0.04);
  }
});

function pointsOf(positions: Float32Array): [number, number, number][] {
  return Array.from({ length: positions.length / 3 }, (_, at) => [
    positions[at * 3]!,
    positions[at * 3 + 1]!,
    positions[at * 3 + 2]!,
  ]);
}

function highest(points: [number, number, number][]): number {
  return Math.max(...points.map(([, , z]) => z));
}

/** By how much a head is taller than the ellipsoid of its measures, for those behind who look down at it. */
function steepOutline(points: [number, number, number][], measures: FigureMeasures): number {
  const slope = 0.45;
  const tall = Math.hypot(measures.headHalfHighM, slope * measures.headHalfDeepM);
  return Math.max(...points.map(([, y, z]) => z - slope * y)) - measures.headM - tall;
}

function widest(points: [number, number, number][]): number {
  return Math.max(...points.map(([x]) => Math.abs(x)));
}

function isAtShoulders({ shouldersM }: FigureMeasures) {
  return ([, , z]: [number, number, number]) => z > shouldersM - 0.25 && z < shouldersM + 0.01;
}

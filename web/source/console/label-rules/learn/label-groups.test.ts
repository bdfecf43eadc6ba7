import { expect, test } from "vitest";
import samples from "../../../../../tests/labels/label_samples.json";
import shapes from "../../../../../tests/labels/label_shapes.json";
import { LabelGroups, SAMPLES_MAX, shapeOf } from "./label-groups";

function groupsOf(labels: readonly (readonly [string, string])[], shapesMax?: number): LabelGroups {
  const groups = new LabelGroups(shapesMax);
  for (const [label, seat] of labels) groups.add([label], seat);
  return groups;
}

test.each(shapes as [string, string][])("the shape of %j is %j, as the command line has it", (label, shape) => {
  expect(shapeOf(label)).toBe(shape);
});

test("any order of the lines gives the same groups, with samples whose seat is known first", () => {
  const labels = Array.from(
    { length: 60 },
    (_, number) => [`Row ${"ABC"[number % 3]} seat ${number}`, number % 4 === 0 ? `S/${number}` : ""] as const,
  );
  const [group, ...others] = groupsOf(labels).mostFrequent(9);
  expect(others).toEqual([]);
  expect(groupsOf([...labels].reverse()).mostFrequent(9)).toEqual([group]);
  expect(group?.lines).toBe(60);
  expect(group?.samples).toHaveLength(SAMPLES_MAX);
  expect(group?.samples.every(({ seat }) => seat !== "")).toBe(true);
});

test("a label with two seats has no known seat, and the rarest of too many shapes are left out", () => {
  const [group] = groupsOf([
    ["Pit 1", "P//1"],
    ["Pit 1", "P//2"],
  ]).mostFrequent(1);
  expect(group?.samples).toEqual([{ cells: ["Pit 1"], seat: "", isContradicted: true }]);
  const words = Array.from({ length: 90 }, (_, number) => [`word${"x".repeat(number)}`, ""] as const);
  const many = groupsOf([["Row 1", ""], ["Row 2", ""], ...words, ["", ""]], 10);
  expect(many.mostFrequent(1)[0]?.lines).toBe(2);
  expect(many.size).toBeLessThanOrEqual(10);
  const kept = many.mostFrequent(99).reduce((sum, { lines }) => sum + lines, 0);
  expect([many.rareLines + kept, many.blankLines]).toEqual([92, 1]);
});

test("a file gives the samples that the command line takes of it", () => {
  const { labels, groups } = samples as { labels: [string, string][]; groups: { lines: number; labels: string[] }[] };
  const found = groupsOf(labels).mostFrequent(9);
  expect(found.map(({ lines, samples }) => ({ lines, labels: samples.map(({ cells }) => cells[0]) }))).toEqual(groups);
});

// Tests of the sentences about seats that cannot be shown.

import type { SeatRefusal } from "@seatpreview/client";
import { expect, test } from "vitest";
import { messages as GERMAN } from "../languages/generated/viewer/de";
import { messages as ENGLISH } from "../languages/generated/viewer/en";
import { plainProblem, problemOfRefusal, problemText } from "./seat-problem";

function refusal(changes: Partial<SeatRefusal>): SeatRefusal {
  return { reason: "unknown", asked: "x", place: null, configuration: null, alternatives: [], ...changes };
}

function place(section: string, row: string) {
  return { key: `${section}/${row}`, section, row, seat: null, name: `Section ${section}, row ${row}` };
}

test("a closed seat says in which configuration it is closed", () => {
  const closed = { place: place("104", "C"), configuration: { id: "match", name: "Basketball" } };
  const problem = problemOfRefusal("not_found", refusal({ reason: "closed", asked: "104 C", ...closed }));
  expect(problemText(problem, ENGLISH)).toBe(
    "Section 104, row C is closed in the set-up “Basketball”. Choose another seat.",
  );
  expect(problem.alternatives).toEqual([]);
});

test("an unknown seat repeats what was asked for", () => {
  const problem = problemOfRefusal("not_found", refusal({ asked: "Box <9>" }));
  expect(problemText(problem, GERMAN)).toContain("„Box <9>“ wurde nicht gefunden.");
});

test("an ambiguous label offers what it can mean, by name, and at most six", () => {
  const alternatives = Array.from({ length: 9 }, (_, row) => place("105", `${row}`));
  const problem = problemOfRefusal("not_found", refusal({ reason: "ambiguous", asked: "105", alternatives }));
  expect(problemText(problem, ENGLISH)).toContain("“105” can be several places.");
  expect(problem.alternatives).toHaveLength(6);
  expect(problem.alternatives[0]).toMatchObject({ key: "105/0", name: "Section 105, row 0" });
});

test("a problem without a reason has the sentence of its code", () => {
  expect(problemText(plainProblem("rate_limited", "x"), ENGLISH)).toBe(ENGLISH.problems.rate_limited);
  expect(problemText(plainProblem("toString", "x"), ENGLISH)).toBe(ENGLISH.problems.other);
});

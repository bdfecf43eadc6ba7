// Tests of what a buyer is told about a seat that cannot be shown.
import { expect, test } from "vitest";
import { ApiProblem } from "../api/client";
import type { Plan } from "../plan/plan";
import { messages as GERMAN } from "./messages/de";
import { messages as ENGLISH } from "./messages/en";
import {
  needsReason,
  plainProblem,
  problemOfLabel,
  problemOfRefusal,
  problemText,
  type ResolvedLabel,
} from "./seat-problem";

const PLAN = {
  configuration: { id: "match", name: "Basketball", mood: null },
  sections: [
    { id: "104", name: "Section 104", isClosed: true },
    { id: "105", name: "Section 105", isClosed: false },
  ],
} as unknown as Plan;

function resolved(changes: Partial<ResolvedLabel>): ResolvedLabel {
  return {
    label: "x",
    status: "unmatched",
    level: null,
    seat: null,
    confidence: 0,
    alternatives: [],
    trace: [],
    ...changes,
  };
}

function place(section: string, row: string | null = null, seat: string | null = null) {
  return { key: [section, row, seat].filter(Boolean).join("/"), section, row, seat } as NonNullable<
    ResolvedLabel["seat"]
  >;
}

test("a closed seat says in which configuration it is closed", () => {
  const problem = problemOfLabel(
    resolved({ status: "matched", seat: place("104", "C", "7") }),
    "104 C 7",
    PLAN,
    ENGLISH,
  );
  expect(problemText(problem, ENGLISH)).toBe(
    "Section 104, Row C, Seat 7 is closed in the setup “Basketball”. Choose another seat.",
  );
  expect(problem.alternatives).toEqual([]);
});

test("an unknown seat repeats what was asked for", () => {
  const problem = problemOfLabel(resolved({}), "Box <9>", PLAN, GERMAN);
  expect(problemText(problem, GERMAN)).toContain("„Box <9>“ wurde nicht gefunden.");
});

test("an ambiguous label offers what it can mean, by name, and at most six", () => {
  const alternatives = Array.from({ length: 9 }, (_, row) => place("105", `${row}`));
  const problem = problemOfLabel(resolved({ status: "ambiguous", alternatives }), "105", PLAN, ENGLISH);
  expect(problemText(problem, ENGLISH)).toContain("“105” can be several places.");
  expect(problem.alternatives).toHaveLength(6);
  expect(problem.alternatives[0]).toEqual({ key: "105/0", name: "Section 105, Row 0" });
});

test("a label that was not understood for certain offers what it most likely means", () => {
  const problem = problemOfLabel(resolved({ alternatives: [place("105")] }), "S105", null, ENGLISH);
  expect(problem).toMatchObject({ reason: "uncertain", alternatives: [{ key: "105", name: "105" }] });
});

test("only a seat that was not found needs a reason; all else is told by its code", () => {
  expect(needsReason(new ApiProblem(404, "not_found", ""))).toBe(true);
  expect(needsReason(new ApiProblem(429, "rate_limited", ""))).toBe(false);
  expect(needsReason(new Error("broken"))).toBe(false);
  expect(problemText(plainProblem("rate_limited", "x"), ENGLISH)).toBe(ENGLISH.problems.rate_limited);
  expect(problemText(plainProblem("toString", "x"), ENGLISH)).toBe(ENGLISH.problems.other);
});

test("the reason that the API gives is told without asking again", () => {
  const refusal = {
    reason: "closed",
    asked: "104 C 7",
    place: { name: "Section 104, row C, seat 7" },
    configuration: { name: "Basketball" },
    alternatives: [],
  } as const;
  expect(needsReason(new ApiProblem(404, "not_found", "", [], null, null, refusal))).toBe(false);
  expect(problemText(problemOfRefusal("not_found", refusal), ENGLISH)).toBe(
    "Section 104, row C, seat 7 is closed in the setup “Basketball”. Choose another seat.",
  );
});

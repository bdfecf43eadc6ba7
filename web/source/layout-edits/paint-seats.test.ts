// Tests of painting: the plan says of every seat exactly what was painted, and the rules stay few.
import { expect, test } from "vitest";
import { planFromRecord } from "../layouts/layout-reader";
import type { Json } from "../layouts/written-json";
import { type Plan, type PlanSeatKind, seatingOf } from "../plan/plan";
import { seatKind } from "../plan/seat-properties";
import { type ChosenSlots, paintSeats, rowsOf, type Stroke } from "./paint-seats";
import { factOf, type Paint, paintedValue } from "./painted-facts";
import { rulesOf } from "./record-edit";

const BLOCK = { id: "A", rows: { first: "A", last: "F" }, seats: { count: 12 } };
const recordOf = (...sections: Json[]): Json => ({
  rules: { layout: { categories: [{ id: "gold" }, { id: "7" }], sections } },
});
const WHEELCHAIR: Paint = { kind: "property", name: "wheelchair" };

/** Seats by the names of rows and seats: A: [1, 2]. */
function chosen(plan: Plan, id: string, names: Record<string, (string | number)[]>): Map<string, ChosenSlots> {
  const rows = rowsOf(plan, plan.sections.find((section) => section.id === id)!);
  const slots = (row: string, seats: (string | number)[]) =>
    new Set(seats.map((seat) => rows.get(row)!.indexOf(String(seat))));
  return new Map([[id, new Map(Object.entries(names).map(([row, seats]) => [row, slots(row, seats)]))]]);
}

function painted(record: Json, paint: Paint, names: Record<string, (string | number)[]>, more: Partial<Stroke> = {}) {
  const plan = planFromRecord(record);
  const seats = chosen(plan, "A", names);
  return paintSeats(plan, { paint, isErasing: false, inAllLike: true, seats, ...more })(record);
}

const properties = (record: Json, index = 0) => rulesOf(record)[index]?.properties;

test.each<[string, Record<string, (string | number)[]>, unknown]>([
  [
    "the same seats of many rows",
    { A: [1, 2], B: [1, 2], C: [1, 2] },
    [{ rows: [{ first: "A", last: "C" }], seats: [1, 2] }],
  ],
  ["a whole row", { B: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }, [{ rows: ["B"] }]],
  ["a column through all rows", { A: [1], B: [1], C: [1], D: [1], E: [1], F: [1] }, [{ seats: [1] }]],
  ["seats here and there", { A: [3], C: [4, 5, 6] }, [{ at: { A: [3], C: [{ first: 4, last: 6 }] } }]],
])("%s are one rule", (_, names, expected) => {
  const written = properties(painted(recordOf(BLOCK), WHEELCHAIR, names)) as Json[];
  expect(written.map(({ has: _has, ...selector }) => selector)).toEqual(expected);
  expect(written.every(({ has }) => JSON.stringify(has) === '["wheelchair"]')).toBe(true);
});

test("stroke after stroke stays one rule, and what is painted twice changes nothing", () => {
  const strokes = [{ A: [1] }, { A: [2] }, { B: [1, 2] }, { C: [1, 2] }];
  const record = strokes.reduce<Json>((before, names) => painted(before, WHEELCHAIR, names as never), recordOf(BLOCK));
  expect(properties(record)).toEqual([{ rows: [{ first: "A", last: "C" }], seats: [1, 2], has: ["wheelchair"] }]);
  expect(painted(record, WHEELCHAIR, { B: [1] })).toBe(record);
});

test("rules about other things stay, with members that nothing here knows; erasing narrows them", () => {
  const other = { rows: ["A"], has: ["wheelchair", "aisle"], unknown: 1 };
  const before = recordOf({ ...BLOCK, properties: [other, { rows: ["F"], has: ["companion"] }] });
  const more = painted(before, WHEELCHAIR, { B: [1] });
  expect(properties(more)).toEqual([
    ...(properties(before) as Json[]),
    { rows: ["B"], seats: [1], has: ["wheelchair"] },
  ]);
  expect(properties(painted(before, WHEELCHAIR, { A: [12] }, { isErasing: true }))).toEqual([
    { rows: ["A"], seats: [{ first: 1, last: 11 }], has: ["wheelchair", "aisle"], unknown: 1 },
    { rows: ["A"], seats: [12], has: ["aisle"], unknown: 1 },
    { rows: ["F"], has: ["companion"] },
  ]);
});

test("a whole block in one category needs no rule for seats", () => {
  const all = Object.fromEntries(
    ["A", "B", "C", "D", "E", "F"].map((row) => [row, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]]),
  );
  const gold: Paint = { kind: "category", id: "gold" };
  const record = painted(recordOf(BLOCK), gold, all);
  expect(rulesOf(record)[0]).toEqual({ ...BLOCK, category: "gold" });
  const other = painted(record, { kind: "category", id: "7" }, { A: [1] });
  expect(rulesOf(other)[0]).toEqual({
    ...BLOCK,
    category: "gold",
    properties: [{ rows: ["A"], seats: [1], category: "7" }],
  });
  expect(rulesOf(painted(other, gold, { A: [1] }))[0]).toEqual({ ...BLOCK, category: "gold" });
  expect(rulesOf(painted(record, gold, all, { isErasing: true }))[0]).toEqual(BLOCK);
});

test("one of many like blocks gets a rule of its own, unless all of them are meant", () => {
  const like = recordOf({
    ...BLOCK,
    id: undefined,
    ids: ["A", "B"],
    geometry: { bearingDeg: 0, bearingStepDeg: 30, distanceM: 9 },
  });
  expect(rulesOf(painted(like, WHEELCHAIR, { A: [1] }))).toHaveLength(1);
  const split = painted(like, WHEELCHAIR, { A: [1] }, { inAllLike: false });
  expect(rulesOf(split).map(({ id, ids, properties: given }) => [id ?? ids, given])).toEqual([
    ["A", [{ rows: ["A"], seats: [1], has: ["wheelchair"] }]],
    ["B", undefined],
  ]);
});

test("a section without rows is painted by its seats", () => {
  const record = painted(recordOf({ id: "A", seats: { count: 4 } }), WHEELCHAIR, { "": [1, 4] });
  expect(properties(record)).toEqual([{ seats: [1, 4], has: ["wheelchair"] }]);
});

test("whatever is painted or erased in any order, every seat has exactly what was painted last, and nothing else", () => {
  const random = randomNumbers(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const paints: Paint[] = [
    WHEELCHAIR,
    { kind: "property", name: "aisle" },
    { kind: "restrictedView", note: "" },
    { kind: "restrictedView", note: "A pillar" },
    { kind: "category", id: "gold" },
    { kind: "category", id: "7" },
  ];
  const given = [
    { has: ["wheelchair", "restrictedView"], category: "gold", rows: ["A", "B"] },
    { at: { C: [1, { first: 3, last: 5 }] }, has: ["aisle"], viewNote: "A rail" },
    { seats: [{ first: 2, last: 9 }], category: "7", unknown: true },
  ];
  for (let round = 0; round < 20; round += 1) {
    const seats = pick([{ count: 12 }, { count: 9, exceptions: [{ rows: ["B"], count: 7, skip: [3] }] }]);
    let record = recordOf({
      ...BLOCK,
      seats,
      ...(random() < 0.5 ? { category: "gold" } : {}),
      properties: given.filter(() => random() < 0.5),
    });
    for (let step = 0; step < 8; step += 1) {
      const plan = planFromRecord(record);
      const section = plan.sections[0]!;
      const slots = new Map(
        section.rows.map((row, index) => {
          const share = pick([0, 0.3, 1]);
          return [
            row.id ?? "",
            new Set(
              seatingOf(plan, section, index).flatMap((seat, slot) =>
                seat !== null && random() < share ? [slot] : [],
              ),
            ),
          ];
        }),
      );
      const [paint, isErasing] = [pick(paints), random() < 0.4];
      const next = paintSeats(plan, { paint, isErasing, inAllLike: true, seats: new Map([["A", slots]]) })(record);
      expectPainted(plan, planFromRecord(next), slots, paint, isErasing);
      record = next;
    }
    expect((properties(record) as Json[] | undefined)?.length ?? 0).toBeLessThan(40);
  }
});

function expectPainted(before: Plan, after: Plan, slots: ChosenSlots, paint: Paint, isErasing: boolean): void {
  const fact = factOf(paint);
  const [old, now] = [before.sections[0]!, after.sections[0]!];
  const othersOf = ({ properties: names, category }: PlanSeatKind) => [
    names.filter((name) => fact.said({ has: [name] }) === null),
    paint.kind === "category" ? null : category,
  ];
  const [wanted, found]: [unknown[], unknown[]] = [[], []];
  old.rows.forEach((row, rowIndex) => {
    seatingOf(before, old, rowIndex).forEach((seat, slot) => {
      if (seat === null) return;
      const [was, is] = [seatKind(before, old, rowIndex, slot), seatKind(after, now, rowIndex, slot)];
      const had = fact.ofSeat(was);
      const erased = paint.kind === "category" && had !== paint.id ? had : null;
      const next = isErasing ? erased : paintedValue(paint);
      wanted.push([row.id, seat, slots.get(row.id ?? "")?.has(slot) ? next : had, othersOf(was)]);
      found.push([row.id, seat, fact.ofSeat(is), othersOf(is)]);
    });
  });
  expect(found).toEqual(wanted);
}

/** Numbers from 0 to 1 that are the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

import { describe, expect, test } from "vitest";
import { planFromRecord } from "../layouts/layout-reader";
import { assumptionsOf, withAssumedSeats } from "./assumptions";
import { seatCount } from "./plan";

const PLACED = { distanceM: 10, bearingDeg: 180, riserM: 0.3 };
const ROWS = { rows: { first: 1, last: 4 }, seats: { count: 10 } };
const STAGE = { id: "stage", kind: "stage", box: { x: [-4, 4], y: [0, 4], z: [0, 1] } };

function planOf(sections: object[], layout: object = {}) {
  const configurations = [{ id: "show", obstructions: [STAGE], ...layout }];
  return planFromRecord({ rules: { layout: { sections, configurations } } }, "show");
}

describe("what a drawing assumes", () => {
  test("is nothing if the plan says everything", () => {
    expect(assumptionsOf(planOf([{ id: "A", ...ROWS, geometry: PLACED }]))).toEqual([]);
  });

  test("is what an import has assumed and nobody has checked", () => {
    const section = { id: "A", ...ROWS, geometry: { distanceM: 9, risersM: [0.2] } };
    const layout = {
      assumed: ["heights", "scale", "focus", "places"],
      focus: { extent: { kind: "tennis" } },
      sections: [section],
    };
    const codes = assumptionsOf(planFromRecord({ rules: { layout } })).map(({ code }) => code);
    expect(codes).toEqual(["assumed_places", "usual_heights", "assumed_scale", "assumed_focus"]);
  });

  test("is listed with the number of sections", () => {
    const plan = planOf(
      [
        { id: "A", geometry: { ...PLACED, riserM: 0 } },
        { ids: ["B", "C"], rows: { first: 1, last: 4 }, geometry: { ...PLACED, riserM: 0 } },
        { ids: { first: "X1", last: "X3" }, ...ROWS },
      ],
      { obstructions: [] },
    );
    expect(assumptionsOf(plan)).toEqual([
      { code: "unplaced_sections", count: 3 },
      { code: "assumed_rows", count: 1 },
      { code: "assumed_seats", count: 2 },
      { code: "assumed_heights", count: 2 },
      { code: "assumed_stage", count: 1 },
    ]);
  });

  test("does not speak of closed sections", () => {
    const plan = planOf([{ id: "A", ...ROWS, geometry: PLACED }, { id: "X" }], { closed: ["X"] });
    expect(assumptionsOf(plan)).toEqual([]);
  });
});

describe("the plan that is drawn", () => {
  test("is the plan itself if nothing is missing", () => {
    const plan = planOf([{ id: "A", ...ROWS, geometry: PLACED }]);
    expect(withAssumedSeats(plan)).toBe(plan);
  });

  test("has rows for the capacity, and seats eight metres wide", () => {
    const plan = planOf([
      { id: "A", capacity: 100, geometry: PLACED },
      { id: "B", rows: ["1", "2"], geometry: PLACED },
      { id: "X", rows: ["1"] },
    ]);
    const drawn = withAssumedSeats(plan);
    expect(drawn.sections.map(({ rows }) => rows.length)).toEqual([7, 2, 1]);
    expect(seatCount(drawn)).toBe((7 + 2) * 16);
    expect(seatCount(plan)).toBe(0);
  });

  test("leaves suites and standing areas as they are", () => {
    const plan = planOf([
      { id: "S", kind: "suite", geometry: PLACED },
      { id: "F", kind: "standing", capacity: 300, geometry: PLACED },
    ]);
    expect(withAssumedSeats(plan)).toBe(plan);
  });
});

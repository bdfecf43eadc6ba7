import { describe, expect, it } from "vitest";
import { shapesOf } from "./map-order";
import { boundsOfPlan, nearest, nextTowards, rowsOf, seatsOf, shapeOf } from "./map-shapes";
import type { Plan, PlanSection } from "./plan";

const GEOMETRY = {
  shape: "straight" as const,
  bearingDeg: 180,
  bearingStepDeg: 0,
  distanceM: 10,
  elevationM: 0,
  treadM: 1,
  riserM: 0,
  spacingM: 0.5,
  shiftM: 0,
  shiftStepM: 0,
  centre: null,
  rowDepthsM: [],
  rowHeightsM: [],
};

function planWith(...sections: Partial<PlanSection>[]): Plan {
  return {
    venueId: "",
    version: 1,
    name: "Hall",
    configuration: null,
    configurations: [],
    defaultConfiguration: null,
    mood: null,
    hall: null,
    roof: null,
    assumed: [],
    categories: [],
    seatKinds: [],
    offsets: [],
    origin: { x: 0, y: 0, z: 0 },
    focus: { name: "Stage", x: 0, y: 0, z: 0, extent: null },
    sections: sections.map((section, index) => ({
      id: `S${index}`,
      name: `Section ${index}`,
      level: "",
      kind: "seated",
      isClosed: false,
      capacity: 8,
      ordinal: 0,
      geometry: GEOMETRY,
      rows: [
        { id: "A", seating: 0 },
        { id: "B", seating: 0 },
      ],
      ...section,
    })),
    seatings: [["1", "2", null, "4"]],
    obstructions: [],
  };
}

function only(plan: Plan): PlanSection {
  const [section] = plan.sections;
  if (section === undefined) throw new Error("The plan has no section.");
  return section;
}

describe("the shape of a section", () => {
  it("reaches half a row and half a seat around its seats", () => {
    const plan = planWith({});
    const { bounds, centre } = shapeOf(plan, only(plan));
    expect([bounds.left, bounds.top, bounds.width, bounds.height].map((m) => Math.round(m * 100) / 100)).toEqual([
      -1, 9.5, 2, 2,
    ]);
    expect(centre.x).toBeCloseTo(0);
    expect(centre.y).toBeCloseTo(10.5);
  });

  it("bends with curved rows", () => {
    const geometry = { ...GEOMETRY, shape: "curved" as const, spacingM: 4 };
    const plan = planWith({ geometry });
    const { bounds } = shapeOf(plan, only(plan));
    expect(bounds.top).toBeLessThan(8);
    expect(bounds.top + bounds.height).toBeCloseTo(11.5, 1);
  });

  it("is as large as its people need where no seats are described", () => {
    const plan = planWith({ kind: "standing", capacity: 400, rows: [] });
    const { bounds } = shapeOf(plan, only(plan));
    expect(bounds.width * bounds.height).toBeCloseTo(100, 0);
  });

  it("lies over larger ones when it is small", () => {
    const plan = planWith({ kind: "suite", capacity: 2, rows: [] }, { kind: "standing", capacity: 900, rows: [] });
    expect(shapesOf(plan).map((shape) => shape.section.id)).toEqual(["S1", "S0"]);
  });
});

describe("seats on the map", () => {
  it("leave empty slots out and stand left to right for who faces the focus", () => {
    const plan = planWith({});
    const seats = seatsOf(plan, only(plan)).filter((seat) => seat.rowIndex === 0);
    expect(seats.map((seat) => seat.seat)).toEqual(["1", "2", "4"]);
    // To a person facing north, lesser x is on the left.
    expect(seats.map((seat) => Math.round(seat.x * 100) / 100)).toEqual([-0.75, -0.25, 0.75]);
  });

  it("are shown as a scheme where the section has no place", () => {
    const plan = planWith({ geometry: null });
    expect(seatsOf(plan, only(plan))).toHaveLength(6);
    expect(rowsOf(plan, only(plan)).map((row) => row.id)).toEqual(["A", "B"]);
    expect(shapesOf(plan)).toEqual([]);
  });
});

describe("finding one's way", () => {
  const here = { x: 0, y: 0 };
  const others = [
    { x: 3, y: 0, name: "right" },
    { x: 1, y: 5, name: "below" },
    { x: 9, y: 0, name: "far right" },
  ];

  it("goes to the nearest in the direction of an arrow", () => {
    expect(nextTowards(here, others, { x: 1, y: 0 })?.name).toBe("right");
    expect(nextTowards(here, others, { x: 0, y: 1 })?.name).toBe("below");
    expect(nextTowards(here, others, { x: -1, y: 0 })).toBeNull();
  });

  it("takes the seat under the pointer, and none from far away", () => {
    expect(nearest({ x: 2.8, y: 0.1 }, others, 0.5)?.name).toBe("right");
    expect(nearest({ x: 2, y: 2 }, others, 0.5)).toBeNull();
  });

  it("shows a venue without sections as the room round its focus", () => {
    const plan = planWith();
    const bounds = boundsOfPlan(plan, []);
    expect(bounds.width).toBeGreaterThan(1);
    expect(bounds.left).toBeLessThan(0);
  });
});

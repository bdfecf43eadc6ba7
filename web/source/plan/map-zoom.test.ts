import { describe, expect, test } from "vitest";
import type { Bounds, SectionShape } from "./map-shapes";
import { fingerScale, seatGapM, viewOf, widened } from "./map-zoom";
import type { Plan, PlanSection } from "./plan";
import { isWellInView } from "./use-map-pan";

const WHOLE: Bounds = { left: -50, top: -40, width: 100, height: 80 };

function shapeAt(left: number, top: number, width: number, height: number): SectionShape {
  return { bounds: { left, top, width, height } } as SectionShape;
}

describe("the view of a section", () => {
  test("shows all of a section whose seats a finger can hit", () => {
    const { visible, canPan, middle } = viewOf(WHOLE, shapeAt(10, 10, 8, 6), 2, { x: 10, y: 10 });
    expect(middle).toEqual({ x: 14, y: 13 });
    expect(canPan).toBe(false);
    expect(visible.width).toBeGreaterThan(8);
  });

  test("has the tapped place in the middle, where the section is too large for the frame", () => {
    const { scale, visible, canPan, middle } = viewOf(WHOLE, shapeAt(0, 10, 30, 2), 20, { x: 25, y: 10 });
    expect(scale).toBe(20);
    // It is too wide and not too high.
    expect(middle).toEqual({ x: 25, y: 11 });
    expect(visible).toEqual({ left: 22.5, top: 9, width: 5, height: 4 });
    expect(canPan).toBe(true);
  });

  test.each([
    ["left of it", { x: -99, y: 12 }, { x: 0, y: 12 }],
    ["below it", { x: 20, y: 99 }, { x: 20, y: 40 }],
    ["nowhere", { x: Number.NaN, y: Number.NaN }, { x: 15, y: 25 }],
  ])("never leaves the section for a place %s", (_, wanted, middle) => {
    expect(viewOf(WHOLE, shapeAt(0, 10, 30, 30), 20, wanted).middle).toEqual(middle);
  });

  test("uses all of a frame that is wider or higher than the hall", () => {
    expect(widened(WHOLE, { width: 400, height: 160 })).toEqual({ left: -100, top: -40, width: 200, height: 80 });
    expect(widened(WHOLE, { width: 100, height: 160 })).toEqual({ left: -50, top: -80, width: 100, height: 160 });
  });

  test("does not move for a seat that is well in view", () => {
    const view = viewOf(WHOLE, shapeAt(0, 0, 30, 30), 20, { x: 15, y: 15 });
    expect(isWellInView({ x: 16, y: 15 }, view)).toBe(true);
    expect(isWellInView({ x: 17.4, y: 15 }, view)).toBe(false);
    expect(isWellInView({ x: 99, y: 0 }, viewOf(WHOLE, null))).toBe(true);
  });
});

describe("the distance between seats", () => {
  function sectionOf(spacingM: number, treadM: number): [Plan, PlanSection] {
    const geometry = {
      shape: "straight",
      centre: [0, 0],
      bearingDeg: 180,
      bearingStepDeg: 0,
      distanceM: 10,
      elevationM: 0,
      treadM,
      riserM: 0,
      spacingM,
      shiftM: 0,
      shiftStepM: 0,
      rowDepthsM: [],
      rowHeightsM: [],
    };
    const section = {
      id: "1",
      ordinal: 0,
      rows: [
        { id: "A", seating: 0 },
        { id: "B", seating: 0 },
      ],
      geometry,
    };
    const plan = {
      seatings: [["1", "2", null, "3", "4"]],
      offsets: [],
      origin: { x: 0, y: 0, z: 0 },
      focus: { x: 0, y: 0 },
      sections: [section],
    };
    return [plan as never, section as never];
  }

  test("is that of neighbours in a row, or that of rows where it is less", () => {
    expect(seatGapM(...sectionOf(0.5, 0.9))).toBeCloseTo(0.5);
    expect(seatGapM(...sectionOf(0.9, 0.6))).toBeCloseTo(0.6);
  });

  test("decides the scale at which a finger hits one seat: 24 pixels from one to the next", () => {
    const [plan, section] = sectionOf(0.5, 0.9);
    expect(fingerScale(plan, section, 3) * 3 * 0.5).toBeCloseTo(24);
  });
});

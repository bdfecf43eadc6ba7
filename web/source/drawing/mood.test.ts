import { describe, expect, test } from "vitest";
import type { Plan } from "../plan/plan";
import { hallOf, isUnderTheSky } from "./halls";
import { defaultMood } from "./mood";
import { measureVenue } from "./venue-measures";

const GEOMETRY = {
  shape: "straight",
  bearingDeg: 180,
  bearingStepDeg: 0,
  distanceM: 12,
  elevationM: 0,
  treadM: 0.9,
  riserM: 0.3,
  spacingM: 0.5,
  shiftM: 0,
  shiftStepM: 0,
  centre: null,
  rowDepthsM: [] as number[],
  rowHeightsM: [] as number[],
} as const;

function planOf(changes: Partial<Plan>, distancesM: number[] = [12, 12]): Plan {
  return {
    venueId: "",
    version: 0,
    name: "",
    configuration: null,
    configurations: [],
    defaultConfiguration: null,
    mood: null,
    hall: null,
    roof: null,
    assumed: [],
    categories: [],
    seatKinds: [{ properties: [], category: null, viewNote: null }],
    offsets: [],
    origin: { x: 0, y: 0, z: 0 },
    focus: { name: null, x: 0, y: 0, z: 1, extent: null },
    sections: distancesM.map((distanceM, index) => ({
      id: `${index}`,
      name: "",
      level: null,
      kind: "seated",
      capacity: 10,
      isClosed: false,
      ordinal: 0,
      geometry: { ...GEOMETRY, distanceM, bearingDeg: index * 180 },
      rows: [{ id: "A", seating: 0 }],
    })),
    seatings: [["1", "2", "3"]],
    obstructions: [],
    ...changes,
  };
}

const STAGE: Plan["obstructions"][number] = {
  id: "stage",
  name: null,
  kind: "stage",
  box: { x: [-5, 5], y: [-3, 3], z: [0, 1] },
  polygon: null,
};

describe("the mood", () => {
  test("is the plan's", () => {
    expect(measureVenue(planOf({ mood: "floodlights", obstructions: [STAGE] })).mood).toBe("floodlights");
  });

  test("is a concert if there is a stage, in a hall and under the sky", () => {
    expect(defaultMood({ hasStage: true, isOpenAir: false })).toBe("concert");
    expect(measureVenue(planOf({ hall: "amphitheatre", obstructions: [STAGE] })).mood).toBe("concert");
  });

  test("is daylight on a field under the open sky", () => {
    expect(measureVenue(planOf({ hall: "stadium" })).mood).toBe("daylight");
    expect(measureVenue(planOf({}, [120, 120])).mood).toBe("daylight");
  });

  test("is house lights on an indoor field", () => {
    expect(measureVenue(planOf({})).mood).toBe("house_lights");
  });
});

describe("the kind of hall", () => {
  test("is the plan's", () => {
    expect(hallOf("club", 200)).toBe("club");
  });

  test("is taken from the size if the plan names none", () => {
    expect(hallOf(null, 200)).toBe("stadium");
    expect(hallOf(null, 60)).toBe("arena");
  });

  test("says whether there is a sky", () => {
    expect(isUnderTheSky("amphitheatre")).toBe(true);
    expect(isUnderTheSky("theatre")).toBe(false);
  });
});

// Tests of stands, tables, areas and fields for every kind of section, with the plans that the service is tested with.
import { expect, test, vi } from "vitest";
import shared from "../../../tests/layouts/shared/layouts.json";
import type { Plan, PlanSection } from "../plan/plan";
import { allSeats } from "../plan/positions";
import { buildField } from "./field";
import { fieldOf } from "./focus-extent";
import { buildFurniture } from "./furniture";
import { partsOf } from "./hall-building";
import { type HallPart, hallParts } from "./hall-parts";
import { lowestSights } from "./lowest-sights";
import { MeshBuilder } from "./mesh-builder";
import { geometryOf } from "./mesh-geometry";
import { paletteOf } from "./palettes";
import { createPeople } from "./people";
import type { Point2, Stand, Strip } from "./rows";
import { distanceM, isLoose, standsOf } from "./rows";
import { drawStand } from "./stands";
import { areaCorners, isInside, measureVenue } from "./venue-measures";

/** The plan of a case, whose rows have their slots and offsets in place of numbers. */
function planOf(title: string): Plan {
  const found = shared.layouts.find((each) => each.title === title);
  if (found === undefined) throw new Error(`There is no case "${title}".`);
  const plan = structuredClone(found.plan) as unknown as Plan;
  plan.seatings = [];
  plan.offsets = [];
  for (const row of plan.sections.flatMap((section) => section.rows)) {
    const written = row as unknown as { slots: (string | null)[] | null; offsets?: number[] };
    row.seating = written.slots === null ? null : plan.seatings.push(written.slots) - 1;
    if (written.offsets !== undefined) row.offsets = plan.offsets.push(written.offsets) - 1;
  }
  return plan;
}

const TITLES = shared.layouts.map(({ title }) => title);
const RULED = "aisles, gaps between rows and rows aligned to the left";

test.each(TITLES)("every seat is on a stand, at a table or alone: %s", (title) => {
  const plan = planOf(title);
  const { stands, loose } = measureVenue(plan);
  const seats = allSeats(plan);
  for (let index = 0; index < seats.count; index++) {
    const [x, y, z] = [0, 1, 2].map((axis) => seats.positions[index * 3 + axis]!) as [number, number, number];
    const section = plan.sections[seats.sections[index]!]!;
    const own = stands.filter((stand) => stand.section.id === section.id);
    const isOnStep = own.some(({ strips }) => strips.some((strip) => isOn(strip, [x, y]) && isAt(strip.z, z)));
    const isAlone = loose.some((each) => each.seats.some((seat) => distanceM([seat.x, seat.y], [x, y]) < 0.01));
    expect(isOnStep || isAlone, `${section.id}, row ${seats.rows[index]}, slot ${seats.slots[index]}`).toBe(true);
  }
});

test.each(TITLES)("all of it can be drawn, without a hole in a number: %s", async (title) => {
  const measures = measureVenue(planOf(title));
  const palette = paletteOf(measures.hall, measures.mood);
  const mesh = new MeshBuilder();
  const sightsOver = lowestSights(measures);
  for (const stand of measures.shown) {
    drawStand(mesh, stand, measures, palette, () => 1, { topZ: measures.roofZ, mostZ: sightsOver(stand) });
  }
  const parts = [mesh, buildFurniture(measures, palette)];
  if (fieldOf(measures.plan) !== null) parts.push(buildField(measures, palette).mesh);
  for (const part of parts) expect(part.geometry().positions.every(Number.isFinite)).toBe(true);
  const people = await createPeople(
    measures,
    palette,
    () => 1,
    async () => {},
  );
  expect(people.chairs.places.every(Number.isFinite)).toBe(true);
});

test("a section with an origin faces where it says", () => {
  const [box] = standsOf(planOf("a section with an origin that faces elsewhere than the focus"));
  const [{ front, back }] = box!.strips as [Strip];
  const [depthX, depthY] = [back[0]![0] - front[0]![0], back[0]![1] - front[0]![1]];
  // It faces the south-west, so the back is to the north-east.
  expect(depthX).toBeGreaterThan(0);
  expect(depthX).toBeCloseTo(depthY);
});

test("rows bend around their own centre", () => {
  const plan = planOf("rows that bend by their own radius");
  const [stand] = standsOf(plan);
  const [x = 0, y = 0] = stand!.geometry.centre!;
  const radii = stand!.strips[1]!.front.map((at) => distanceM(at, [x, y]));
  for (const radius of radii) expect(radius).toBeCloseTo(30.85 - 0.85 * 0.65);
});

test("the floor goes through an aisle, whose steps are known; a cross aisle belongs to the row in front of it", () => {
  const [stand] = standsOf(planOf(RULED));
  const [first, second, third] = stand!.strips as [Strip, Strip, Strip];
  expect(first.front).toHaveLength(2);
  expect(first.aisles).toHaveLength(1);
  expect(distanceM(first.aisles[0]!.left.front, first.aisles[0]!.right.front)).toBeCloseTo(1.1);
  // The second row is shorter, and begins with the others on the left.
  expect(distanceM(first.front[0]!, second.front[0]!)).toBeCloseTo(0.85);
  expect(distanceM(first.front[1]!, second.front[1]!)).toBeGreaterThan(1);
  expect(distanceM(second.front[0]!, second.back[0]!)).toBeCloseTo(2.35);
  expect(third.z - second.z).toBeCloseTo(0.5);
});

test("steps have the heights of a rake by steps", () => {
  const [byRisers] = standsOf(planOf("a rake by steps, and one by C-value"));
  expect(byRisers!.strips.map(({ z }) => Number(z.toFixed(2)))).toEqual([0, 0.1, 0.3, 0.6, 0.9]);
  expect(isLoose(byRisers!, 0)).toBe(false);
});

test("listed rows behind each other are one stand, in whichever order they are listed", () => {
  const plan = planOf("single seats with positions");
  const [section] = plan.sections as [PlanSection];
  const rows = [
    { id: "A", seating: 0, positions: listed(900, 0) },
    { id: "B", seating: 0, positions: listed(990, 30) },
    { id: "C", seating: 0, positions: listed(1080, 60) },
  ];
  plan.seatings = [["1", "2", "3", "4", "5", "6"]];
  for (const listedRows of [rows, rows.toReversed()]) {
    const stands = standsOf({ ...plan, sections: [{ ...section, rows: listedRows }] });
    // The aisle after the third seat divides both stands, which share its middle.
    expect(stands).toHaveLength(2);
    for (const { strips } of stands) expect(strips.map(({ z }) => z)).toEqual([0, 0.3, 0.6]);
    expect(stands.flatMap(({ strips }) => strips).every(({ isJoined }) => isJoined.left !== isJoined.right)).toBe(true);
  }
});

function listed(yCm: number, zCm: number): NonNullable<PlanSection["rows"][number]["positions"]> {
  const x = [300, 250, 200, 40, -10, -60];
  return { x, y: x.map(() => yCm), z: x.map(() => zCm), facing: x.map(() => 180) };
}

test("seats at tables are on no stand, and people there face the table", async () => {
  const measures = measureVenue(planOf("tables with seats around them"));
  expect(measures.stands).toEqual([]);
  expect(measures.loose.map(({ seats }) => seats.length)).toEqual([16, 5]);
  expect(buildFurniture(measures, paletteOf("club", "house_lights")).triangles).toBeGreaterThan(100);
  const { chairs, sitters } = await createPeople(
    measures,
    paletteOf("club", "concert"),
    () => 1,
    async () => {},
  );
  expect(chairs.count).toBe(21);
  const turns = new Set(chairs.turns.map((turn) => turn.toFixed(3)));
  for (const turn of sitters.turns) expect(turns).toContain(turn.toFixed(3));
});

test("a crowd stands between the corners of its area, at its height", async () => {
  const plan = planOf("a standing area with corners");
  const measures = measureVenue(plan);
  expect(measures.floorZ).toBe(-0.5);
  const { standers } = await createPeople(
    measures,
    paletteOf("arena", "concert"),
    () => 1,
    async () => {},
  );
  expect(standers.count).toBeGreaterThan(200);
  const corners = areaCorners(plan.sections[0]!);
  for (let person = 0; person < standers.count; person++) {
    const [x, y, z] = standers.places.slice(person * 3, person * 3 + 3) as [number, number, number];
    expect(isInside(corners, [x, y])).toBe(true);
    expect(z).toBe(-0.5);
  }
});

test("a stage of the focus is built unless the configuration has one, and the roof is as the plan says", () => {
  const plan = planOf("a stage with an extent, open sky and assumptions");
  const extent = { kind: "stage", widthM: 14, depthM: 8, heightM: 1.1, turnDeg: 180, points: [] } as const;
  const withStage: Plan = { ...plan, focus: { ...plan.focus, extent: { ...extent, points: [] } } };
  const { stages, isOpenAir } = measureVenue(withStage);
  expect(isOpenAir).toBe(true);
  expect(stages.map(({ polygon }) => polygon?.z)).toEqual([[0, 1.1]]);
  const own = {
    id: "own",
    name: null,
    kind: "stage",
    box: { x: [-2, 2], y: [0, 3], z: [0, 2] },
    polygon: null,
  } as const;
  const both = measureVenue({ ...withStage, obstructions: [own as unknown as Plan["obstructions"][number]] });
  expect(both.stages.map(({ id }) => id)).toEqual(["own"]);
  for (const [roof, hall, isOpen] of [
    ["closed", "stadium", false],
    ["open", "theatre", true],
    [null, "stadium", true],
    [null, "club", false],
  ] as const) {
    expect(measureVenue({ ...plan, roof, hall }).isOpenAir).toBe(isOpen);
  }
});

test.each([
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
] as const)("a field has lines within its extent: %s", (kind) => {
  const plan = planOf("a stage with an extent, open sky and assumptions");
  const extent = { kind, widthM: 30, depthM: 20, heightM: 0, turnDeg: 90, points: [] };
  const measures = measureVenue({ ...plan, focus: { ...plan.focus, extent } });
  const { mesh } = buildField(measures, paletteOf("arena", "house_lights"));
  const geometry = geometryOf(mesh.geometry());
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox!;
  expect(mesh.triangles).toBeGreaterThan(50);
  // Turned by 90 degrees, its width is from south to north.
  expect(max.y - min.y).toBeGreaterThan(19);
  expect(max.x - min.x).toBeLessThan(45);
});

test("no chair stands in a wheelchair space", async () => {
  const measures = measureVenue(planOf("categories and properties of seats"));
  const { chairs } = await createPeople(
    measures,
    paletteOf("arena", "house_lights"),
    () => 1,
    async () => {},
  );
  // Of 13 seats, A 2 and C 2 and 3 are spaces.
  expect(chairs.count).toBe(10);
});

test("a wall behind a stand is lower than the sight of those behind it", () => {
  const plan = planOf(RULED);
  const { shown, focus } = measureVenue(plan);
  const sightsOver = lowestSights({ shown, focus });
  const [front] = shown as [Stand];
  const behind = shown.find(({ section }) => section.id === "T")!;
  expect(sightsOver(front)).toBeLessThan(behind.strips[0]!.z + 1.2);
  expect(sightsOver(front)).toBeGreaterThan(0);
});

function isOn({ front, back }: Strip, at: Point2): boolean {
  return isInside([...front, ...back.toReversed()], at);
}

function isAt(stepZ: number, z: number): boolean {
  return stepZ - z > -0.02 && stepZ - z < 0.13;
}

async function kindsOf(parts: AsyncIterable<HallPart>): Promise<string[]> {
  const kinds: string[] = [];
  for await (const part of parts) kinds.push(part.kind);
  return kinds;
}

test("the page builds what a worker failed to, and each part once", async () => {
  const plan = planOf(RULED);
  const eye = { x: 0, y: -20, z: 3 };
  const whole = await kindsOf(hallParts(plan, eye));
  expect(whole.indexOf("first-picture")).toBeGreaterThan(0);
  expect(new Set(whole.slice(whole.indexOf("first-picture") + 1))).not.toContain("crowd");
  vi.stubGlobal(
    "Worker",
    class {
      onmessage = (_: { data: unknown }) => {};
      onerror = (_: { message: string; preventDefault: () => void }) => {};
      async postMessage() {
        const first = await hallParts(plan, eye).next();
        this.onmessage({ data: { part: first.value } });
        this.onerror({ message: "refused", preventDefault: () => {} });
      }
      terminate() {}
    },
  );
  expect(await kindsOf(partsOf(plan, eye, async () => {}))).toEqual(whole);
});

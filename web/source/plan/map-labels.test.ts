// Tests of the labels on the map, with generated plans at many scales.
import { describe, expect, it, test } from "vitest";
import theatre from "../../../src/seatpreview/venues/examples/theatre.json";
import { planFromRecord } from "../layouts/layout-reader";
import type { PlacedLabel } from "./label-placement";
import { contains, dotBox, overlap } from "./label-placement";
import { groupsOf, labelSpaces } from "./label-space";
import type { LabelInput } from "./map-labels";
import { DOT_PIXELS, mapLabels, OTHER_PIXELS, shortName, withTag, wrapped } from "./map-labels";
import { shapesOf } from "./map-order";
import { SCHEMATIC_GEOMETRY } from "./map-outlines";
import { boundsOfPlan, rowsOf, seatsOf, shapeOf } from "./map-shapes";
import { viewOf } from "./map-zoom";
import type { Plan, PlanSection } from "./plan";
import { estimatedWidth } from "./text-width";

const PLANS = 24;
const SCALES = [0.3, 1, 2, 4, 8, 20, 60];

/** A generator of numbers from 0 to 1 that gives the same ones in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed * 7919 + 1;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

function generatedPlan(seed: number): Plan {
  const random = randomNumbers(seed);
  const between = (least: number, most: number) => least + random() * (most - least);
  const names = ["Section", "Box", "Loge Parterre rechts", "Rang", "Suite", ""];
  const sections = Array.from({ length: Math.ceil(between(1, 45)) }, (_, index): PlanSection => {
    const rows = Math.floor(between(0, 12));
    const id = random() < 0.5 ? String(101 + index) : `${names[index % names.length]} ${index}`.trim();
    return {
      id,
      name: `${names[Math.floor(between(0, names.length))]} ${id}`.trim(),
      level: random() < 0.5 ? "Lower Bowl" : "Suites",
      kind: rows === 0 ? "suite" : "seated",
      isClosed: random() < 0.15,
      capacity: Math.ceil(between(4, 40)),
      ordinal: index,
      geometry: {
        shape: random() < 0.5 ? "straight" : "curved",
        bearingDeg: between(0, 360),
        bearingStepDeg: 0,
        distanceM: between(3, 60),
        elevationM: 0,
        treadM: between(0.6, 1.2),
        riserM: 0.2,
        spacingM: between(0.45, 0.8),
        shiftM: between(-20, 20),
        shiftStepM: 0,
        centre: null,
        rowDepthsM: [],
        rowHeightsM: [],
      },
      rows: Array.from({ length: rows }, (_row, row) => ({ id: row % 5 === 4 ? `Row ${row}` : `${row}`, seating: 0 })),
    };
  });
  const focus = { name: random() < 0.8 ? "Stage" : null, x: 0, y: 0, z: 0, extent: null };
  const seatings = [Array.from({ length: Math.ceil(between(2, 30)) }, (_, slot) => String(slot + 1))];
  const plan = { venueId: "", version: 1, name: "Hall", configuration: null, configurations: [], obstructions: [] };
  const shape = { defaultConfiguration: null, mood: null, hall: null, roof: null };
  const facts = { assumed: [], categories: [], seatKinds: [], offsets: [] };
  return { ...plan, ...shape, ...facts, origin: { x: 0, y: 0, z: 0 }, focus, sections, seatings } as Plan;
}

/** What a map of the plan shows: the seat of one section selected, and maybe zoomed to a section. */
function inputOf(plan: Plan, pixelsPerM: number, seed: number, isZoomed: boolean): LabelInput {
  const random = randomNumbers(seed + 1000);
  const shapes = shapesOf(plan);
  const spaces = labelSpaces(shapes);
  const whole = boundsOfPlan(plan, shapes);
  const selected = plan.sections[Math.floor(random() * plan.sections.length)];
  if (selected === undefined) throw new Error("The plan has no section.");
  const seats = seatsOf(plan, selected);
  const seat = seats[Math.floor(random() * seats.length)] ?? shapeOf(plan, selected).centre;
  const zoomed = isZoomed ? shapeOf(plan, selected) : null;
  const dots = [{ ...seat, radiusPixels: DOT_PIXELS }];
  if (random() < 0.3) dots.push({ ...seat, x: seat.x + 0.6, radiusPixels: OTHER_PIXELS });
  return {
    spaces,
    groups: groupsOf(spaces),
    closed: new Set(plan.sections.filter((section) => section.isClosed).map(({ id }) => id)),
    selected: selected.id,
    zoomed: zoomed === null ? null : selected.id,
    rows: zoomed === null ? [] : rowsOf(plan, selected),
    rowGapM: selected.geometry?.treadM ?? 1,
    selectedRow: null,
    focus: plan.focus.name === null ? null : { name: plan.focus.name, at: { x: 0, y: 0 }, isOnStage: random() < 0.5 },
    dots,
    obstacles: [],
    bodies: [],
    visible: viewOf(whole, zoomed).visible,
    canPan: false,
    scale: { pixelsPerM, measure: estimatedWidth },
  };
}

function collisions(labels: readonly PlacedLabel[], { dots, scale }: LabelInput): string[] {
  const found: string[] = [];
  labels.forEach((one, index) => {
    for (const other of labels.slice(index + 1)) {
      if (overlap(one.box, other.box)) found.push(`${one.text} and ${other.text}`);
    }
    for (const dot of dots) {
      if (overlap(one.box, dotBox(dot, dot.radiusPixels, scale.pixelsPerM))) found.push(`${one.text} and a dot`);
    }
  });
  return found;
}

describe("labels of generated plans", () => {
  const cases = Array.from({ length: PLANS }, (_, seed) => seed).flatMap((seed) => {
    const plan = generatedPlan(seed);
    return SCALES.flatMap((scale) => [false, true].map((isZoomed) => inputOf(plan, scale, seed, isZoomed)));
  });
  const labelled = cases.map((input) => ({ input, labels: mapLabels(input) }));

  it("never overlap each other nor a dot, at any scale", () => {
    expect(labelled.flatMap(({ input, labels }) => collisions(labels, input))).toEqual([]);
    expect(labelled.some(({ labels }) => labels.length > 5)).toBe(true);
  });

  it("never overlap with the tag of a section that is pointed at", () => {
    const tagged = labelled.map(({ input, labels }) => ({
      input,
      labels: withTag(labels, input.spaces[0]?.section.id ?? null, input),
    }));
    expect(tagged.flatMap(({ input, labels }) => collisions(labels, input))).toEqual([]);
    expect(tagged.some(({ labels }) => labels.some(({ kind }) => kind === "tag"))).toBe(true);
  });

  it("name the selected section, wherever the map is large enough for a name", () => {
    const large = labelled.filter(({ input }) => input.visible.width * input.scale.pixelsPerM > 500);
    const nameless = large.filter(
      ({ input, labels }) => input.zoomed === null && !labels.some(({ id }) => id === input.selected),
    );
    expect(large.length).toBeGreaterThan(0);
    expect(nameless).toEqual([]);
  });

  it("stay inside of what is in view", () => {
    const outside = labelled.flatMap(({ input, labels }) => labels.filter(({ box }) => !contains(input.visible, box)));
    expect(outside).toEqual([]);
  });
});

describe("a row of suites", () => {
  const suites = Array.from({ length: 10 }, (_, index) => ({
    id: `S${index + 1}`,
    name: `Suite ${index + 1}`,
    level: "Suites",
    kind: "suite" as const,
    isClosed: false,
    capacity: 14,
    ordinal: index,
    rows: [],
    geometry: {
      shape: "straight" as const,
      bearingDeg: 90,
      bearingStepDeg: 0,
      distanceM: 30,
      elevationM: 0,
      treadM: 0.8,
      riserM: 0,
      spacingM: 0.5,
      shiftM: 25,
      shiftStepM: -5.2,
      centre: null,
      rowDepthsM: [],
      rowHeightsM: [],
    },
  }));
  const plan = {
    venueId: "",
    version: 1,
    name: "Arena",
    configuration: null,
    configurations: [],
    obstructions: [],
    origin: { x: 0, y: 0, z: 0 },
    focus: { name: null, x: 0, y: 0, z: 0, extent: null },
    sections: suites,
    seatings: [],
  } as unknown as Plan;
  const labelsAt = (pixelsPerM: number, selected: string | null = null) => {
    const input = { ...inputOf(plan, pixelsPerM, 1, false), selected, dots: [] };
    return [mapLabels(input), input] as const;
  };

  it("has one name while its suites are small", () => {
    expect(labelsAt(3)[0].map(({ text }) => text)).toEqual(["Suites"]);
  });

  it("has a name for each suite as soon as there is space", () => {
    expect(
      labelsAt(12)[0]
        .map(({ text }) => text.replace("\n", " "))
        .sort(),
    ).toEqual(suites.map(({ name }) => name).sort());
    expect(
      labelsAt(40)[0]
        .map(({ text }) => text)
        .sort(),
    ).toEqual(suites.map(({ name }) => name).sort());
  });

  it("tells the name of the suite that is selected or pointed at", () => {
    expect(labelsAt(3, "S4")[0].map(({ text }) => text)).toContain("Suite 4");
    const [labels, input] = labelsAt(3);
    expect(withTag(labels, "S4", input).map(({ text }) => text)).toContain("Suite 4");
  });
});

it("a name moves aside for the part that another section covers", () => {
  const plan = { ...generatedPlan(3), sections: [large("below", 20, 0), large("above", 8, 5)] };
  const [below] = labelSpaces(shapesOf(plan));
  const [best] = below?.anchors ?? [];
  expect(below?.section.id).toBe("below");
  const uncovered = labelSpaces(shapesOf({ ...plan, sections: plan.sections.slice(0, 1) }))[0]?.anchors[0];
  expect(uncovered?.x).toBeCloseTo(0);
  // To a person facing the focus, the smaller section is on the right, and on the map as well.
  expect(best?.x).toBeLessThan(-0.5);
});

function large(id: string, seats: number, shiftM: number): PlanSection {
  const geometry = { ...SCHEMATIC_GEOMETRY, distanceM: 10, spacingM: 1, shiftM };
  return { ...generatedPlan(3).sections[0], id, kind: "suite", rows: [], capacity: seats * 4, geometry } as PlanSection;
}

describe("boxes", () => {
  const plan = planFromRecord(theatre);
  const input = { ...inputOf(plan, 9, 1, false), selected: null, dots: [] };
  const isBox = ({ id }: { id: string }) => plan.sections.some((each) => each.id === id && each.level === "Boxes");

  it("have their names beside them, where nothing else is drawn", () => {
    const named = mapLabels(input).filter((label) => label.kind === "section" && isBox(label));
    const upper = ["BXG", "BXH", "BXJ", "BXK", "BXL", "BXM"];
    expect(named.map(({ id }) => id).sort()).toEqual(upper);
    const others = input.spaces.filter(({ section }) => upper.includes(section.id));
    const onOthers = named.filter(({ id, box }) =>
      others.some(({ section, bounds }) => section.id !== id && overlap(box, bounds)),
    );
    expect(onOthers).toEqual([]);
  });

  it("are named on a section that lies lower if there is no other space", () => {
    const section = (id: string, elevationM: number, count: number) => ({
      id,
      kind: count < 5 ? "suite" : "seated",
      rows: count < 5 ? [1] : { first: 1, last: 30 },
      seats: { count },
      geometry: { bearingDeg: 180, distanceM: count < 5 ? 14 : 5, elevationM },
    });
    const hall = planFromRecord({
      name: "Hall",
      rules: { layout: { sections: [section("Stalls", 0, 60), section("Royal Box", 4, 2)] } },
    });
    const texts = mapLabels({ ...inputOf(hall, 10, 1, false), selected: null, dots: [] }).map(({ text }) => text);
    expect(texts).toContain("Royal Box");
    expect(texts).toContain("Stalls");
  });

  it.each([[6], [9], [20]])("share a label with those below them, at %d pixels for a metre", (pixelsPerM) => {
    const labels = mapLabels({ ...inputOf(plan, pixelsPerM, 1, false), selected: null, dots: [] });
    const named = labels.filter(isBox).flatMap(({ text }) => text.split("\n"));
    expect(named.sort()).toEqual([..."ABCDEFGHJKLM"].map((letter) => `Box ${letter}`));
    expect(labels.find(({ id }) => id === "BXG")?.text).toBe("Box G\nBox A");
  });
});

it("a row without a name, as in a box, has no label", () => {
  const random = generatedPlan(3);
  const section = { ...random.sections.find(({ geometry }) => geometry !== null)!, id: "A" };
  const labelsOf = (rowId: string | null) => {
    const plan = { ...random, sections: [{ ...section, rows: [{ id: rowId, seating: 0 }] }] };
    return mapLabels(inputOf(plan, 60, 0, true)).filter(({ kind }) => kind === "row");
  };
  expect(labelsOf("R")).toHaveLength(1);
  expect(labelsOf(null)).toHaveLength(0);
});

test.each([
  ["104", "Section 104", "104"],
  ["SC", "Stalls Centre", "Stalls Centre"],
  ["BXG", "Box G", "Box G"],
  ["F1", "Floor 1", "F1"],
  ["A", "Block A (left)", "A"],
])("the short name of %s, which is called %s, is %s", (id, name, short) => {
  expect(shortName({ id, name })).toBe(short);
});

test("a long name is broken where its two lines are most alike", () => {
  expect(wrapped("Dress Circle Centre")).toBe("Dress Circle\nCentre");
  expect(wrapped("Stalls Left")).toBe("Stalls\nLeft");
  expect(wrapped("Balcony")).toBe("Balcony");
});

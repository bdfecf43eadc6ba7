// Tests of the checks: what a person must hear about is found, and a hall without faults has no findings.
import { expect, test } from "vitest";
import type { Json } from "../../../layouts/written-json";
import { NO_WARNINGS } from "../../venues/label-warnings";
import { Designer } from "../designer";
import { assumedFindings, draftFindings, warningFindings } from "./check-draft";
import type { Finding } from "./check-finding";
import { allChecks } from "./live-checks";

const ROWS = { rows: { first: "A", last: "C" }, seats: { count: 6 } };
const PLACE = { bearingDeg: 180, distanceM: 8 };

function findings(sections: Json[], layout: Json = {}): Finding[] {
  const focus = { name: "Stage", z: 1, extent: { kind: "stage", widthM: 10, depthM: 6 } };
  const designer = new Designer({ name: "Hall", rules: { layout: { focus, sections, ...layout } } });
  expect(designer.fault.value).toBeNull();
  return [...allChecks(designer)].filter((finding) => finding !== null);
}

const texts = (sections: Json[], layout: Json = {}) => findings(sections, layout).map(({ text }) => text);

test("a hall without faults has no findings, even where levels lie above one another", () => {
  const balcony = { id: "B", name: "Balcony", ...ROWS, geometry: { ...PLACE, elevationM: 4 } };
  expect(texts([{ id: "S", name: "Stalls", ...ROWS, geometry: PLACE }, balcony])).toEqual([]);
});

test.each<[string, Json[], string]>([
  [
    "seats of two blocks overlap",
    [
      { id: "S", name: "Stalls", ...ROWS, geometry: PLACE },
      { id: "T", name: "Side", ...ROWS, geometry: { ...PLACE, shiftM: 2.6 } },
    ],
    "Stalls and Side overlap: 3 pairs of seats are in the same place.",
  ],
  [
    "seats of one block overlap",
    [{ id: "S", name: "Stalls", rows: ["A", "B"], seats: { count: 2 }, geometry: { ...PLACE, treadM: 0.3 } }],
    "2 pairs of seats of Stalls overlap.",
  ],
  [
    "rows are too close",
    [{ id: "S", name: "Stalls", ...ROWS, geometry: { ...PLACE, treadM: 0.7 } }],
    "Rows of Stalls are 0.7 m apart: people can hardly pass. 0.85 m or more is usual. The safety rules of your place decide.",
  ],
  [
    "numbers repeat in a row",
    [{ id: "S", name: "Stalls", rows: ["A"], seats: [{ count: 3 }, { count: 2 }], geometry: PLACE }],
    "Row A of Stalls has two seats 1.",
  ],
  [
    "row names repeat",
    [{ id: "S", name: "Stalls", rows: ["A", "B", "A"], seats: { count: 3 }, geometry: PLACE }],
    "Two rows of Stalls are called A.",
  ],
  [
    "ids repeat",
    [
      { id: "S", name: "Stalls", ...ROWS, geometry: PLACE },
      { id: "S", name: "Side", ...ROWS, geometry: { ...PLACE, bearingDeg: 90 } },
    ],
    "Two sections have the id S. Give one of them another.",
  ],
  [
    "a block has no place",
    [{ id: "S", name: "Stalls", ...ROWS }],
    "Stalls has no place on the plan: buyers neither see it on the map nor its view.",
  ],
  [
    "seats are on the stage",
    [{ id: "S", name: "Stalls", rows: ["A"], seats: { count: 3 }, geometry: { ...PLACE, distanceM: 2 } }],
    "3 seats of Stalls are on Stage.",
  ],
  [
    "seats are behind the stage",
    [
      { id: "S", name: "Stalls", rows: { first: 1, last: 9 }, seats: { count: 9 }, geometry: PLACE },
      { id: "C", name: "Choir", rows: ["A"], seats: { count: 3 }, geometry: { bearingDeg: 0, distanceM: 5 } },
    ],
    "3 seats are behind Stage (Choir). Is that meant so?",
  ],
  [
    "seats look away",
    [
      {
        id: "S",
        name: "Side",
        rows: ["A"],
        seats: { count: 1 },
        geometry: { origin: { x: 0, y: -9 }, facingDeg: 180 },
      },
    ],
    "1 seat of Side looks away from Stage.",
  ],
])("%s", (_, sections, text) => {
  expect(texts(sections)).toContain(text);
});

test("like blocks that overlap all around are one finding", () => {
  const ids = { first: "Block 1", last: "Block 26" };
  const sections = [{ ids, name: "{id}", ...ROWS, geometry: { distanceM: 8, bearingStepDeg: 360 / 26 } }];
  expect(texts(sections).filter((text) => text.includes("overlap"))).toEqual([
    "Block 1 and Block 2 overlap: 6 pairs of seats are in the same place. The same is true of 25 more pairs of like blocks.",
  ]);
});

test("a finding about seats names one of them, and where it is", () => {
  const stalls = { id: "S", name: "Stalls", rows: ["A"], seats: { count: 2 }, geometry: { ...PLACE, spacingM: 0.3 } };
  expect(findings([stalls])).toMatchObject([
    { piece: { kind: "section", rule: 0, id: "S" }, seat: { section: "S", row: "A", seat: "2" }, at: { y: -8 } },
  ]);
});

test("a hall in the round is not asked about seats behind the stage", () => {
  const around = { ids: { first: 1, last: 8 }, ...ROWS, geometry: { bearingStepDeg: 45, distanceM: 9 } };
  expect(texts([around])).toEqual([]);
});

test("a body far from all seats is doubtful", () => {
  const body = { id: "p", name: "Pillar", kind: "pillar", box: { x: [200, 201], y: [0, 1], z: [0, 5] } };
  const configurations = [{ id: "c", obstructions: [body] }];
  const designer = new Designer(
    { rules: { layout: { sections: [{ id: "S", ...ROWS, geometry: PLACE }], configurations } } },
    "c",
  );
  expect([...allChecks(designer)].filter((finding) => finding !== null)).toMatchObject([
    { text: "Pillar stands outside of the hall, where it hides nothing from anybody.", piece: { index: 0 } },
  ]);
});

test("20,000 seats are checked with many pauses, and all pairs are never compared", () => {
  const sections = Array.from({ length: 20 }, (_, at) => ({
    id: `S${at}`,
    rows: { first: 1, last: 25 },
    seats: { count: 40 },
    geometry: { bearingDeg: at * 18, distanceM: 80, elevationM: 3 },
  }));
  const designer = new Designer({ rules: { layout: { sections } } });
  expect(designer.plan.value.sections).toHaveLength(20);
  const steps = [...allChecks(designer)];
  expect(steps.filter((step) => step === null).length).toBeGreaterThan(8);
  expect(steps.filter((step) => step !== null)).toEqual([]);
});

test("faults of the draft lead to the piece, and an assumption goes when somebody confirms it", () => {
  const record = { rules: { layout: { assumed: ["heights", "scale"], sections: [{ id: "S", name: "Stalls" }] } } };
  const faults = [
    { pointer: "/rules/layout/sections/0/rows", detail: "is missing" },
    { pointer: "/aliases/0/name", detail: "is given a second time" },
  ];
  expect(draftFindings(record, faults)).toMatchObject([
    { text: "Stalls: “rows” is missing", piece: { kind: "section", rule: 0 }, severity: "fault" },
    { text: "“aliases 0 name” is given a second time", piece: null },
  ]);
  const [heights, scale] = assumedFindings(new Designer(record).plan.value);
  const confirmed = heights!.remedy!.edit(record);
  expect(confirmed).toMatchObject({ rules: { layout: { assumed: ["scale"] } } });
  expect(scale!.remedy!.edit(confirmed)).toEqual({ rules: { layout: { sections: record.rules.layout.sections } } });
});

function planOf(...levels: string[]) {
  const sections = levels.map((level, n) => ({ id: `L${n}`, name: "Left", level, ...ROWS, geometry: PLACE }));
  return new Designer({ name: "Hall", rules: { layout: { sections } } }).plan.value;
}

test("names that the service warns of lead to the block, and need a look only if the level tells them apart", () => {
  const warnings = [
    {
      pointer: "/rules/layout/sections/1/name",
      label: "Left",
      resolvedTo: null,
      reason: "Another section has the same name. Give one of the two another name.",
    },
  ];
  const found = { warnings, warningsCount: 1, sectionsNotChecked: 40, findings: [] };
  expect(warningFindings(found, planOf("Lower", "Lower"))).toMatchObject([
    {
      severity: "warning",
      text: "“Left” leads to no place. Another section has the same name. Give one of the two another name.",
      piece: { kind: "section", rule: 1 },
    },
    { severity: "hint", text: "The names of 40 sections were not tried as labels: there are too many." },
  ]);
  expect(warningFindings(found, planOf("Lower", "Upper"))[0]).toMatchObject({ severity: "hint" });
});

test("what the service finds hardly true of the hall is said, and seats on each other only by the check while drawing", () => {
  const findings = [
    { kind: "width" as const, text: "The hall would be 900.0 m wide, more than 400 m.", isGrave: true, value: 900 },
    {
      kind: "overlaps" as const,
      text: "3 seats (1%) are less than 35 cm from another one.",
      isGrave: false,
      value: 0.01,
    },
  ];
  expect(warningFindings({ ...NO_WARNINGS, findings }, planOf("Lower"))).toMatchObject([
    { severity: "warning", text: "The hall would be 900.0 m wide, more than 400 m.", piece: null },
  ]);
});

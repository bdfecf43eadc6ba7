// The scale of an imported plan: the usual distance between its seats, and the same record at another scale.
import type { Plan } from "../../plan/plan";
import { seatingOf } from "../../plan/plan";

type Members = Record<string, unknown>;

/** What the members of a geometry are if a record leaves them out, in metres. They are scaled as well. */
const USUAL_GEOMETRY_M = { treadM: 0.85, spacingM: 0.5 };
const USUAL_TABLES_M = { widthM: 1.5, pitchM: 3 };
const USUAL_GAP_M = 1.2;

/** The distance from seat to seat that most seats of a plan have; null if no seat has a position. */
export function seatPitchM(plan: Plan): number | null {
  const seats = new Map<number, number>();
  for (const section of plan.sections) {
    if (section.geometry === null) continue;
    const count = section.rows.reduce((sum, _, rowIndex) => sum + seatingOf(plan, section, rowIndex).length, 0);
    const pitchM = section.geometry.spacingM;
    if (count > 0) seats.set(pitchM, (seats.get(pitchM) ?? 0) + count);
  }
  const [most] = [...seats].sort(([, one], [, other]) => other - one);
  return most === undefined ? null : most[0];
}

/**
 * The record with all distances on the ground multiplied. Heights stay as they are. The layout no longer says that its
 * scale is assumed: a person has stated it.
 */
export function scaledRecord(record: Members, factor: number): Members {
  const rules = membersOf(record.rules);
  const layout = membersOf(rules.layout);
  const scaled = {
    ...layout,
    ...each(layout, "focus", (focus) => scaledFocus(membersOf(focus), factor)),
    ...each(layout, "sections", (sections) => listOf(sections).map((section) => scaledSection(section, factor))),
    ...each(layout, "configurations", (configurations) =>
      listOf(configurations).map((configuration) => scaledConfiguration(configuration, factor)),
    ),
    ...each(layout, "assumed", (assumed) => (assumed as unknown[]).filter((what) => what !== "scale")),
  };
  return { ...record, rules: { ...rules, layout: scaled } };
}

function scaledFocus(focus: Members, factor: number): Members {
  return {
    ...focus,
    ...numbers(focus, ["x", "y"], factor),
    ...each(focus, "extent", (written) => {
      const extent = membersOf(written);
      return {
        ...extent,
        ...numbers(extent, ["widthM", "depthM"], factor),
        ...each(extent, "points", (points) => scaledPoints(points, factor)),
      };
    }),
  };
}

function scaledSection(section: Members, factor: number): Members {
  return {
    ...section,
    ...each(section, "geometry", (geometry) => scaledGeometry(membersOf(geometry), factor)),
    ...each(section, "positions", (rows) =>
      listOf(rows).map((row) => ({
        ...row,
        ...each(row, "x", (centimetres) => (centimetres as number[]).map((cm) => Math.round(cm * factor))),
        ...each(row, "y", (centimetres) => (centimetres as number[]).map((cm) => Math.round(cm * factor))),
      })),
    ),
  };
}

function scaledGeometry(written: Members, factor: number): Members {
  const geometry: Members = { ...USUAL_GEOMETRY_M, ...written };
  const names = ["distanceM", "radiusM", "treadM", "spacingM", "shiftM", "shiftStepM"];
  return {
    ...geometry,
    ...numbers(geometry, names, factor),
    ...each(geometry, "origin", (origin) => ({
      ...membersOf(origin),
      ...numbers(membersOf(origin), ["x", "y"], factor),
    })),
    ...each(geometry, "aisles", (aisles) => scaledGaps(aisles, "widthM", factor)),
    ...each(geometry, "rowGaps", (gaps) => scaledGaps(gaps, "depthM", factor)),
    ...each(geometry, "area", (area) => scaledPoints(area, factor)),
    ...each(geometry, "tables", (tables) => scaledTables(membersOf(tables), factor)),
  };
}

function scaledGaps(gaps: unknown, member: string, factor: number): Members[] {
  return listOf(gaps).map((gap) => {
    const whole: Members = { [member]: USUAL_GAP_M, ...gap };
    return { ...whole, ...numbers(whole, [member], factor) };
  });
}

function scaledTables(written: Members, factor: number): Members {
  const tables: Members = { ...USUAL_TABLES_M, ...written };
  return {
    ...tables,
    ...numbers(tables, ["widthM", "depthM", "pitchM"], factor),
    // The third number of a place is a turn in degrees.
    ...each(tables, "at", (places) =>
      (places as number[][]).map((place) =>
        place.map((value, index) => (index < 2 ? roundedM(value * factor) : value)),
      ),
    ),
  };
}

function scaledConfiguration(configuration: Members, factor: number): Members {
  return {
    ...configuration,
    ...each(configuration, "focus", (focus) => scaledFocus(membersOf(focus), factor)),
    ...each(configuration, "obstructions", (bodies) =>
      listOf(bodies).map((body) => ({
        ...body,
        ...each(body, "box", (written) => {
          const box = membersOf(written);
          return {
            ...box,
            ...each(box, "x", (range) => scaledNumbers(range, factor)),
            ...each(box, "y", (range) => scaledNumbers(range, factor)),
          };
        }),
        ...each(body, "polygon", (written) => {
          const polygon = membersOf(written);
          return { ...polygon, ...each(polygon, "points", (points) => scaledPoints(points, factor)) };
        }),
      })),
    ),
  };
}

/** The changed value of a member; nothing if the member is missing. */
function each(members: Members, name: string, change: (value: unknown) => unknown): Members {
  return members[name] == null ? {} : { [name]: change(members[name]) };
}

function numbers(members: Members, names: readonly string[], factor: number): Members {
  const given = names.filter((name) => typeof members[name] === "number");
  return Object.fromEntries(given.map((name) => [name, roundedM((members[name] as number) * factor)]));
}

function scaledPoints(points: unknown, factor: number): number[][] {
  return (points as number[][]).map((point) => scaledNumbers(point, factor));
}

function scaledNumbers(values: unknown, factor: number): number[] {
  return (values as number[]).map((value) => roundedM(value * factor));
}

function roundedM(metres: number): number {
  return Math.round(metres * 10_000) / 10_000;
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

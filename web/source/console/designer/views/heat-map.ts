// The colours of seats by how far they are, how well they see over the row in front, and how much they see.
import { keyOf, type Plan, type PlanSection, seatingOf } from "../../../plan/plan";
import { rowSightlines } from "../../../plan/sightlines";
import type { SeatColour } from "../canvas/canvas-tool";
import type { SeenSeat } from "./service-views";

export type HeatKind = "distance" | "cValue" | "hidden";

/** From the best to the worst. Blue to red by way of yellow is told apart with every kind of colour blindness. */
export const HEAT_COLOURS = ["#2f74bd", "#6fa8dc", "#d9b23c", "#e0752b", "#a82c52"] as const;

export type HeatMap = {
  colour: SeatColour;
  /** What each colour stands for, and how many seats have it. */
  legend: readonly { label: string; count: number }[];
  /** What all colours depend on, as text. */
  basis: string;
  seen: ReadonlyMap<string, SeenSeat>;
  classes: ReadonlyMap<PlanSection, SectionClasses>;
  /** What `colour` reads. */
  shown: { sections: readonly PlanSection[]; classes: ReadonlyMap<PlanSection, SectionClasses> };
};

/** The class of each slot, and how many seats each class has. */
type SectionClasses = { rows: (number | null)[][]; counts: number[] };

/** The values of a section's slots, the larger the worse, with the smallest and the largest. */
type Values = { rows: (number | null)[][]; least: number; most: number };

/** The classes of values: each ends below its bound, and the last one has none. */
type Scale = { bounds: readonly number[]; labels: readonly string[] };

/** Above 120 mm, eyes see over the heads in front; below 60 mm, only between them. First rows see best. */
const C_VALUES: Scale = {
  bounds: [-120, -90, -60, 0],
  labels: ["120 mm or more", "90 to 120 mm", "60 to 90 mm", "0 to 60 mm", "Heads in the way"],
};
const HIDDEN: Scale = {
  bounds: [0.02, 0.15, 0.4, 0.7],
  labels: ["All seen, or nearly", "85 to 98 %", "60 to 85 %", "30 to 60 %", "Less than 30 %"],
};
const STEPS_M = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100];

/** Returns the colours of a plan's seats. How much is hidden is known of those seats that the service has looked at. With
 * the map from before, only sections that have changed are read; where the others keep their colours, `colour` is the same
 * function, so that the canvas draws only what has changed. */
export function heatMap(
  plan: Plan,
  kind: HeatKind,
  seen: ReadonlyMap<string, SeenSeat>,
  before: HeatMap | null = null,
): HeatMap {
  const values = new Map(plan.sections.map((section) => [section, sectionValues(plan, section, kind, seen)]));
  const scale = kind === "distance" ? distanceScale([...values.values()]) : kind === "cValue" ? C_VALUES : HIDDEN;
  const basis = JSON.stringify([kind, scale.labels, placeOf(plan, kind, seen)]);
  const isKept = before !== null && before.basis === basis && (kind !== "hidden" || before.seen === seen);
  const kept = isKept ? before.classes : new Map<PlanSection, SectionClasses>();
  const classes = new Map(
    [...values].map(([section, { rows }]) => [section, kept.get(section) ?? classesOf(scale, rows)]),
  );
  const shown = isKept && isInPlace(before.shown.sections, plan.sections) ? before.shown : { sections: [], classes };
  Object.assign(shown, { sections: plan.sections, classes });
  return {
    basis,
    seen,
    classes,
    shown,
    colour: shown === before?.shown ? before.colour : colourOf(shown),
    legend: scale.labels.map((label, index) => ({
      label,
      count: [...classes.values()].reduce((sum, { counts }) => sum + counts[index]!, 0),
    })),
  };
}

/** Whether each section that was there before still has the same place among the others. */
function isInPlace(before: readonly PlanSection[], now: readonly PlanSection[]): boolean {
  const places = new Map(now.map((section, index) => [section, index]));
  return before.length === now.length && before.every((section, index) => (places.get(section) ?? index) === index);
}

function colourOf(shown: HeatMap["shown"]): SeatColour {
  return (section, row, slot) => {
    const found = shown.classes.get(shown.sections[section]!)?.rows[row]?.[slot] ?? null;
    return found === null ? null : HEAT_COLOURS[found]!;
  };
}

function classesOf(scale: Scale, rows: Values["rows"]): SectionClasses {
  const counts = scale.labels.map(() => 0);
  const classes = rows.map((row) =>
    row.map((value) => {
      if (value === null) return null;
      const found = classOf(scale, value);
      counts[found]!++;
      return found;
    }),
  );
  return { rows: classes, counts };
}

/** Values of sections that stay the same while others are dragged, by what they were read for. */
const known = new WeakMap<PlanSection, Map<HeatKind, KnownValues>>();

type KnownValues = { place: string; seen: ReadonlyMap<string, SeenSeat>; values: Values };

/** What the values of all sections depend on. The seats that the service has looked at become more. */
function placeOf({ focus: { x, y, z } }: Plan, kind: HeatKind, seen: ReadonlyMap<string, SeenSeat>): string {
  return kind === "hidden" ? `${seen.size} seats` : `${x} ${y} ${z}`;
}

function sectionValues(plan: Plan, section: PlanSection, kind: HeatKind, seen: ReadonlyMap<string, SeenSeat>): Values {
  const ofSection = known.get(section) ?? new Map<HeatKind, KnownValues>();
  const found = ofSection.get(kind);
  const place = placeOf(plan, kind, seen);
  if (found?.place === place && (kind !== "hidden" || found.seen === seen)) return found.values;
  const rows = section.isClosed ? [] : section.rows.map((_, row) => rowValues(plan, section, row, kind, seen));
  let [least, most] = [Infinity, -Infinity];
  for (const value of rows.flat()) {
    if (value === null) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const values = { rows, least, most };
  known.set(section, ofSection.set(kind, { place, seen, values }));
  return values;
}

/** The value of each slot of a row, the larger the worse; null for gaps and where nothing is known. */
function rowValues(
  plan: Plan,
  section: PlanSection,
  rowIndex: number,
  kind: HeatKind,
  seen: ReadonlyMap<string, SeenSeat>,
): (number | null)[] {
  const lines = kind === "hidden" ? [] : rowSightlines(plan, section, rowIndex);
  return seatingOf(plan, section, rowIndex).map((seat, slot) => {
    if (seat === null) return null;
    if (kind === "hidden") {
      const share = seen.get(keyOf(section, rowIndex, seat))?.visibleShare ?? null;
      return share === null ? null : 1 - share;
    }
    const line = lines[slot];
    if (line === undefined) return null;
    return kind === "distance" ? line.distanceM : line.cValueMm === null ? -Infinity : -line.cValueMm;
  });
}

function classOf({ bounds }: Scale, value: number): number {
  const found = bounds.findIndex((bound) => value <= bound);
  return found < 0 ? bounds.length : found;
}

/** Five classes of whole metres between the nearest and the farthest seat. */
function distanceScale(values: readonly Values[]): Scale {
  const nearest = values.reduce((least, section) => Math.min(least, section.least), Infinity);
  const farthest = values.reduce((most, section) => Math.max(most, section.most), 0);
  const startM = Number.isFinite(nearest) ? nearest : 0;
  const stepM = STEPS_M.find((step) => Math.floor(startM / step) * step + 5 * step >= farthest) ?? 200;
  const fromM = Math.floor(startM / stepM) * stepM;
  const bounds = [1, 2, 3, 4].map((index) => fromM + index * stepM);
  const labels = [fromM, ...bounds].map((start) => `${start} to ${start + stepM} m`);
  return { bounds, labels };
}

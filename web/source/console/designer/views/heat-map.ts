// The colours of seats by how far they are, how well they see over the row in front, and how much they see.
import { keyOf, type Plan, type PlanSection, seatingOf } from "../../../plan/plan";
import { rowSightlines, type Sightline } from "../../../plan/sightlines";
import type { SeatColour } from "../canvas/canvas-tool";
import type { SeenSeat } from "./service-views";

export type HeatKind = "distance" | "cValue" | "hidden";

/** From the best to the worst. Blue to red by way of yellow is told apart with every kind of colour blindness. */
export const HEAT_COLOURS = ["#2f74bd", "#6fa8dc", "#d9b23c", "#e0752b", "#a82c52"] as const;

export type HeatMap = {
  colour: SeatColour;
  /** What each colour stands for, and how many seats have it. */
  legend: readonly { label: string; count: number }[];
};

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

/** Returns the colours of a plan's seats. How much is hidden is known of those seats that the service has looked at. */
export function heatMap(plan: Plan, kind: HeatKind, seen: ReadonlyMap<string, SeenSeat>): HeatMap {
  const values = plan.sections.map((section) =>
    section.isClosed ? [] : section.rows.map((_, row) => rowValues(plan, section, row, kind, seen)),
  );
  const scale = kind === "distance" ? distanceScale(values) : kind === "cValue" ? C_VALUES : HIDDEN;
  const counts = scale.labels.map(() => 0);
  const classes = values.map((rows) =>
    rows.map((row) =>
      row.map((value) => {
        if (value === null) return null;
        const found = classOf(scale, value);
        counts[found]!++;
        return found;
      }),
    ),
  );
  return {
    colour: (section, row, slot) => {
      const found = classes[section]?.[row]?.[slot] ?? null;
      return found === null ? null : HEAT_COLOURS[found]!;
    },
    legend: scale.labels.map((label, index) => ({ label, count: counts[index]! })),
  };
}

/** The value of each slot of a row, the larger the worse; null for gaps and where nothing is known. */
function rowValues(
  plan: Plan,
  section: PlanSection,
  rowIndex: number,
  kind: HeatKind,
  seen: ReadonlyMap<string, SeenSeat>,
): (number | null)[] {
  const lines = kind === "hidden" ? [] : sectionLines(plan, section)[rowIndex]!;
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

/** The lines of sections that stay the same while others are dragged. */
const known = new WeakMap<PlanSection, { focus: Plan["focus"]; rows: Sightline[][] }>();

function sectionLines(plan: Plan, section: PlanSection): Sightline[][] {
  const found = known.get(section);
  const { x, y, z } = plan.focus;
  if (found !== undefined && found.focus.x === x && found.focus.y === y && found.focus.z === z) return found.rows;
  const rows = section.rows.map((_, row) => rowSightlines(plan, section, row));
  known.set(section, { focus: plan.focus, rows });
  return rows;
}

function classOf({ bounds }: Scale, value: number): number {
  const found = bounds.findIndex((bound) => value <= bound);
  return found < 0 ? bounds.length : found;
}

/** Five classes of whole metres between the nearest and the farthest seat. */
function distanceScale(values: readonly (number | null)[][][]): Scale {
  let [nearest, farthest] = [Infinity, 0];
  for (const rows of values) {
    for (const row of rows) {
      for (const value of row) {
        if (value === null) continue;
        nearest = Math.min(nearest, value);
        farthest = Math.max(farthest, value);
      }
    }
  }
  const startM = Number.isFinite(nearest) ? nearest : 0;
  const stepM = STEPS_M.find((step) => Math.floor(startM / step) * step + 5 * step >= farthest) ?? 200;
  const fromM = Math.floor(startM / stepM) * stepM;
  const bounds = [1, 2, 3, 4].map((index) => fromM + index * stepM);
  const labels = [fromM, ...bounds].map((start) => `${start} to ${start + stepM} m`);
  return { bounds, labels };
}

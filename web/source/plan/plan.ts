// The seating plan of a venue as the API returns it, and look-ups by ids.

import type { components } from "@seatpreview/client";

type Schemas = components["schemas"];

type ServedPlan = Schemas["Plan"];

/** A body of the hall that can hide something: an upright sheet along a line, or an overhang with a rear edge. */
export type PlanBody = ServedPlan["bodies"][number];
/** The space that people look at. */
export type LookedAt = NonNullable<ServedPlan["lookedAt"]>;
/** A plan as the service sends it; one of a layout that is being written has no bodies. */
export type Plan = Omit<ServedPlan, "hall" | "bodies" | "lookedAt"> & {
  hall: ServedPlan["hall"] | null;
  bodies?: PlanBody[];
  lookedAt?: LookedAt | null;
};
export type PlanSection = Schemas["PlanSection"];
export type PlanRow = Schemas["PlanRow"];
export type SectionGeometry = Schemas["PlanGeometry"];
export type PlanPositions = Schemas["PlanPositions"];
export type PlanTable = Schemas["PlanTable"];
export type PlanSeatKind = Schemas["PlanSeatKind"];
export type PlanCategory = Schemas["PlanCategory"];
/** The stage, field or court at the focus. */
export type PlanExtent = Schemas["PlanExtent"];
export type Obstruction = Schemas["PlanObstruction"];
export type ObstructionKind = Obstruction["kind"];
/** A point in space, in metres: x to the east, y to the north, z up. */
export type Point = Schemas["PlanPoint"];
/** The slots of a row from left to right, as seen by a person facing the focus: a seat's name, or null for a gap. */
export type Seating = Plan["seatings"][number];

/** A seat, row or section by ids. A seat of a section without rows has no row; neither has a section. */
export type SeatIds = {
  section: string;
  row: string | null;
  seat: string | null;
};

/** The location of a seat within the plan, by indexes. The row or the slot is null if it was not named. */
export type SeatLocation = {
  section: PlanSection;
  rowIndex: number | null;
  slot: number | null;
};

/** An index for look-ups by ids, built once for each plan. */
export class PlanIndex {
  readonly plan: Plan;
  private readonly sections: Map<string, PlanSection>;

  constructor(plan: Plan) {
    this.plan = plan;
    this.sections = new Map(plan.sections.map((section) => [section.id, section]));
  }

  section(id: string): PlanSection | null {
    return this.sections.get(id) ?? null;
  }

  /** Returns the location of a seat, a row or a section; null if it does not exist. The row of a seat is null in a
   * section without rows. */
  locate(sectionId: string, rowId: string | null = null, seat: string | null = null): SeatLocation | null {
    const section = this.section(sectionId);
    if (section === null) return null;
    if (rowId === null && seat === null) return { section, rowIndex: null, slot: null };
    const rowIndex = rowIndexOf(section, rowId);
    if (rowIndex === null) return null;
    if (seat === null) return { section, rowIndex, slot: null };
    const slot = slotOf(this.plan, section, rowIndex, seat);
    return slot === null ? null : { section, rowIndex, slot };
  }
}

export function rowIndexOf(section: PlanSection, rowId: string | null): number | null {
  const index = section.rows.findIndex((row) => row.id === rowId);
  return index < 0 ? null : index;
}

/** Returns the slots of a row; none if the layout does not describe its seats. */
export function seatingOf(plan: Plan, section: PlanSection, rowIndex: number): Seating {
  const seating = section.rows[rowIndex]?.seating ?? null;
  return seating === null ? [] : (plan.seatings[seating] ?? []);
}

export function slotOf(plan: Plan, section: PlanSection, rowIndex: number, seat: string): number | null {
  const slot = seatingOf(plan, section, rowIndex).indexOf(seat);
  return slot < 0 ? null : slot;
}

/** The canonical key of a seat. */
export function keyOf(section: PlanSection, rowIndex: number, seat: string): string {
  return keyOfIds({ section: section.id, row: section.rows[rowIndex]?.id ?? null, seat });
}

/** The canonical key of a seat, row or section: `104/C/7`, `104/C`, `104`, and `Box//3` without rows. */
export function keyOfIds({ section, row, seat }: SeatIds): string {
  if (seat !== null) return `${section}/${row ?? ""}/${seat}`;
  return row === null ? section : `${section}/${row}`;
}

/** The ids of the seat in a slot of a row; without a seat where the slot is empty. */
export function idsOfSlot(plan: Plan, section: PlanSection, rowIndex: number, slot: number): SeatIds {
  const seat = seatingOf(plan, section, rowIndex)[slot] ?? null;
  return { section: section.id, row: section.rows[rowIndex]?.id ?? null, seat };
}

/** The parts of a canonical key. */
export function idsOfKey(key: string): SeatIds {
  const [section = "", row = "", seat = null] = key.split("/");
  return { section, row: row === "" ? null : row, seat };
}

/** The rows that have a name: none in a section without rows, even if it has seats. */
export function namedRows(section: PlanSection): (PlanRow & { id: string })[] {
  return section.rows.filter((row): row is PlanRow & { id: string } => row.id !== null);
}

/** How many seats the plan has. */
export function seatCount(plan: Plan): number {
  const counts = plan.seatings.map((seating) => seating.filter((seat) => seat !== null).length);
  let count = 0;
  for (const section of plan.sections) {
    for (const row of section.rows) count += row.seating === null ? 0 : (counts[row.seating] ?? 0);
  }
  return count;
}

/** A section, row or seat that somebody chose on the map, by the ids of the plan. */
export type Picked = {
  section: string;
  row?: string | null;
  seat?: string | null;
  /** All chosen seats of the row, if there are several. */
  seats?: readonly string[];
};

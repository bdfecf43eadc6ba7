// The plan of a venue as the API gives it, and look-ups in it by ids.

import type { components } from "../api/schema";

type Schemas = components["schemas"];

export type Plan = Schemas["Plan"];
export type PlanSection = Schemas["PlanSection"];
export type PlanRow = Schemas["PlanRow"];
export type SectionGeometry = Schemas["PlanGeometry"];
export type Obstruction = Schemas["PlanObstruction"];
export type ObstructionKind = Obstruction["kind"];
/** A place in space: x to the east, y to the north, z up, in metres. */
export type Point = Schemas["PlanPoint"];
/** A row's slots from left to right, as seen by who faces the focus: a seat's name, or null where none is. */
export type Seating = Plan["seatings"][number];

/** Where a seat is, by position. A seat or a row that is not named is null. */
export type SeatLocation = {
  section: PlanSection;
  rowIndex: number | null;
  slot: number | null;
};

/** Look-ups by ids, made once for each plan. */
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

  /** The spot of a seat, of a row, or of a section; null where there is no such thing. */
  locate(sectionId: string, rowId: string | null = null, seat: string | null = null): SeatLocation | null {
    const section = this.section(sectionId);
    if (section === null) return null;
    if (rowId === null) return { section, rowIndex: null, slot: null };
    const rowIndex = rowIndexOf(section, rowId);
    if (rowIndex === null) return null;
    if (seat === null) return { section, rowIndex, slot: null };
    const slot = slotOf(this.plan, section, rowIndex, seat);
    return slot === null ? null : { section, rowIndex, slot };
  }
}

export function rowIndexOf(section: PlanSection, rowId: string): number | null {
  const index = section.rows.findIndex((row) => row.id === rowId);
  return index < 0 ? null : index;
}

/** The slots of a row; none where the layout does not say its seats. */
export function seatingOf(plan: Plan, section: PlanSection, rowIndex: number): Seating {
  const seating = section.rows[rowIndex]?.seating ?? null;
  return seating === null ? [] : (plan.seatings[seating] ?? []);
}

export function slotOf(plan: Plan, section: PlanSection, rowIndex: number, seat: string): number | null {
  const slot = seatingOf(plan, section, rowIndex).indexOf(seat);
  return slot < 0 ? null : slot;
}

/** Null where the slot is empty, or beyond either end of the row. */
export function seatAt(plan: Plan, section: PlanSection, rowIndex: number, slot: number): string | null {
  return seatingOf(plan, section, rowIndex)[slot] ?? null;
}

/** The canonical key of a seat. */
export function keyOf(section: PlanSection, rowIndex: number, seat: string): string {
  return `${section.id}/${section.rows[rowIndex]?.id ?? ""}/${seat}`;
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
};

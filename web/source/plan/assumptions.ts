// What a drawing has to assume if the plan does not say everything, and the plan with these assumptions filled in.

import type { Plan, PlanSection } from "./plan";

/** How wide a row is drawn if its seats are not known. */
const ROW_WIDTH_M = 8;
const ROWS_DEFAULT = 5;
const ROWS_MOST = 20;
/** A section with fewer rows may really be flat. */
const ROWS_RAKED = 3;

export type AssumptionCode =
  /** Sections whose place is not known are left out. */
  | "unplaced_sections"
  /** Sections without rows are drawn with as many rows as their capacity needs. */
  | "assumed_rows"
  /** Rows without seats are drawn eight metres wide. */
  | "assumed_seats"
  /** No section has a height, so all are drawn on the floor. */
  | "assumed_heights"
  /** Nothing says what is at the focus, so a stage or a field is drawn. */
  | "assumed_stage";

export type Assumption = {
  code: AssumptionCode;
  /** How many sections are concerned; 1 for the stage. */
  count: number;
};

/** What the drawing of a plan assumes, the most important first. */
export function assumptionsOf(plan: Plan): readonly Assumption[] {
  const open = plan.sections.filter((section) => !section.isClosed);
  const placed = open.filter((section) => section.geometry !== null);
  const raked = placed.filter(
    (section) => section.kind === "seated" && section.rows.length >= ROWS_RAKED && section.tables === undefined,
  );
  const isKnown = plan.focus.extent !== null || plan.obstructions.some(({ kind }) => kind === "stage");
  const hasStage = plan.hall === "stadium" || isKnown;
  const found: Assumption[] = [
    { code: "unplaced_sections", count: open.length - placed.length },
    { code: "assumed_rows", count: placed.filter(lacksRows).length },
    { code: "assumed_seats", count: placed.filter(lacksSeats).length },
    { code: "assumed_heights", count: placed.every(isFlat) ? raked.length : 0 },
    { code: "assumed_stage", count: hasStage || placed.length === 0 ? 0 : 1 },
  ];
  return found.filter(({ count }) => count > 0);
}

/** The plan with rows and seats where they are not known, for the drawing only. */
export function withAssumedSeats(plan: Plan): Plan {
  if (!plan.sections.some((section) => lacksRows(section) || lacksSeats(section))) return plan;
  const seatings = [...plan.seatings];
  const sections = plan.sections.map((section) => {
    if (section.geometry === null || !(lacksRows(section) || lacksSeats(section))) return section;
    const slots = Math.max(1, Math.round(ROW_WIDTH_M / section.geometry.spacingM));
    const seating = seatings.push(Array.from({ length: slots }, (_, slot) => `${slot}`)) - 1;
    const count = Math.min(ROWS_MOST, Math.ceil(section.capacity / slots) || ROWS_DEFAULT);
    const rows = lacksRows(section)
      ? Array.from({ length: count }, (_, row) => ({ id: `${row}`, seating }))
      : section.rows.map((row) => (row.seating === null ? { ...row, seating } : row));
    return { ...section, rows };
  });
  return { ...plan, sections, seatings };
}

function isFlat({ geometry, rows }: PlanSection): boolean {
  if (geometry!.elevationM !== 0 || geometry!.riserM !== 0) return false;
  const isListedFlat = rows.every(({ positions }) => positions === undefined || positions.z.every((z) => z === 0));
  return isListedFlat && geometry!.rowHeightsM.every((heightM) => heightM === 0);
}

function lacksRows(section: PlanSection): boolean {
  return section.geometry !== null && section.kind === "seated" && section.rows.length === 0;
}

function lacksSeats(section: PlanSection): boolean {
  return section.kind !== "standing" && section.rows.some((row) => row.seating === null);
}

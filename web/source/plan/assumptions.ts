// What a drawing has to assume if the plan does not say everything, and the plan with these assumptions filled in.

import type { Plan, PlanSection } from "./plan";

/** How wide a row is drawn if its seats are not known. */
const ROW_WIDTH_M = 8;
const ROWS_DEFAULT = 5;
const ROWS_MOST = 20;
/** A section with fewer rows may really be flat. */
const ROWS_RAKED = 3;

export type AssumptionCode =
  /** A list of seats had no places, so that an import laid the sections out side by side. */
  | "assumed_places"
  /** Sections whose place is not known are left out. */
  | "unplaced_sections"
  /** Sections without rows are drawn with as many rows as their capacity needs. */
  | "assumed_rows"
  /** Rows without seats are drawn eight metres wide. */
  | "assumed_seats"
  /** Nothing has a height, so all sections are drawn on the floor. */
  | "assumed_heights"
  /** Nothing says what is at the focus, so a stage or a field is drawn. */
  | "assumed_stage"
  /** An import took heights from what halls of this kind usually have, and nobody has checked them. */
  | "usual_heights"
  /** An import took the scale from the usual distance between seats. */
  | "assumed_scale"
  /** An import found out where people look, and nobody has checked it. */
  | "assumed_focus";

export type Assumption = {
  code: AssumptionCode;
  /** How many sections are concerned; 1 for what is assumed of the whole hall. */
  count: number;
};

/** What the drawing of a plan assumes, the most important first. */
export function assumptionsOf(plan: Plan): readonly Assumption[] {
  const open = plan.sections.filter((section) => !section.isClosed);
  const placed = open.filter((section) => section.geometry !== null);
  const raked = placed.filter(
    (section) => section.kind === "seated" && section.rows.length >= ROWS_RAKED && section.tables === undefined,
  );
  const hasNoHeights = !statesHeight(plan) && placed.every(isOnFloor);
  const hasStage =
    plan.hall === "stadium" || plan.focus.extent !== null || plan.obstructions.some(({ kind }) => kind === "stage");
  const ofImport = (what: Plan["assumed"][number]) => (plan.assumed.includes(what) && placed.length > 0 ? 1 : 0);
  const found: Assumption[] = [
    { code: "assumed_places", count: ofImport("places") },
    { code: "unplaced_sections", count: open.length - placed.length },
    { code: "assumed_rows", count: placed.filter(lacksRows).length },
    { code: "assumed_seats", count: placed.filter(lacksSeats).length },
    { code: "assumed_heights", count: hasNoHeights ? raked.length : 0 },
    { code: "usual_heights", count: hasNoHeights ? 0 : ofImport("heights") },
    { code: "assumed_scale", count: ofImport("scale") },
    { code: "assumed_focus", count: ofImport("focus") },
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

/** Whether the height of something besides seats is stated: then a floor without heights is meant to be flat. */
function statesHeight({ focus, obstructions }: Plan): boolean {
  return focus.z !== 0 || (focus.extent?.heightM ?? 0) > 0 || obstructions.length > 0;
}

/** Whether all rows of a section with geometry are on the ground. */
function isOnFloor({ geometry, rows }: PlanSection): boolean {
  if (geometry === null) return true;
  const { elevationM, riserM, rowHeightsM } = geometry;
  if (elevationM !== 0 || riserM !== 0 || rowHeightsM.some((heightM) => heightM !== 0)) return false;
  return rows.every(({ positions }) => positions === undefined || positions.z.every((heightCm) => heightCm === 0));
}

function lacksRows(section: PlanSection): boolean {
  return section.geometry !== null && section.kind === "seated" && section.rows.length === 0;
}

function lacksSeats(section: PlanSection): boolean {
  return section.kind !== "standing" && section.rows.some((row) => row.seating === null);
}

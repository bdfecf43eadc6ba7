// What seats have besides their places: properties, a category, and a note about the view.
import type { Plan, PlanCategory, PlanSeatKind, PlanSection } from "./plan";

export type SeatProperty = PlanSeatKind["properties"][number];

/** All properties, in the order in which they are listed. */
export const SEAT_PROPERTIES: readonly SeatProperty[] = [
  "wheelchair",
  "companion",
  "stepFree",
  "easyAccess",
  "restrictedView",
  "aisle",
  "limitedLegroom",
];

const PLAIN: PlanSeatKind = { properties: [], category: null, viewNote: null };

/** What the seat in a slot of a row has. */
export function seatKind(plan: Plan, section: PlanSection, rowIndex: number, slot: number): PlanSeatKind {
  return plan.seatKinds[kindIndex(section, rowIndex, slot)] ?? PLAIN;
}

/** The index of what the seat in a slot has. Zero: nothing. */
export function kindIndex(section: PlanSection, rowIndex: number, slot: number): number {
  const kinds = section.rows[rowIndex]?.kinds ?? 0;
  return typeof kinds === "number" ? kinds : (kinds[slot] ?? 0);
}

/** The properties that any seat of the plan has. */
export function propertiesOf(plan: Plan): SeatProperty[] {
  return SEAT_PROPERTIES.filter((name) => plan.seatKinds.some(({ properties }) => properties.includes(name)));
}

/** The categories that any seat of the plan has. */
export function categoriesOf(plan: Plan): PlanCategory[] {
  return plan.categories.filter(({ id }) => plan.seatKinds.some(({ category }) => category === id));
}

/** The name of a category; its id if it has none. */
export function categoryName(plan: Plan, id: string): string {
  return plan.categories.find((category) => category.id === id)?.name ?? id;
}

/** What a seat has in words: its category, its properties, and what is in the way of its view. */
export function kindTexts(
  plan: Plan,
  { properties, category, viewNote }: PlanSeatKind,
  texts: Record<SeatProperty, string>,
): string[] {
  const names = [category === null ? "" : categoryName(plan, category), ...properties.map((name) => texts[name])];
  return [...names, viewNote ?? ""].filter((part) => part !== "");
}

/** What somebody looks for: seats with all of these properties, in one of these categories. */
export type SeatFilter = {
  properties: ReadonlySet<SeatProperty>;
  categories: ReadonlySet<string>;
};

export const NO_FILTER: SeatFilter = { properties: new Set(), categories: new Set() };

export function isEmptyFilter({ properties, categories }: SeatFilter): boolean {
  return properties.size === 0 && categories.size === 0;
}

/** A filter without what no seat of the plan has, such as a category that was removed while the plan was edited. */
export function filterIn(plan: Plan, { properties, categories }: SeatFilter): SeatFilter {
  const known = new Set(categoriesOf(plan).map(({ id }) => id));
  return {
    properties: new Set(propertiesOf(plan).filter((name) => properties.has(name))),
    categories: new Set([...categories].filter((id) => known.has(id))),
  };
}

export function matchesFilter(kind: PlanSeatKind, { properties, categories }: SeatFilter): boolean {
  if (categories.size > 0 && (kind.category === null || !categories.has(kind.category))) return false;
  return [...properties].every((name) => kind.properties.includes(name));
}

/** The number of seats of each section that a filter finds. Sections without any are left out. */
export function foundSeats(plan: Plan, filter: SeatFilter): ReadonlyMap<string, number> {
  const isFound = plan.seatKinds.map((kind) => matchesFilter(kind, filter));
  const found = new Map<string, number>();
  for (const section of plan.sections) {
    let count = 0;
    section.rows.forEach((row, rowIndex) => {
      const seating = row.seating === null ? [] : (plan.seatings[row.seating] ?? []);
      seating.forEach((seat, slot) => {
        if (seat !== null && (isFound[kindIndex(section, rowIndex, slot)] ?? false)) count += 1;
      });
    });
    if (count > 0) found.set(section.id, count);
  }
  return found;
}

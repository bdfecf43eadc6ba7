// What can be painted in a plan, with its colour and how many seats have it.
import { factOf, type Paint } from "../../../layout-edits/painted-facts";
import { ENGLISH } from "../../../plan/map-messages";
import { type Plan, seatingOf } from "../../../plan/plan";
import { categoryName, kindIndex, SEAT_PROPERTIES, seatKind } from "../../../plan/seat-properties";
import type { SeatColour } from "../canvas/canvas-tool";
import type { Designer } from "../designer";

export type PaintChoice = { id: string; title: string; paint: Paint; colour: string };

const COLOURS = 8;

/** All properties and the plan's categories. */
export function paintChoices(plan: Plan): PaintChoice[] {
  const properties = SEAT_PROPERTIES.map((name, index): PaintChoice => {
    const paint: Paint = name === "restrictedView" ? { kind: name, note: "" } : { kind: "property", name };
    return { id: name, title: capital(ENGLISH.properties[name]), paint, colour: series(index) };
  });
  const categories = plan.categories.map(
    ({ id, colour }, index): PaintChoice => ({
      id: `category ${id}`,
      title: categoryName(plan, id),
      paint: { kind: "category", id },
      colour: colour ?? series(index),
    }),
  );
  return [...properties, ...categories];
}

/** How many seats have what each choice paints. */
export function countsOf(plan: Plan, choices: readonly PaintChoice[]): Map<string, number> {
  const byKind = new Array<number>(plan.seatKinds.length).fill(0);
  for (const section of plan.sections) {
    for (const [rowIndex, row] of section.rows.entries()) {
      if (row.kinds === undefined) continue;
      seatingOf(plan, section, rowIndex).forEach((seat, slot) => {
        const index = kindIndex(section, rowIndex, slot);
        if (seat !== null && byKind[index] !== undefined) byKind[index] += 1;
      });
    }
  }
  return new Map(
    choices.map(({ id, paint }) => [
      id,
      plan.seatKinds.reduce(
        (sum, kind, index) => sum + (hasPaint(paint, factOf(paint).ofSeat(kind)) ? byKind[index]! : 0),
        0,
      ),
    ]),
  );
}

/** Colours the seats that have what is painted; with a category, those of every category. */
export function colourOf(designer: Designer, choices: readonly PaintChoice[], chosen: PaintChoice): SeatColour {
  const categories = new Map(
    choices.flatMap(({ paint, colour }) => (paint.kind === "category" ? [[paint.id, colour] as const] : [])),
  );
  const fact = factOf(chosen.paint);
  return (sectionIndex, rowIndex, slot) => {
    const plan = designer.plan.value;
    const section = plan.sections[sectionIndex];
    const value = section === undefined ? null : fact.ofSeat(seatKind(plan, section, rowIndex, slot));
    if (value === null) return PLAIN;
    return chosen.paint.kind === "category" ? (categories.get(value) ?? PLAIN) : chosen.colour;
  };
}

/** Seats that have nothing of it step back. */
const PLAIN = "color-mix(in srgb, var(--ink-soft) 40%, var(--surface))";

function hasPaint(paint: Paint, value: string | null): boolean {
  return paint.kind === "category" ? value === paint.id : value !== null;
}

function series(index: number): string {
  return `var(--series-${(index % COLOURS) + 1})`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

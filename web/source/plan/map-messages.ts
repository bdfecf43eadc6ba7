// The texts of the map, so that a page can supply them in its own language.
import type { Plan, PlanSection } from "./plan";
import { seatCount } from "./plan";
import type { SeatProperty } from "./seat-properties";

export type MapMessages = {
  wholeVenue: string;
  /** The accessible name of a section. */
  section: (section: PlanSection, isClosed: boolean, value: number | null) => string;
  row: (row: string) => string;
  /** A seat. The row is null in a section without rows. */
  seat: (row: string | null, seat: string) => string;
  notPlaced: string;
  schematic: string;
  tooMany: string;
  levels: string;
  /** The tab that shows all levels together. */
  allLevels: string;
  values: string;
  here: string;
  hereSeveral: string;
  /** What seats can have. They stand within a sentence: "Row B, seat 4, wheelchair space". */
  properties: Record<SeatProperty, string>;
  /** The name of the legend of properties and categories. */
  seatKinds: string;
  /** The name of the buttons that show only some seats. */
  filter: string;
  /** How many seats these buttons leave. */
  seatsFound: (count: number) => string;
  /** A summary of the map for screen readers. */
  summary: (plan: Plan) => string;
  keys: string;
};

export const ENGLISH: MapMessages = {
  wholeVenue: "Whole venue",
  section: (section, isClosed, value) => {
    const parts = [section.name, section.level ?? "", `${section.capacity} places`];
    if (value !== null) parts.push(`value ${value}`);
    if (isClosed) parts.push("closed");
    return parts.filter((part) => part !== "").join(", ");
  },
  row: (row) => `Row ${row}`,
  seat: (row, seat) => (row === null ? `Seat ${seat}` : `Row ${row}, seat ${seat}`),
  notPlaced: "Sections that are not on the map",
  schematic: "The position of this section is not known. Its rows are shown schematically.",
  tooMany: "Pick a row to see its seats.",
  levels: "Levels",
  allLevels: "All levels",
  values: "From least to most",
  here: "Your seat",
  hereSeveral: "Your seats",
  properties: {
    wheelchair: "wheelchair space",
    companion: "companion seat",
    stepFree: "step-free access",
    easyAccess: "easy access",
    restrictedView: "restricted view",
    aisle: "aisle seat",
    limitedLegroom: "limited legroom",
  },
  seatKinds: "Kinds of seats",
  filter: "Show only seats of these kinds",
  seatsFound: (count) => (count === 1 ? "1 seat found" : `${count.toLocaleString("en")} seats found`),
  summary: (plan) => {
    const levels = new Set(plan.sections.map((section) => section.level ?? ""));
    const focus = plan.focus.name ?? "the focus";
    return (
      `${plan.sections.length} sections on ${levels.size} ${levels.size === 1 ? "level" : "levels"}, ` +
      `${seatCount(plan)} seats, seen from above. All seats face ${focus}.`
    );
  },
  keys: "Arrow keys move from section to section, Enter picks one, Escape shows the whole venue again.",
};

// Where all that a record places is on the ground plan: each seat by its key, tables and the corners of areas.
import { LayoutReader } from "../layouts/layout-reader";
import type { Json } from "../layouts/written-json";
import { keyOf, type Plan, seatingOf } from "../plan/plan";
import { rowPositions, type SeatPosition, seatPosition } from "../plan/positions";
import type { Ground } from "./ground";

/** Returns the place of each seat by its canonical key. Sections without seats are in it by the place of their rows, and
 * standing areas by their corners. */
export function seatPlaces(record: Json): Map<string, SeatPosition> {
  const plan = new LayoutReader().read(record);
  return new Map(plan.sections.flatMap((_, index) => [...placesOfSection(plan, index)]));
}

/** The places of what a rule places, of one of its sections or of all. */
export function groundOfSections(plan: Plan, indexes: readonly number[]): Ground[] {
  return indexes.flatMap((index) => [...placesOfSection(plan, index).values()]);
}

function placesOfSection(plan: Plan, index: number): Map<string, SeatPosition> {
  const section = plan.sections[index]!;
  const places = new Map<string, SeatPosition>();
  if (section.geometry === null) return places;
  section.area?.forEach(([x = 0, y = 0], corner) => {
    places.set(`${section.id} corner ${corner}`, { x, y, z: section.geometry!.elevationM, facingDeg: 0 });
  });
  section.tables?.forEach(({ x, y, z, turnDeg }, table) => {
    places.set(`${section.id} table ${table}`, { x, y, z, facingDeg: turnDeg });
  });
  section.rows.forEach((_, row) => {
    const seating = seatingOf(plan, section, row);
    rowPositions(plan, section, row).forEach((place, slot) => {
      const seat = seating[slot];
      if (seat != null) places.set(keyOf(section, row, seat), place);
    });
    if (seating.length === 0) places.set(`${section.id} row ${row}`, seatPosition(plan, section, row)!);
  });
  return places;
}

// The nearest seats on sale around a seat: in its row, and in the rows in front and behind.
import type { SeatLocation } from "../../plan/plan";
import { keyOf, type Plan, type PlanSection, seatingOf } from "../../plan/plan";
import { slotsRightOf } from "../../plan/positions";
import type { Side } from "../types";

export type Neighbours = Record<Side, string | null>;

/** Returns for each side the nearest seat of the section that can be bought; null if there is none. */
export function onSaleNeighbours(
  plan: Plan,
  { section, rowIndex, slot }: SeatLocation,
  isOnSale: (key: string) => boolean,
): Neighbours {
  if (rowIndex === null || slot === null) return { left: null, right: null, inFront: null, behind: null };
  const seating = seatingOf(plan, section, rowIndex);
  const beside = (step: 1 | -1) => {
    for (let at = slot + step; at >= 0 && at < seating.length; at += step) {
      const key = keyAt(plan, section, rowIndex, at);
      if (key !== null && isOnSale(key)) return key;
    }
    return null;
  };
  const aside = slotsRightOf(slot, seating.length);
  const row = (step: 1 | -1) => {
    for (let at = rowIndex + step; at >= 0 && at < section.rows.length; at += step) {
      const key = nearestInRow(plan, section, at, aside, isOnSale);
      if (key !== null) return key;
    }
    return null;
  };
  return { left: beside(-1), right: beside(1), inFront: row(-1), behind: row(1) };
}

/** The seat on sale of a row that is nearest to a distance from its middle, in slots. */
function nearestInRow(
  plan: Plan,
  section: PlanSection,
  rowIndex: number,
  aside: number,
  isOnSale: (key: string) => boolean,
): string | null {
  const slots = seatingOf(plan, section, rowIndex).length;
  let best: string | null = null;
  let least = Infinity;
  for (let slot = 0; slot < slots; slot++) {
    const away = Math.abs(slotsRightOf(slot, slots) - aside);
    if (away >= least) continue;
    const key = keyAt(plan, section, rowIndex, slot);
    if (key !== null && isOnSale(key)) [best, least] = [key, away];
  }
  return best;
}

function keyAt(plan: Plan, section: PlanSection, rowIndex: number, slot: number): string | null {
  const seat = seatingOf(plan, section, rowIndex)[slot] ?? null;
  return seat === null ? null : keyOf(section, rowIndex, seat);
}

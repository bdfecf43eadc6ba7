// The nearest seats on sale around a seat: in its row, and in the rows in front and behind.
import type { SeatLocation } from "../../plan/plan";
import { keyOf, type Plan, type PlanSection, seatingOf } from "../../plan/plan";
import { type SeatPosition, seatPosition, slotRightM } from "../../plan/positions";
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
  const isFree = section.rows[rowIndex]?.positions !== undefined;
  const here = isFree ? seatPosition(plan, section, rowIndex, slot) : null;
  const asideM = asideOf(plan, section, rowIndex, slot, here);
  const row = (step: 1 | -1) => {
    for (let at = rowIndex + step; at >= 0 && at < section.rows.length; at += step) {
      const key = nearestInRow(plan, section, at, { asideM, here }, isOnSale);
      if (key !== null) return key;
    }
    return null;
  };
  return { left: beside(-1), right: beside(1), inFront: row(-1), behind: row(1) };
}

/** The seat on sale of a row that is the least to the left or right of another seat. */
function nearestInRow(
  plan: Plan,
  section: PlanSection,
  rowIndex: number,
  { asideM, here }: { asideM: number; here: SeatPosition | null },
  isOnSale: (key: string) => boolean,
): string | null {
  const slots = seatingOf(plan, section, rowIndex).length;
  let best: string | null = null;
  let least = Infinity;
  for (let slot = 0; slot < slots; slot++) {
    const away = Math.abs(asideOf(plan, section, rowIndex, slot, here) - asideM);
    if (away >= least) continue;
    const key = keyAt(plan, section, rowIndex, slot);
    if (key !== null && isOnSale(key)) [best, least] = [key, away];
  }
  return best;
}

/** How far right a slot is: in metres of its row's middle or, where each seat has its own position, of another seat;
 * in slots if the plan does not say where the section is. */
function asideOf(plan: Plan, section: PlanSection, rowIndex: number, slot: number, from: SeatPosition | null): number {
  if (section.geometry == null) return slot - (seatingOf(plan, section, rowIndex).length - 1) / 2;
  if (from === null) return slotRightM(plan, section, rowIndex, slot);
  const place = seatPosition(plan, section, rowIndex, slot);
  const facing = (from.facingDeg * Math.PI) / 180;
  return place === null ? 0 : (place.x - from.x) * Math.cos(facing) - (place.y - from.y) * Math.sin(facing);
}

function keyAt(plan: Plan, section: PlanSection, rowIndex: number, slot: number): string | null {
  const seat = seatingOf(plan, section, rowIndex)[slot] ?? null;
  return seat === null ? null : keyOf(section, rowIndex, seat);
}

// The order of blocks from left to right, as people see it who look at the stage.
import type { PlanSection } from "../../plan/plan";
import { type SeatPosition, seatPosition } from "../../plan/positions";
import type { Designer } from "./designer";

/** The ids of the sections of these rules, from left to right. Those without a place come in the order of the record. */
export function sectionsFromLeft(designer: Designer, rules: readonly number[]): string[] {
  const plan = designer.plan.value;
  const sections = plan.sections.filter((_, index) => rules.includes(designer.ruleOf(index)));
  const places = new Map<PlanSection, SeatPosition | null>(
    sections.map((section) => [section, seatPosition(plan, section)]),
  );
  const facing = meanFacing([...places.values()].filter((place) => place !== null));
  const rightM = (section: PlanSection) => {
    const place = places.get(section) ?? null;
    return place === null ? 0 : place.x * facing.y - place.y * facing.x;
  };
  return sections.toSorted((one, other) => rightM(one) - rightM(other)).map(({ id }) => id);
}

/** Where people look on the whole. Nowhere, if they sit on all sides. */
function meanFacing(places: readonly SeatPosition[]): { x: number; y: number } {
  const turns = places.map(({ facingDeg }) => (facingDeg * Math.PI) / 180);
  const [x, y] = [Math.sin, Math.cos].map((part) => turns.reduce((sum, turn) => sum + part(turn), 0));
  const isAround = Math.hypot(x!, y!) < 0.2 * places.length;
  return isAround ? { x: 0, y: 0 } : { x: x!, y: y! };
}

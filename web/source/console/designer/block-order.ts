// Which blocks stand beside each other and which behind, as people see it who look at the stage.
import { foldedLevel } from "../../layouts/written-facts";
import type { PlanSection } from "../../plan/plan";
import { type SeatPosition, seatPosition } from "../../plan/positions";
import type { Designer } from "./designer";

/** Blocks whose first rows are this near to the same distance from the stage stand beside each other. */
const BESIDE_M = 1.5;

type Placed = { section: PlanSection; place: SeatPosition | null; distanceM: number };

/** The ids of the sections of these rules: in groups one behind the other, level by level, each from left to right. */
export function sectionGroups(designer: Designer, rules: readonly number[]): string[][] {
  const plan = designer.plan.value;
  const placed = plan.sections
    .filter((_, index) => rules.includes(designer.ruleOf(index)))
    .map((section) => {
      const place = seatPosition(plan, section);
      const distanceM = place === null ? 0 : Math.hypot(place.x - plan.focus.x, place.y - plan.focus.y);
      return { section, place, distanceM };
    });
  const groups: Placed[][] = [];
  for (const each of placed.toSorted((one, other) => one.distanceM - other.distanceM)) {
    const group = groups.find((others) => areBeside(others[0]!, each));
    if (group === undefined) groups.push([each]);
    else group.push(each);
  }
  const levels = [...new Set(placed.map(levelOf))];
  return groups
    .toSorted((one, other) => levels.indexOf(levelOf(one[0]!)) - levels.indexOf(levelOf(other[0]!)))
    .map(fromLeft);
}

function levelOf({ section }: Placed): string {
  return foldedLevel(section.level);
}

function areBeside(one: Placed, other: Placed): boolean {
  return levelOf(one) === levelOf(other) && Math.abs(one.distanceM - other.distanceM) < BESIDE_M;
}

function fromLeft(group: readonly Placed[]): string[] {
  const facing = meanFacing(group.flatMap(({ place }) => place ?? []));
  const rightM = ({ place }: Placed) => (place === null ? 0 : place.x * facing.y - place.y * facing.x);
  return group.toSorted((one, other) => rightM(one) - rightM(other)).map(({ section }) => section.id);
}

/** Where people look on the whole. Nowhere, if they sit on all sides. */
function meanFacing(places: readonly SeatPosition[]): { x: number; y: number } {
  const turns = places.map(({ facingDeg }) => (facingDeg * Math.PI) / 180);
  const x = turns.reduce((sum, turn) => sum + Math.sin(turn), 0);
  const y = turns.reduce((sum, turn) => sum + Math.cos(turn), 0);
  const isAround = Math.hypot(x, y) < 0.2 * places.length;
  return isAround ? { x: 0, y: 0 } : { x, y };
}

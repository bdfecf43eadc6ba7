// Which blocks stand beside each other and which behind, as people see it who look at the stage.
import { foldedLevel } from "../../../layouts/written-facts";
import type { Plan, PlanSection } from "../../../plan/plan";
import { type SeatPosition, seatPosition } from "../../../plan/positions";
import type { Designer } from "../designer";

/** How deep a single row is. */
const ROW_M = 0.85;

/** A section, the middle of its first row, and how far its first and last rows are from the stage. */
type Placed = { section: PlanSection; place: SeatPosition | null; nearM: number; farM: number };

/** The ids of the sections of these rules: in groups one behind the other, level by level, each from left to right. */
export function sectionGroups(designer: Designer, rules: readonly number[]): string[][] {
  const plan = designer.plan.value;
  const placed = plan.sections
    .filter((_, index) => rules.includes(designer.ruleOf(index)))
    .map((section) => placedBlock(plan, section));
  const groups: Placed[][] = [];
  for (const each of placed.toSorted((one, other) => one.nearM - other.nearM)) {
    const group = groups.find((others) => areBeside(others[0]!, each));
    if (group === undefined) groups.push([each]);
    else group.push(each);
  }
  const levels = [...new Set(placed.map(levelOf))];
  return groups
    .toSorted((one, other) => levels.indexOf(levelOf(one[0]!)) - levels.indexOf(levelOf(other[0]!)))
    .map(fromLeft);
}

function placedBlock(plan: Plan, section: PlanSection): Placed {
  const awayM = (place: SeatPosition | null) =>
    place === null ? 0 : Math.hypot(place.x - plan.focus.x, place.y - plan.focus.y);
  const place = seatPosition(plan, section);
  const nearM = awayM(place);
  const backM = awayM(seatPosition(plan, section, Math.max(0, section.rows.length - 1)));
  return { section, place, nearM, farM: Math.max(backM, nearM) + ROW_M };
}

function levelOf({ section }: Placed): string {
  return foldedLevel(section.level);
}

/** Whether the shorter of two blocks of a level is for the most part as far from the stage as the other. */
function areBeside(one: Placed, other: Placed): boolean {
  if (levelOf(one) !== levelOf(other)) return false;
  const commonM = Math.min(one.farM, other.farM) - Math.max(one.nearM, other.nearM);
  return commonM > Math.min(one.farM - one.nearM, other.farM - other.nearM) / 2;
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

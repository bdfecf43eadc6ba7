// The order of blocks from left to right, as people see it who look at the stage.
import { rulesOf } from "../../layout-edits/record-edit";
import { ruleTitle } from "../../layout-edits/section-words";
import { seatPosition } from "../../plan/positions";
import type { Designer } from "./designer";

export type OrderedBlock = { index: number; title: string };

/** Rules in the order in which their first sections stand from left to right. */
export function blocksFromLeft(designer: Designer, indexes: readonly number[]): OrderedBlock[] {
  const plan = designer.plan.value;
  const rules = rulesOf(designer.record.value);
  const places = indexes.map((index) => {
    const section = plan.sections.find((_, at) => designer.ruleOf(at) === index);
    return section === undefined ? null : seatPosition(plan, section);
  });
  const facing = places.reduce(
    (sum, place) => {
      const turn = ((place?.facingDeg ?? 0) * Math.PI) / 180;
      return place === null ? sum : { x: sum.x + Math.sin(turn), y: sum.y + Math.cos(turn) };
    },
    { x: 0, y: 0 },
  );
  const rightM = (place: (typeof places)[number]) => (place === null ? 0 : place.x * facing.y - place.y * facing.x);
  return indexes
    .map((index, at) => ({ index, title: ruleTitle(rules[index] ?? {}), right: rightM(places[at] ?? null) }))
    .sort((one, other) => one.right - other.right)
    .map(({ index, title }) => ({ index, title }));
}

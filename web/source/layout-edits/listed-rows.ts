// Rows of single seats, which a record lists in any order: which is in front, and how they rise.
import type { Json } from "../layouts/written-json";
import { focusPlace } from "./pieces-in-motion";
import { changedAt, type RecordEdit, rulesOf, SECTIONS } from "./record-edit";

const CENTIMETRES = 100;

/** The floor of the front row above its level, and how much higher each row is than the one in front of it. */
export type ListedHeights = { firstM: number; riseM: number };

/** The places of listed rows in their list, from the row that is nearest to the focus. */
export function orderFromFront(record: Json, rule: Json): number[] {
  const focus = focusPlace(record);
  const awayM = (rule.positions as { x: number[]; y: number[] }[]).map(({ x, y }) => {
    const distances = x.map((each, seat) => Math.hypot(each / CENTIMETRES - focus.x, y[seat]! / CENTIMETRES - focus.y));
    return distances.reduce((sum, each) => sum + each, 0) / Math.max(1, distances.length);
  });
  return awayM.map((_, at) => at).sort((one, other) => awayM[one]! - awayM[other]!);
}

/** How the rows of a list rise; null where no single step says it. */
export function listedHeights(record: Json, rule: Json): ListedHeights | null {
  const positions = rule.positions as Json[];
  const heights = orderFromFront(record, rule).map((at) => positions[at]!.z ?? 0);
  if (!heights.every((height): height is number => typeof height === "number")) return null;
  const [first, second = first] = heights as [number, ...number[]];
  const rise = second - first;
  if (heights.some((height, row) => Math.abs(height - first - row * rise) > 1)) return null;
  return { firstM: first / CENTIMETRES, riseM: rise / CENTIMETRES };
}

/** Gives each row of a list one height, by its place from the front. */
export function withListedHeights(index: number, { firstM, riseM }: ListedHeights): RecordEdit {
  return (record) => {
    const rule = rulesOf(record)[index];
    if (rule === undefined) return record;
    const order = orderFromFront(record, rule);
    const positions = (rule.positions as Json[]).map(({ z: _, ...entry }, at) => {
      const height = Math.round((firstM + order.indexOf(at) * riseM) * CENTIMETRES);
      return height === 0 ? entry : { ...entry, z: height };
    });
    return changedAt(record, [...SECTIONS, index, "positions"], () => positions);
  };
}

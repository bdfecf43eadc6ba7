// Mirrors pieces in a line of the ground plan.
import { type Json, LayoutFault, list, object } from "../layouts/written-json";
import { names } from "../layouts/written-names";
import { slotsByRow } from "../layouts/written-seats";
import type { Seating } from "../plan/plan";
import { isFilledList, objectOf } from "./absolute-places";
import { type Ground, mirrorIn } from "./ground";
import type { Piece } from "./pieces";
import { piecesInMotion, ruleInMotion } from "./pieces-in-motion";
import type { RecordEdit } from "./record-edit";

/** A line of the ground plan, through a place and in a bearing. */
export type Line = { through: Ground; bearingDeg: number };

/** Mirrors pieces in a line.
 *
 * Numbers are mirrored with the seats: the seat beside an aisle is beside it on the other side, too, so a block that counts
 * from the left counts from the right. Seats around tables go on counting clockwise, and tables in columns from the left. */
export function mirrorPieces(pieces: readonly Piece[], { through, bearingDeg }: Line): RecordEdit {
  const motion = mirrorIn(through, bearingDeg);
  const inMotion = ruleInMotion(motion);
  return piecesInMotion(pieces, motion, (rule, surroundings) => mirroredSeats(inMotion(rule, surroundings)));
}

/** A rule whose rows are in the opposite order from left to right. */
function mirroredSeats(rule: Json): Json {
  if (isFilledList(rule.positions)) return mirroredLists(rule);
  const geometry = objectOf(rule.geometry);
  if (rule.seats == null || geometry?.tables != null) return rule;
  const rows = rowsOf(rule);
  const seats = Array.isArray(rule.seats)
    ? [...(rule.seats as Json[])].reverse().map(countedFromOtherSide)
    : countedFromOtherSide(rule.seats as Json);
  return {
    ...rule,
    seats,
    ...(geometry === null ? {} : { geometry: mirroredGaps(geometry, rows) }),
    ...(objectOf(rule.refs) === null ? {} : { refs: mirroredRefs(rule) }),
  };
}

function countedFromOtherSide(seats: Json): Json {
  const { direction, ...others } = seats;
  return direction === "rightToLeft" ? others : { ...seats, direction: "rightToLeft" };
}

/** Listed seats stay in their order from left to right. */
function mirroredLists(rule: Json): Json {
  const positions = (rule.positions as Json[]).map((row) => {
    const reversed = (value: unknown) => (Array.isArray(value) ? [...(value as unknown[])].reverse() : value);
    const { x, y, z, facing, ...others } = row;
    return {
      ...others,
      seats: [...names(row.seats, "")].reverse(),
      x: reversed(x),
      y: reversed(y),
      ...(z === undefined ? {} : { z: reversed(z) }),
      ...(facing === undefined ? {} : { facing: reversed(facing) }),
    };
  });
  const refs = objectOf(rule.refs);
  if (refs === null) return { ...rule, positions };
  const turned = Object.entries(refs).map(([row, ids]) => [row, [...(ids as unknown[])].reverse()]);
  return { ...rule, positions, refs: Object.fromEntries(turned) };
}

/** Rows that begin together at the left end together at the right, and an aisle lies on the other side of its seat. */
function mirroredGaps(geometry: Json, rows: readonly Seating[]): Json {
  const sides: Record<string, string> = { left: "right", right: "left" };
  const align = sides[String(geometry.align)];
  const aisles = isFilledList(geometry.aisles) ? geometry.aisles.flatMap((each) => mirroredAisles(each, rows)) : null;
  return { ...geometry, ...(align === undefined ? {} : { align }), ...(aisles === null ? {} : { aisles }) };
}

/** An aisle after the seat that was to the right of it, in every row. */
function mirroredAisles(written: unknown, rows: readonly Seating[]): Json[] {
  const aisle = objectOf(written);
  if (aisle === null) return [];
  const after = String(aisle.after);
  const beyond = rows.flatMap((row) => {
    const slot = row.indexOf(after);
    return slot < 0 ? [] : (row.slice(slot + 1).find((seat) => seat !== null) ?? []);
  });
  return [...new Set(beyond)].map((seat) => ({
    ...aisle,
    after: typeof aisle.after === "number" ? Number(seat) : seat,
  }));
}

/** Refs follow the rules for seats, whose order has turned around. */
function mirroredRefs(rule: Json): Json {
  if (!Array.isArray(rule.seats)) return rule.refs as Json;
  const ids = rowIds(rule);
  const counts = (rule.seats as unknown[]).map((each) => slotsByRow(each, ids, ""));
  const entries = Object.entries(rule.refs as Json).map(([row, written]) => {
    let rest = [...(written as unknown[])];
    const groups = counts.map((slots) => {
      const count = (slots?.get(row) ?? []).filter((seat) => seat !== null).length;
      const group = rest.slice(0, count);
      rest = rest.slice(count);
      return group;
    });
    return [row, groups.reverse().flat()];
  });
  return Object.fromEntries(entries) as Json;
}

function rowsOf(rule: Json): Seating[] {
  try {
    const seats = Array.isArray(rule.seats) ? list(rule.seats, "") : object(rule.seats, "");
    return [...(slotsByRow(seats, rowIds(rule), "")?.values() ?? [])];
  } catch (failure) {
    if (failure instanceof LayoutFault) return [];
    throw failure;
  }
}

function rowIds(rule: Json): string[] {
  return rule.rows == null || (Array.isArray(rule.rows) && rule.rows.length === 0) ? [""] : names(rule.rows, "");
}

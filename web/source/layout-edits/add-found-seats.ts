// Adds seats that were found in a picture as a block: rows from the front, seats from the left, as people face the focus.
import type { Json } from "../layouts/written-json";
import { type Added, withSection } from "./add-pieces";
import type { Ground } from "./ground";
import { focusPlace } from "./pieces-in-motion";
import { countedOn, takenIds } from "./section-ids";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CENTIMETRES = 100;

/** A block with a position for each seat. Its rows are A, B, C or, if they are many, numbers; seats count from 1. */
export function addFoundSeats(record: Json, rows: readonly (readonly Ground[])[]): Added {
  const focus = focusPlace(record);
  const ordered = rows
    .filter((row) => row.length > 0)
    .map((row) => fromTheLeft(row, focus))
    .sort((one, other) => awayM(one, focus) - awayM(other, focus));
  const taken = takenIds(record);
  const id = taken.size === 0 ? "Stalls" : countedOn("Block A", 1, taken)[0]!;
  const positions = ordered.map((row, number) => ({
    ...(ordered.length > LETTERS.length ? { row: number + 1 } : { row: LETTERS[number]! }),
    seats: { first: 1, last: row.length },
    x: row.map(({ x }) => Math.round(x * CENTIMETRES)),
    y: row.map(({ y }) => Math.round(y * CENTIMETRES)),
  }));
  return withSection(record, { id, positions });
}

/** The seats from the left to the right of a person who sits in the middle of the row and faces the focus. */
function fromTheLeft(row: readonly Ground[], focus: Ground): Ground[] {
  const middle = middleOf(row);
  const [east, north] = [focus.x - middle.x, focus.y - middle.y];
  const right = (seat: Ground) => (seat.x - middle.x) * north - (seat.y - middle.y) * east;
  return [...row].sort((one, other) => right(one) - right(other));
}

function awayM(row: readonly Ground[], focus: Ground): number {
  const distances = row.map(({ x, y }) => Math.hypot(x - focus.x, y - focus.y));
  return distances.reduce((sum, distance) => sum + distance, 0) / row.length;
}

function middleOf(row: readonly Ground[]): Ground {
  const sum = row.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / row.length, y: sum.y / row.length };
}

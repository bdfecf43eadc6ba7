// Which sides of a screen show its picture.
import { seatPosition } from "../plan/positions";
import type { Point2 } from "./row-lines";
import { distanceM, middle } from "./rows";
import type { VenueMeasures } from "./venue-measures";

/** A side that is narrower in relation to the widest one is an edge of the screen. */
const WIDE_PART = 0.6;
/** Of a screen between two halves of an audience, the side that faces the focus is the front. */
const EVEN_PART = 0.1;

export type Side = readonly [start: Point2, end: Point2];

/** Returns the sides with a picture: of a flat screen the one that most people are in front of, of a cube or a ring all. */
export function frontsOf(footprint: Point2[], measures: VenueMeasures): Side[] {
  const sides = footprint.map((corner, index): Side => [corner, footprint[(index + 1) % footprint.length]!]);
  const widest = Math.max(...sides.map(([start, end]) => distanceM(start, end)));
  const wide = sides.filter(([start, end]) => distanceM(start, end) >= widest * WIDE_PART);
  const [one, other] = wide;
  if (wide.length !== 2 || one === undefined || other === undefined) return wide;
  const people = peopleOf(measures);
  const [before, behind] = [peopleBefore(one, people), peopleBefore(other, people)];
  const isEven = Math.abs(before - behind) <= EVEN_PART * (before + behind);
  const [x, y] = measures.focus;
  return [(isEven ? isBefore(one, [x, y]) : before > behind) ? one : other];
}

type People = { at: Point2; count: number };

/** Where people are: a point for each stand, table and standing area that is open. */
function peopleOf({ shown, loose, plan }: VenueMeasures): People[] {
  const people: People[] = [];
  for (const { section, strips } of shown) {
    if (section.isClosed) continue;
    const { front } = strips[strips.length >> 1]!;
    people.push({ at: middle(front[0]!, front.at(-1)!), count: section.capacity || strips.length * 10 });
  }
  for (const { section, seats } of loose) {
    if (!section.isClosed) for (const { x, y } of seats) people.push({ at: [x, y], count: 1 });
  }
  for (const section of plan.sections) {
    const place = section.rows.length > 0 || section.isClosed ? null : seatPosition(plan, section);
    if (place !== null) people.push({ at: [place.x, place.y], count: section.capacity });
  }
  return people;
}

function peopleBefore(side: Side, people: People[]): number {
  return people.reduce((sum, { at, count }) => sum + (isBefore(side, at) ? count : 0), 0);
}

/** Whether a point is in front of a side of a counter-clockwise footprint. */
function isBefore([start, end]: Side, [x, y]: Point2): boolean {
  return (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0]) < 0;
}

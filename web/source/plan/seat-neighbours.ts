// The next seat in a direction, as seen by a person who sits at a seat: by positions, so that it is also found across an
// aisle, in the next block and in a hall whose rows do not match.
import { idsOfSlot, type Plan, PlanIndex, type SeatIds } from "./plan";
import { locationPosition, type Seats } from "./positions";

export type Way = "left" | "right" | "front" | "behind";

/** How far a neighbour is at most: across an aisle, a gangway or a cross aisle, and not on the other side of the hall. */
const REACH_M = 12;
const LEAST_M = 0.15;
/** How far aside a neighbour may be, close by and for each further metre. */
const ASIDE: Record<Way, { m: number; perM: number }> = {
  left: { m: 0.35, perM: 0.3 },
  right: { m: 0.35, perM: 0.3 },
  front: { m: 0.45, perM: 0.3 },
  behind: { m: 0.45, perM: 0.3 },
};
const STEEPEST = 0.9;
/** A neighbour aside, or higher or lower, counts as so many times farther away. */
const ASIDE_WEIGHT = 3;

/** The directions as parts forward and to the right. */
const WAYS: Record<Way, readonly [forward: number, right: number]> = {
  left: [0, -1],
  right: [0, 1],
  front: [1, 0],
  behind: [-1, 0],
};

/** Returns the neighbour of a seat among all seats of the plan; null if there is none. Closed sections have none. */
export function neighbourOf(plan: Plan, seats: Seats, seat: SeatIds, way: Way): SeatIds | null {
  const spot = new PlanIndex(plan).locate(seat.section, seat.row, seat.seat);
  const here = spot === null ? null : locationPosition(plan, spot);
  if (here === null) return null;
  const facing = (here.facingDeg * Math.PI) / 180;
  const [forward, right] = WAYS[way];
  const [east, north] = [
    forward * Math.sin(facing) + right * Math.cos(facing),
    forward * Math.cos(facing) - right * Math.sin(facing),
  ];
  const { m, perM } = ASIDE[way];
  let [found, least] = [-1, Infinity];
  for (let index = 0; index < seats.count; index++) {
    const [x, y] = [seats.positions[index * 3]! - here.x, seats.positions[index * 3 + 1]! - here.y];
    const ahead = x * east + y * north;
    if (ahead < LEAST_M || ahead > REACH_M) continue;
    const aside = Math.abs(x * north - y * east);
    const up = Math.abs(seats.positions[index * 3 + 2]! - here.z);
    if (aside > m + perM * ahead || up > 0.5 + STEEPEST * ahead) continue;
    const score = ahead + ASIDE_WEIGHT * aside + up;
    if (score >= least || plan.sections[seats.sections[index]!]!.isClosed) continue;
    [found, least] = [index, score];
  }
  return found < 0 ? null : seatAt(plan, seats, found);
}

/** The ids of one of all seats. */
export function seatAt(plan: Plan, seats: Seats, index: number): SeatIds {
  const section = plan.sections[seats.sections[index]!]!;
  return idsOfSlot(plan, section, seats.rows[index]!, seats.slots[index]!);
}

/** A seat as people name it: "Stalls · row F · seat 7". */
export function seatTitle(plan: Plan, { section, row, seat }: SeatIds): string {
  const found = plan.sections.find(({ id }) => id === section);
  const parts = [
    found?.name ?? section,
    row === null ? null : `${found?.tables === undefined ? "row" : "table"} ${row}`,
    seat === null ? null : `seat ${seat}`,
  ];
  return parts.filter((part) => part !== null).join(" · ");
}

// The measures of a venue that its drawing needs: floor, roof, outline, radius, and where the audience is.

import { withAssumedSeats } from "../plan/assumptions";
import type { Obstruction, Plan, PlanSection } from "../plan/plan";
import type { SeatPosition } from "../plan/positions";
import { seatPosition } from "../plan/positions";
import { eventOf } from "./event-kind";
import { extentCorners, withFocusBody } from "./focus-extent";
import { HALL_SHAPES, type HallShape, hallOf, isUnderTheSky } from "./halls";
import type { StageMeasures } from "./lighting";
import { defaultMood } from "./mood";
import { withPlainHall } from "./plain-halls";
import { looseSeats } from "./row-lines";
import type { Point2, Stand } from "./rows";
import { isLoose, middle, standsOf } from "./rows";
import { bearing, HAS_FRONT, outward, stageFront } from "./stage-front";

const WALL_BEHIND_M = 0.6;
/** The height of walls over the last row where there is no roof. */
const OPEN_WALL_M = 2.6;
/** A table needs this much room for the chairs around it. */
const AROUND_TABLE_M = 1.1;
/** How much of the audience is on one side of a hall that has one side. */
const ONE_SIDED = 0.55;

export type VenueMeasures = StageMeasures & {
  plan: Plan;
  shape: HallShape;
  stands: Stand[];
  /** The stands that are drawn. Chairs of closed sections on the floor are removed. */
  shown: Stand[];
  /** The sections whose seats, or some of them, are on no stand, with these seats. */
  loose: LooseSeats[];
  floorZ: number;
  /** The obstructions that are stages. */
  stages: Obstruction[];
  /** The outline of the venue, counter-clockwise. */
  outline: Point2[];
  /** Whether the audience sits on one side of the focus. */
  isOneSided: boolean;
  /** Whether so many people are on one side that a stage has its front there, as looked_at.py has it. */
  hasFront: boolean;
  /** Whether it is a show with coloured light, and not a game under white lamps. */
  isShow: boolean;
};

export type LooseSeats = {
  section: PlanSection;
  seats: SeatPosition[];
};

/** Measures a venue. Rows and seats that its plan does not describe are assumed. */
export function measureVenue(given: Plan): VenueMeasures {
  const seated = withPlainHall(withAssumedSeats(given), footprintOf);
  const loose = looseOf(seated);
  const hall = seated.hall ?? hallOf(null, radiusOf(seated, outermost(seated, standsOf(seated), loose)));
  const shape = HALL_SHAPES[hall];
  const stands = standsOf(seated, hall);
  const floorZ = floorOf(seated, stands, loose);
  const plan = withFocusBody(seated, floorZ);
  const points = outermost(plan, stands, loose);
  const { audience, oneSidedness } = audienceOf(plan, stands, loose);
  const isOpenAir = plan.roof ? plan.roof === "open" : isUnderTheSky(hall);
  const stages = plan.obstructions.filter((body) => body.kind === "stage" && footprintOf(body).length > 2);
  const isDark = stages.length > 0 || plan.focus.extent?.kind === "screen";
  const mood = plan.mood ?? defaultMood({ hasStage: isDark, isOpenAir });
  return {
    plan,
    hall,
    shape,
    mood,
    event: eventOf({ plan, hall, mood, hasStage: stages.length > 0 }),
    stands,
    shown: stands.filter((stand) => !(stand.section.isClosed && isLoose(stand, floorZ))),
    loose,
    floorZ,
    focus: [plan.focus.x, plan.focus.y, plan.focus.z],
    audience: frontOf(plan, stages, audience, oneSidedness),
    isOneSided: oneSidedness > ONE_SIDED,
    hasFront: oneSidedness > HAS_FRONT,
    radiusM: radiusOf(plan, points),
    isOpenAir,
    roofZ: roofOf(plan, stands, loose, floorZ, isOpenAir && !isUnderTheSky(hall) ? openShape(shape) : shape),
    stages,
    isShow: stages.length > 0 || oneSidedness > ONE_SIDED,
    outline: expanded(hull(points), WALL_BEHIND_M),
  };
}

/** Where performers face. Words say from which side they are seen, so the plan decides where it says it. */
function frontOf(plan: Plan, stages: Obstruction[], audience: Point2, oneSidedness: number): Point2 {
  const { lookedAt } = plan;
  if (lookedAt?.kind === "stage" && lookedAt.frontDeg !== null) return bearing(lookedAt.frontDeg);
  const [stage] = stages;
  if (lookedAt || stage === undefined) return audience;
  return stageFront(plan, footprintOf(stage), audience, oneSidedness);
}

function looseOf(plan: Plan): LooseSeats[] {
  return plan.sections
    .filter(({ geometry }) => geometry?.shape === "free")
    .map((section) => ({ section, seats: looseSeats(plan, section) }))
    .filter(({ seats }) => seats.length > 0);
}

/** A hall that usually has a roof, and stands under the sky here. */
function openShape(shape: HallShape): HallShape {
  return { ...shape, roofOverSeatsM: OPEN_WALL_M, roofLeastM: 4 };
}

function radiusOf({ focus }: Plan, points: Point2[]): number {
  return Math.max(12, ...points.map(([x, y]) => Math.hypot(x - focus.x, y - focus.y)));
}

/** The footprint of an obstruction, counter-clockwise. */
export function footprintOf(body: Obstruction): Point2[] {
  if (body.box !== null) {
    const [x0 = 0, x1 = 0] = body.box.x;
    const [y0 = 0, y1 = 0] = body.box.y;
    return [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ];
  }
  return counterClockwise((body.polygon?.points ?? []).map(([x = 0, y = 0]): Point2 => [x, y]));
}

/** Whether an obstruction is of a kind that people look at. */
export function isLookedAt({ kind }: Obstruction): boolean {
  return kind === "stage" || kind === "screen";
}

/** The lowest and highest z of an obstruction. */
export function heightOf(body: Obstruction): [number, number] {
  const [low = 0, high = 0] = body.box?.z ?? body.polygon?.z ?? [];
  return [low, high];
}

/** Whether a point on the ground plan is inside of a polygon. */
export function isInside(corners: readonly Point2[], [x, y]: Point2): boolean {
  let isInside = false;
  corners.forEach(([ax, ay], index) => {
    const [bx, by] = corners[(index + 1) % corners.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  });
  return isInside;
}

/** Expands a polygon by `byM` on each side. */
export function expanded(corners: readonly Point2[], byM: number): Point2[] {
  const count = corners.length;
  return corners.map((corner, index) => {
    const one = outward(corners[(index + count - 1) % count]!, corner);
    const other = outward(corner, corners[(index + 1) % count]!);
    const reach = byM / Math.max(0.4, 1 + one[0] * other[0] + one[1] * other[1]);
    return [corner[0] + (one[0] + other[0]) * reach, corner[1] + (one[1] + other[1]) * reach];
  });
}

/** The sides of an outline in pieces of about this length. */
export function outlinePieces(outline: Point2[], pieceM: number): [Point2, Point2][] {
  const all: [Point2, Point2][] = [];
  outline.forEach((corner, index) => {
    const next = outline[(index + 1) % outline.length]!;
    const count = Math.max(1, Math.round(Math.hypot(next[0] - corner[0], next[1] - corner[1]) / pieceM));
    const at = (step: number): Point2 => [
      corner[0] + ((next[0] - corner[0]) * step) / count,
      corner[1] + ((next[1] - corner[1]) * step) / count,
    ];
    for (let piece = 0; piece < count; piece++) all.push([at(piece), at(piece + 1)]);
  });
  return all;
}

function floorOf(plan: Plan, stands: Stand[], loose: LooseSeats[]): number {
  const lows = stands.map((stand) => stand.strips[0]?.z ?? 0);
  for (const { seats } of loose) for (const { z } of seats) lows.push(z);
  for (const { area, geometry } of plan.sections) if (area !== undefined) lows.push(geometry?.elevationM ?? 0);
  for (const body of plan.obstructions) if (body.kind === "stage") lows.push(heightOf(body)[0]);
  const lowest = lows.reduce((least, z) => Math.min(least, z), Infinity);
  if (!Number.isFinite(lowest)) return 0;
  // A layout may measure its heights from sea level instead of the floor.
  return lowest > 6 ? Math.min(lowest, plan.focus.z) - 1 : Math.min(0, lowest);
}

function roofOf(plan: Plan, stands: Stand[], loose: LooseSeats[], floorZ: number, shape: HallShape): number {
  const singles = loose.map(
    ({ seats }) => seats.reduce((most, { z }) => Math.max(most, z), floorZ) + shape.roofOverSeatsM,
  );
  const seats = stands.map((stand) => (stand.strips.at(-1)?.z ?? 0) + shape.roofOverSeatsM);
  const suites = plan.sections.map((section) => (section.geometry?.elevationM ?? floorZ) + shape.roofOverSeatsM);
  const bodies = plan.obstructions.map((body) => heightOf(body)[1] + shape.roofOverBodiesM);
  return Math.max(
    floorZ + shape.roofLeastM,
    plan.focus.z + shape.roofLeastM - 2,
    ...seats,
    ...singles,
    ...suites,
    ...bodies,
  );
}

function outermost(plan: Plan, stands: Stand[], loose: LooseSeats[]): Point2[] {
  const points: Point2[] = [];
  for (const { section, strips } of stands) {
    points.push(...strips.at(-1)!.back, ...strips[0]!.front);
    // Rows that are aligned to one side, or listed, may be widest in the middle.
    if (!section.rows.some(({ offsets, positions }) => offsets !== undefined || positions !== undefined)) continue;
    points.push(...strips.reduce((one, other) => (lengthOf(other.back) > lengthOf(one.back) ? other : one)).back);
  }
  for (const { section, seats } of loose) {
    for (const { x, y } of cornersOf(seats)) points.push(...squareAround(x, y, 1));
    for (const { x, y, widthM, depthM } of section.tables ?? []) {
      points.push(...squareAround(x, y, Math.max(widthM, depthM) / 2 + AROUND_TABLE_M));
    }
  }
  for (const section of plan.sections) {
    const place = section.rows.length === 0 ? seatPosition(plan, section) : null;
    if (section.area !== undefined) points.push(...areaCorners(section));
    else if (place !== null) points.push(...squareAround(place.x, place.y, 4));
  }
  for (const body of plan.obstructions) points.push(...footprintOf(body));
  const { extent } = plan.focus;
  if (extent) points.push(...expanded(counterClockwise(extentCorners(plan, extent)), 2));
  // If the plan has no stage, one is drawn and needs space.
  const hasStage = plan.obstructions.some((body) => body.kind === "stage");
  points.push(...squareAround(plan.focus.x, plan.focus.y, hasStage || extent ? 6 : 11));
  return points;
}

/** The corners of a standing area, counter-clockwise. */
export function areaCorners({ area = [] }: PlanSection): Point2[] {
  return counterClockwise(area.map(([x = 0, y = 0]): Point2 => [x, y]));
}

export function counterClockwise(corners: Point2[]): Point2[] {
  return areaOf(corners) < 0 ? [...corners].reverse() : corners;
}

/** Those of many seats that are farthest to each side, which is enough for an outline. */
function cornersOf(seats: SeatPosition[]): SeatPosition[] {
  return Array.from({ length: 24 }, (_, side) => {
    const turn = (Math.PI * 2 * side) / 24;
    const far = ({ x, y }: SeatPosition) => x * Math.cos(turn) + y * Math.sin(turn);
    return seats.reduce((best, seat) => (far(seat) > far(best) ? seat : best));
  });
}

function lengthOf(line: Point2[]): number {
  const [start, end] = [line[0]!, line.at(-1)!];
  return Math.hypot(end[0] - start[0], end[1] - start[1]);
}

function squareAround(x: number, y: number, halfM: number): Point2[] {
  return [
    [x - halfM, y - halfM],
    [x + halfM, y - halfM],
    [x + halfM, y + halfM],
    [x - halfM, y + halfM],
  ];
}

/** The direction from the focus to the audience, weighted by capacity, and from 0 to 1 how much of it is on that side. */
function audienceOf(plan: Plan, stands: Stand[], loose: LooseSeats[]): { audience: Point2; oneSidedness: number } {
  let x = 0;
  let y = 0;
  let weight = 0;
  const add = ([atX, atY]: Point2, people: number): void => {
    const away = Math.hypot(atX - plan.focus.x, atY - plan.focus.y) || 1;
    x += ((atX - plan.focus.x) / away) * people;
    y += ((atY - plan.focus.y) / away) * people;
    weight += people;
  };
  for (const { section, strips } of stands) {
    const row = strips[strips.length >> 1];
    if (section.isClosed || row === undefined) continue;
    const people = section.geometry?.shape === "free" ? strips.length * lengthOf(row.front) : peopleOf(section);
    add(middle(row.front[0]!, row.front.at(-1)!), people);
  }
  for (const { section, seats } of loose) {
    if (!section.isClosed) for (const seat of seats) add([seat.x, seat.y], 1);
  }
  for (const section of plan.sections) {
    const place = section.area === undefined || section.isClosed ? null : seatPosition(plan, section);
    if (place !== null) add([place.x, place.y], peopleOf(section));
  }
  const length = Math.hypot(x, y);
  if (weight === 0 || length < 0.02 * weight) return { audience: [0, -1], oneSidedness: 0 };
  return { audience: [x / length, y / length], oneSidedness: length / weight };
}

function peopleOf(section: PlanSection): number {
  return section.capacity || section.rows.length * 10;
}

/** The convex hull, counter-clockwise (Andrew's monotone chain). */
function hull(points: Point2[]): Point2[] {
  const sorted = [...points].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const half = (from: Point2[]): Point2[] => {
    const chain: Point2[] = [];
    for (const point of from) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turn(from: Point2, at: Point2, to: Point2): number {
  return (at[0] - from[0]) * (to[1] - from[1]) - (at[1] - from[1]) * (to[0] - from[0]);
}

function areaOf(corners: readonly Point2[]): number {
  return corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length]!;
    return sum + x * nextY - y * nextX;
  }, 0);
}

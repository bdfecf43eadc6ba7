// Checks of where seats are: seats that overlap, rows too close to pass, seats on the stage or looking away from it.

import { isInside } from "../../../layout-edits/ground";
import type { Piece } from "../../../layout-edits/pieces";
import { idsOfSlot, type Plan, type PlanSection, type SeatIds } from "../../../plan/plan";
import { type Seats, seatsInParts } from "../../../plan/positions";
import { metres } from "../canvas/piece-words";
import type { Checked, Finding } from "./check-finding";

/** Seats nearer than this overlap. */
const SEAT_M = 0.35;
/** Rows nearer than this leave no room to pass between them. */
const PASSABLE_M = 0.75;
/** Seats on levels above one another do not overlap. */
const STOREY_M = 1;
/** How much work is done between two pauses. */
const SEATS_AT_ONCE = 2_000;
const LOOKS_AWAY_DEG = 90;
/** With more of its seats behind the stage than this, a hall is one in the round. */
const AROUND_SHARE = 0.1;

/** All findings about places, with pauses in which the page can answer. */
export function* placeChecks(checked: Checked): Generator<Finding | null> {
  yield* unplaced(checked);
  yield* closeRows(checked);
  const seats = yield* seatsInParts(checked.plan);
  yield* overlaps(checked, seats);
  yield* stageAndDirection(checked, seats);
  yield* farBodies(checked, seats);
}

export function pieceOf({ plan, ruleOf }: Checked, sectionIndex: number): Piece {
  return { kind: "section", rule: ruleOf(sectionIndex), id: plan.sections[sectionIndex]?.id ?? null };
}

export function nameOf(section: PlanSection | undefined): string {
  return section?.name ?? "a section";
}

function* unplaced(checked: Checked): Generator<Finding> {
  for (const [index, section] of checked.plan.sections.entries()) {
    if (section.geometry !== null || section.isClosed) continue;
    yield {
      id: `unplaced ${section.id}`,
      severity: "warning",
      text: `${section.name} has no place on the plan: buyers neither see it on the map nor its view.`,
      piece: pieceOf(checked, index),
    };
  }
}

/** Once for each rule: like blocks have the same rows. */
function* closeRows(checked: Checked): Generator<Finding> {
  const rules = new Set<number>();
  for (const [index, section] of checked.plan.sections.entries()) {
    const rule = checked.ruleOf(index);
    const { geometry, rows } = section;
    if (geometry === null || rows.length < 2 || section.tables !== undefined || rules.has(rule)) continue;
    rules.add(rule);
    if (section.kind === "standing" || geometry.treadM >= PASSABLE_M) continue;
    yield {
      id: `close ${section.id}`,
      severity: "warning",
      text:
        `Rows of ${section.name} are ${metres(geometry.treadM)} apart: people can hardly pass. ` +
        `0.85 m or more is usual. The safety rules of your place decide.`,
      piece: pieceOf(checked, index),
    };
  }
}

type Pair = { one: number; other: number; seats: number; at: number };

/** Seats that overlap, found by a grid whose cells are as large as a seat: only neighbouring cells are compared. */
function* overlaps(checked: Checked, seats: Seats): Generator<Finding | null> {
  const { plan } = checked;
  const { positions, sections, count } = seats;
  const cells = new Map<number, number[]>();
  const pairs = new Map<number, Pair>();
  for (let seat = 0; seat < count; seat++) {
    if (seat % SEATS_AT_ONCE === SEATS_AT_ONCE - 1) yield null;
    if (plan.sections[sections[seat]!]?.isClosed) continue;
    const [x, y, z] = [positions[3 * seat]!, positions[3 * seat + 1]!, positions[3 * seat + 2]!];
    const [column, line] = [Math.floor(x / SEAT_M), Math.floor(y / SEAT_M)];
    for (let east = -1; east <= 1; east++) {
      for (let north = -1; north <= 1; north++) {
        for (const near of cells.get(cellOf(column + east, line + north)) ?? []) {
          if (Math.abs(positions[3 * near + 2]! - z) > STOREY_M) continue;
          if (Math.hypot(positions[3 * near]! - x, positions[3 * near + 1]! - y) >= SEAT_M) continue;
          addPair(pairs, sections[near]!, sections[seat]!, seat);
        }
      }
    }
    const cell = cellOf(column, line);
    const inCell = cells.get(cell);
    if (inCell === undefined) cells.set(cell, [seat]);
    else inCell.push(seat);
  }
  for (const alike of pairsAlike(checked, pairs.values())) yield overlapFinding(checked, seats, alike);
}

function cellOf(column: number, line: number): number {
  return (column + 50_000) * 100_003 + line + 50_000;
}

function addPair(pairs: Map<number, Pair>, one: number, other: number, at: number): void {
  const key = Math.min(one, other) * 65_536 + Math.max(one, other);
  const pair = pairs.get(key);
  if (pair === undefined) pairs.set(key, { one: Math.min(one, other), other: Math.max(one, other), seats: 1, at });
  else pair.seats++;
}

/** Pairs of like blocks are one finding: what is wrong with one pair is wrong with all. */
function pairsAlike({ ruleOf }: Checked, pairs: Iterable<Pair>): Pair[][] {
  const alike = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const key = `${ruleOf(pair.one)} ${ruleOf(pair.other)} ${pair.one === pair.other}`;
    const known = alike.get(key);
    if (known === undefined) alike.set(key, [pair]);
    else known.push(pair);
  }
  return [...alike.values()];
}

function overlapFinding(checked: Checked, seats: Seats, [first, ...more]: readonly Pair[]): Finding {
  const { one, other, seats: count, at } = first!;
  const { sections } = checked.plan;
  const pairs = `${count.toLocaleString("en")} ${count === 1 ? "pair of seats" : "pairs of seats"}`;
  const text =
    one === other
      ? `${pairs} of ${nameOf(sections[one])} overlap.`
      : `${nameOf(sections[one])} and ${nameOf(sections[other])} overlap: ${pairs} are in the same place.`;
  const others = one === other ? "like blocks" : "pairs of like blocks";
  const like = more.length === 0 ? "" : ` The same is true of ${more.length.toLocaleString("en")} more ${others}.`;
  return {
    id: `overlap ${sections[one]?.id} ${sections[other]?.id}`,
    severity: "warning",
    text: text + like,
    piece: pieceOf(checked, seats.sections[at]!),
    ...placeOf(checked.plan, seats, at),
  };
}

/** What is counted for each section. */
type Tally = { count: number; at: number };

function* stageAndDirection(checked: Checked, seats: Seats): Generator<Finding | null> {
  const { plan } = checked;
  const [on, behind, away] = [new Map<number, Tally>(), new Map<number, Tally>(), new Map<number, Tally>()];
  const [isOnStage, isBehindStage] = [stageTest(plan), behindTest(plan)];
  for (let seat = 0; seat < seats.count; seat++) {
    if (seat % SEATS_AT_ONCE === SEATS_AT_ONCE - 1) yield null;
    const index = seats.sections[seat]!;
    const section = plan.sections[index];
    if (section === undefined || section.isClosed) continue;
    const [x, y] = [seats.positions[3 * seat]!, seats.positions[3 * seat + 1]!];
    if (isOnStage(x, y, seats.positions[3 * seat + 2]!)) tally(on, index, seat);
    else if (isBehindStage(x, y)) tally(behind, index, seat);
    else if (section.tables === undefined && turnedAwayDeg(plan, x, y, seats.facings[seat]!) > LOOKS_AWAY_DEG) {
      tally(away, index, seat);
    }
  }
  const stage = plan.focus.name ?? "the stage";
  yield* tallied(checked, seats, on, "on-stage", (name, count) => `${count} of ${name} ${areIs(count)} on ${stage}.`);
  yield* behindStage(checked, seats, behind, stage);
  yield* tallied(
    checked,
    seats,
    away,
    "away",
    (name, count) => `${count} of ${name} ${areIs(count) === "is" ? "looks" : "look"} away from ${stage}.`,
  );
}

/** One finding for all seats behind the stage. Where there are many, the hall is meant to be around it. */
function* behindStage(
  checked: Checked,
  seats: Seats,
  tallies: ReadonlyMap<number, Tally>,
  stage: string,
): Generator<Finding> {
  const [first] = tallies;
  const count = [...tallies.values()].reduce((sum, each) => sum + each.count, 0);
  if (first === undefined || count > AROUND_SHARE * seats.count) return;
  const names = [...tallies.keys()].slice(0, 3).map((index) => nameOf(checked.plan.sections[index]));
  const more = tallies.size - names.length;
  yield {
    id: "behind-stage",
    severity: "hint",
    text:
      `${count === 1 ? "1 seat is" : `${count.toLocaleString("en")} seats are`} behind ${stage} ` +
      `(${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}). Is that meant so?`,
    piece: pieceOf(checked, first[0]),
    ...placeOf(checked.plan, seats, first[1].at),
  };
}

/** Whether a seat is on what people look at, not on a level above it. */
function stageTest(plan: Plan): (x: number, y: number, z: number) => boolean {
  const outline = stageOutline(plan);
  const topM = (plan.focus.extent?.heightM ?? 0) + STOREY_M;
  return (x, y, z) => outline.length > 0 && z < topM && isInside(outline, { x, y });
}

/** Whether a seat is behind the back of a stage or screen. A field has seats on all sides. */
function behindTest({ focus }: Plan): (x: number, y: number) => boolean {
  const { extent } = focus;
  if (extent === null || extent.points.length > 0 || (extent.kind !== "stage" && extent.kind !== "screen")) {
    return () => false;
  }
  const front = (extent.turnDeg * Math.PI) / 180;
  const backM = extent.depthM / 2;
  return (x, y) => (x - focus.x) * Math.sin(front) + (y - focus.y) * Math.cos(front) < -backM;
}

/** The corners of the stage or field that is shown; none if only a point is known. */
function stageOutline({ focus }: Plan): readonly (readonly number[])[] {
  const { extent } = focus;
  if (extent === null) return [];
  if (extent.points.length > 0) return extent.points;
  const turn = ((extent.turnDeg - 180) * Math.PI) / 180;
  const [halfWidth, halfDepth] = [extent.widthM / 2, extent.depthM / 2];
  return [
    [-halfWidth, -halfDepth],
    [halfWidth, -halfDepth],
    [halfWidth, halfDepth],
    [-halfWidth, halfDepth],
  ].map(([east = 0, north = 0]) => [
    focus.x + east * Math.cos(turn) + north * Math.sin(turn),
    focus.y - east * Math.sin(turn) + north * Math.cos(turn),
  ]);
}

function turnedAwayDeg({ focus }: Plan, x: number, y: number, facing: number): number {
  const apart = Math.abs(Math.atan2(focus.x - x, focus.y - y) - facing) % (2 * Math.PI);
  return (Math.min(apart, 2 * Math.PI - apart) * 180) / Math.PI;
}

function tally(tallies: Map<number, Tally>, index: number, seat: number): void {
  const known = tallies.get(index);
  if (known === undefined) tallies.set(index, { count: 1, at: seat });
  else known.count++;
}

function* tallied(
  checked: Checked,
  seats: Seats,
  tallies: ReadonlyMap<number, Tally>,
  id: string,
  say: (name: string, count: string) => string,
): Generator<Finding> {
  for (const [index, { count, at }] of tallies) {
    const section = checked.plan.sections[index];
    yield {
      id: `${id} ${section?.id}`,
      severity: "warning",
      text: say(nameOf(section), `${count.toLocaleString("en")} ${count === 1 ? "seat" : "seats"}`),
      piece: pieceOf(checked, index),
      ...placeOf(checked.plan, seats, at),
    };
  }
}

function areIs(count: string): "is" | "are" {
  return count === "1 seat" ? "is" : "are";
}

/** Bodies that stand behind all seats: most likely their place was mistyped. */
function* farBodies(checked: Checked, seats: Seats): Generator<Finding> {
  const { plan } = checked;
  const configuration = plan.configurations.findIndex(({ id }) => id === plan.configuration?.id);
  if (configuration < 0 || seats.count === 0) return;
  const reachM = farthestSeatM(plan, seats) + 15;
  for (const [index, body] of plan.obstructions.entries()) {
    const [x, y] = middleOf(body);
    if (Math.hypot(x - plan.focus.x, y - plan.focus.y) <= reachM) continue;
    yield {
      id: `far body ${body.id}`,
      severity: "hint",
      text: `${body.name ?? body.id} stands outside of the hall, where it hides nothing from anybody.`,
      piece: { kind: "obstruction", configuration, index },
      at: { x, y },
    };
  }
}

function farthestSeatM({ focus }: Plan, { positions, count }: Seats): number {
  let far = 0;
  for (let seat = 0; seat < count; seat++) {
    far = Math.max(far, Math.hypot(positions[3 * seat]! - focus.x, positions[3 * seat + 1]! - focus.y));
  }
  return far;
}

function middleOf({ box, polygon }: Plan["obstructions"][number]): [number, number] {
  if (box !== null) return [(box.x[0]! + box.x[1]!) / 2, (box.y[0]! + box.y[1]!) / 2];
  const points = polygon?.points ?? [];
  const sum = (axis: number) => points.reduce((all, point) => all + (point[axis] ?? 0), 0) / (points.length || 1);
  return [sum(0), sum(1)];
}

function placeOf(plan: Plan, seats: Seats, seat: number): { seat: SeatIds; at: { x: number; y: number } } {
  const section = plan.sections[seats.sections[seat]!]!;
  return {
    seat: idsOfSlot(plan, section, seats.rows[seat]!, seats.slots[seat]!),
    at: { x: seats.positions[3 * seat]!, y: seats.positions[3 * seat + 1]! },
  };
}

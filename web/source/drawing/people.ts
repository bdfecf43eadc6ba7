// Who sits and stands where: the same people on every look, at the places of the plan.

import type { Plan, PlanSection } from "../plan/plan";
import { allSeats, seatPlace } from "../plan/positions";
import { Flock } from "./instanced-crowd";
import type { Palette } from "./lighting";
import type { Colour, Spot } from "./mesh-builder";
import { colour, shaded } from "./mesh-builder";
import type { Ground } from "./rows";
import { chance } from "./seeded-random";
import type { Openness } from "./stands";
import type { Measures } from "./venue-measures";
import { covers, groundOf, heightOf, widened } from "./venue-measures";

const TAKEN = 0.8;
const TURN_MOST = 0.85;
const PEOPLE_PER_M2 = 2.1;
const STANDERS_MOST = 2500;
const STAND_APART_M = 1.1;

const CLOTHES = [
  "#4b5060",
  "#70454a",
  "#466168",
  "#8f8b85",
  "#31343e",
  "#5f566e",
  "#82705a",
  "#414c6a",
  "#a8a29c",
  "#525a4c",
  "#8c6350",
  "#292b34",
].map(colour);

export type People = {
  chairs: Flock;
  sitters: Flock;
  standers: Flock;
};

export function peopleOf(measures: Measures, palette: Palette, openness: Openness): People {
  const people = { chairs: new Flock(), sitters: new Flock(), standers: new Flock() };
  seat(people, measures, palette, openness);
  for (const section of measures.plan.sections) {
    // Nobody stands about where there is nothing to look at.
    if (measures.stages.length === 0) break;
    if (section.kind === "standing" && section.rows.length === 0 && !section.isClosed) {
      gather(people.standers, measures, section);
    }
  }
  return people;
}

function seat({ chairs, sitters }: People, measures: Measures, palette: Palette, openness: Openness): void {
  const { plan, focus } = measures;
  const seats = allSeats(plan);
  const tints = chairTints(plan, palette);
  for (let index = 0; index < seats.count; index++) {
    const section = plan.sections[seats.sections[index]!]!;
    // Covered by cloth, or taken away.
    if (section.isClosed) continue;
    const { positions } = seats;
    const place: Spot = [positions[index * 3]!, positions[index * 3 + 1]!, positions[index * 3 + 2]!];
    const facing = seats.facings[index]!;
    const light = openness(...place);
    const isTaken = section.kind !== "standing" && chance(index, 1) < TAKEN;
    const tint = shaded(tints.get(section.level)!, light * (0.9 + 0.2 * chance(index, 2)));
    if (section.kind !== "standing") chairs.add(place, facing, tint, 1, isTaken);
    if (!isTaken) continue;
    const clothes = shaded(CLOTHES[Math.floor(chance(index, 3) * CLOTHES.length)]!, light);
    sitters.add(forward(place, facing, 0.02), turnedTo(place, facing, focus), clothes, 0.93 + 0.11 * chance(index, 4));
  }
}

/** A colour for each level, in the order in which the plan has them. */
function chairTints(plan: Plan, palette: Palette): Map<string | null, Colour> {
  const tints = new Map<string | null, Colour>();
  for (const { level } of plan.sections) {
    if (!tints.has(level)) tints.set(level, palette.chairs[tints.size % palette.chairs.length]!);
  }
  return tints;
}

/** People turn to what they look at, though their chairs do not. */
function turnedTo([x, y]: Spot, facing: number, focus: Spot): number {
  const wanted = Math.atan2(focus[0] - x, focus[1] - y);
  const away = Math.atan2(Math.sin(wanted - facing), Math.cos(wanted - facing));
  return facing + Math.max(-TURN_MOST, Math.min(TURN_MOST, away * 0.8));
}

function forward([x, y, z]: Spot, facing: number, byM: number): Spot {
  return [x + Math.sin(facing) * byM, y + Math.cos(facing) * byM, z];
}

/** Those who stand, round the one place that the plan knows of them. */
function gather(standers: Flock, measures: Measures, section: PlanSection): void {
  const { plan, focus } = measures;
  const at = seatPlace(plan, section);
  if (at === null) return;
  const count = Math.min(STANDERS_MOST, section.capacity);
  const radiusM = Math.sqrt(count / PEOPLE_PER_M2 / Math.PI);
  const taken = takenGround(measures, at.z);
  for (let index = 0; index < count; index++) {
    const away = radiusM * Math.sqrt(chance(index, 11));
    const turn = Math.PI * 2 * chance(index, 12);
    const spot: Spot = [at.x + away * Math.sin(turn), at.y + away * Math.cos(turn), at.z];
    if (taken.some((corners) => covers(corners, [spot[0], spot[1]]))) continue;
    const clothes = CLOTHES[Math.floor(chance(index, 13) * CLOTHES.length)]!;
    const facing = Math.atan2(focus[0] - spot[0], focus[1] - spot[1]) + (chance(index, 14) - 0.5) * 0.5;
    standers.add(spot, facing, clothes, 0.93 + 0.12 * chance(index, 15));
  }
}

/** Where nobody can stand: bodies on the floor, and the stands themselves. */
function takenGround({ plan, shown }: Measures, z: number): Ground[][] {
  const bodies = plan.obstructions.filter((body) => heightOf(body)[0] < z + 1.9);
  const taken = bodies.map((body) => widened(groundOf(body), STAND_APART_M));
  for (const { strips } of shown) {
    const [first, last] = [strips[0]!, strips.at(-1)!];
    if (first.z > z + 2.2) continue;
    taken.push([...first.front, ...[...last.back].reverse()]);
  }
  return taken;
}

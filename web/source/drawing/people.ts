// The people and chairs of the drawing, at the plan's seats. They are the same every time.

import type { Plan, PlanSection } from "../plan/plan";
import type { Seats } from "../plan/positions";
import { allSeats, seatPosition } from "../plan/positions";
import { assumedArea, crowdSpots } from "./crowd-spots";
import { isEmptyHall } from "./event-kind";
import { HALLS } from "./halls";
import { InstanceList } from "./instance-list";
import type { Colour, Point3 } from "./mesh-builder";
import { shaded } from "./mesh-builder";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import type { SceneBuilding } from "./scene-building";
import { seededRandom } from "./seeded-random";
import type { Openness } from "./stands";
import type { VenueMeasures } from "./venue-measures";
import { areaCorners, expanded, footprintOf, heightOf, isInside } from "./venue-measures";
import { chanceOf, shirtOf, WARDROBES } from "./wardrobes";

const TURN_MOST = 0.85;
/** By how much people in rows sit askew at most, in radians. */
const ASKEW = 0.13;
/** People are as tall as each other, so that every head hides what it is said to hide, and of this breadth at least. */
const SLIMMEST = 0.92;
const STAND_APART_M = 1.1;
/** The number of people that are placed between two pauses. */
const WITHOUT_PAUSE = 200;

export type PeopleInstances = {
  chairs: InstanceList;
  sitters: InstanceList;
  standers: InstanceList;
};

export async function createPeople(
  measures: VenueMeasures,
  palette: Palette,
  openness: Openness,
  pause: SceneBuilding["pause"],
): Promise<PeopleInstances> {
  const people = { chairs: new InstanceList(), sitters: new InstanceList(), standers: new InstanceList() };
  await addSeatedPeople(people, measures, palette, openness, pause);
  for (const section of measures.plan.sections) {
    if (isEmptyHall(measures.plan)) break;
    // Without a stage, standing sections are empty, unless the plan says where people stand.
    if (measures.stages.length === 0 && section.area === undefined) continue;
    if (section.kind === "standing" && section.rows.length === 0 && !section.isClosed) {
      await addStandingPeople(people.standers, measures, section, pause);
    }
  }
  return people;
}

async function addSeatedPeople(
  { chairs, sitters }: PeopleInstances,
  measures: VenueMeasures,
  palette: Palette,
  openness: Openness,
  pause: SceneBuilding["pause"],
): Promise<void> {
  const { plan, focus } = measures;
  const seats = allSeats(plan);
  const tints = chairTints(plan, palette);
  const wardrobe = WARDROBES[measures.event];
  for (let index = 0; index < seats.count; index++) {
    if (index % WITHOUT_PAUSE === 0) await pause();
    const section = plan.sections[seats.sections[index]!]!;
    // Closed sections are covered or their chairs are removed.
    if (section.isClosed) continue;
    const { positions } = seats;
    const place: Point3 = [positions[index * 3]!, positions[index * 3 + 1]!, positions[index * 3 + 2]!];
    const facing = seats.facings[index]!;
    const light = openness(...place);
    // The hall is sold out: a picture must not show more of the stage than a buyer may see in the end.
    const isTaken = section.kind !== "standing" && !isEmptyHall(plan);
    const tint = shaded(tints.get(section.level)!, light * (0.9 + 0.2 * seededRandom(index, 2)));
    // On stone steps people sit on the step itself.
    const hasChair = section.kind !== "standing" && HALLS[measures.hall].chairs !== null;
    if (hasChair && !isWheelchairSpace(plan, seats, index)) chairs.add(place, facing, tint, 1, isTaken);
    if (!isTaken) continue;
    sitters.add(
      forward(place, facing, 0.02),
      // At a table, people face each other.
      section.tables === undefined ? turnedTo(place, facing, focus) + askew(index) : facing,
      shaded(shirtOf(wardrobe, index, seats.rows[index]!), light),
      1,
      false,
      breadth(index, 4),
      chanceOf(index),
    );
  }
}

function askew(person: number): number {
  return ASKEW * (2 * seededRandom(person, 5) - 1);
}

function breadth(person: number, salt: number): number {
  return SLIMMEST + (1 - SLIMMEST) * seededRandom(person, salt);
}

/** Whether a seat is a space for a wheelchair, where no chair stands. */
export function isWheelchairSpace({ sections, seatKinds }: Plan, seats: Seats, index: number): boolean {
  const kinds = sections[seats.sections[index]!]!.rows[seats.rows[index]!]!.kinds ?? 0;
  const kind = typeof kinds === "number" ? kinds : (kinds[seats.slots[index]!] ?? 0);
  return seatKinds[kind]?.properties.includes("wheelchair") ?? false;
}

/** A colour for each level, in the order in which the plan has them. */
function chairTints(plan: Plan, palette: Palette): Map<string | null, Colour> {
  const tints = new Map<string | null, Colour>();
  for (const { level } of plan.sections) {
    if (!tints.has(level)) tints.set(level, palette.chairs[tints.size % palette.chairs.length]!);
  }
  return tints;
}

/** The direction that a person faces: turned from the chair towards the focus. */
function turnedTo([x, y]: Point3, facing: number, focus: Point3): number {
  const wanted = Math.atan2(focus[0] - x, focus[1] - y);
  const away = Math.atan2(Math.sin(wanted - facing), Math.cos(wanted - facing));
  return facing + Math.max(-TURN_MOST, Math.min(TURN_MOST, away * 0.8));
}

function forward([x, y, z]: Point3, facing: number, byM: number): Point3 {
  return [x + Math.sin(facing) * byM, y + Math.cos(facing) * byM, z];
}

/** Adds standing people inside of a section's corners, or around the one position that the plan gives for it. */
async function addStandingPeople(
  standers: InstanceList,
  measures: VenueMeasures,
  section: PlanSection,
  pause: SceneBuilding["pause"],
): Promise<void> {
  const { plan, focus } = measures;
  const at = seatPosition(plan, section);
  if (at === null) return;
  const area = section.area === undefined ? assumedArea(at, focus, section.capacity) : areaCorners(section);
  const taken = takenGround(measures, at.z);
  const wardrobe = WARDROBES[measures.event];
  for (const [index, spot] of crowdSpots(area, section.capacity).entries()) {
    if (index % WITHOUT_PAUSE === 0) await pause();
    if (!isInside(area, spot) || taken.some((corners) => isInside(corners, spot))) continue;
    const clothes = shirtOf(wardrobe, index, 0);
    const facing = Math.atan2(focus[0] - spot[0], focus[1] - spot[1]) + (seededRandom(index, 14) - 0.5) * 0.5;
    standers.add([...spot, at.z], facing, clothes, 1, false, breadth(index, 15), chanceOf(index));
  }
}

/** The areas where nobody can stand: obstructions on the floor, and the stands. */
function takenGround({ plan, shown }: VenueMeasures, z: number): Point2[][] {
  const bodies = plan.obstructions.filter((body) => heightOf(body)[0] < z + 1.9);
  const taken = bodies.map((body) => expanded(footprintOf(body), STAND_APART_M));
  for (const { strips } of shown) {
    const [first, last] = [strips[0]!, strips.at(-1)!];
    if (first.z > z + 2.2) continue;
    taken.push([...first.front, ...[...last.back].reverse()]);
  }
  return taken;
}

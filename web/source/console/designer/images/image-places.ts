// Where an image was taken: at a seat, or at a place of the ground plan; and where the focus is from there.
import { isInside } from "../../../layout-edits/ground";
import type { Covers } from "../../../layout-edits/image-covers";
import { type CameraPlace, normalizedDeg, type Pose } from "../../../layout-edits/image-edits";
import { idsOfSlot, type Plan, type PlanSection, type Point, type SeatIds, seatingOf } from "../../../plan/plan";
import { allSeats, bearingDeg, eyeHeightM, eyePosition, type Seats, seatPosition } from "../../../plan/positions";
import type { Ground } from "../canvas/canvas-tool";

/** The eyes of a person who sits, where no section says anything else. */
const EYE_M = 1.2;

export type FoundSeat = SeatIds & { sectionIndex: number; rowIndex: number; slot: number; distanceM: number };

/** The seats of a plan, worked out once. */
export function seatsOf(plan: Plan): Seats {
  const known = KNOWN.get(plan) ?? allSeats(plan);
  KNOWN.set(plan, known);
  return known;
}

const KNOWN = new WeakMap<Plan, Seats>();

/** The nearest seats to a place of the ground plan, nearest first. */
export function nearestSeats(plan: Plan, at: Ground, count: number): FoundSeat[] {
  const { positions, count: all } = seatsOf(plan);
  const found: { index: number; distanceM: number }[] = [];
  for (let index = 0; index < all; index++) {
    const distanceM = Math.hypot(positions[index * 3]! - at.x, positions[index * 3 + 1]! - at.y);
    const last = found.at(-1);
    if (found.length === count && last !== undefined && distanceM >= last.distanceM) continue;
    const place = found.findIndex((each) => each.distanceM > distanceM);
    found.splice(place < 0 ? found.length : place, 0, { index, distanceM });
    if (found.length > count) found.pop();
  }
  return found.map(({ index, distanceM }) => seatAt(plan, index, distanceM));
}

/** The seats within a circle of the ground plan. */
export function seatsWithin(plan: Plan, at: Ground, radiusM: number): FoundSeat[] {
  const { positions, count } = seatsOf(plan);
  const found: FoundSeat[] = [];
  for (let index = 0; index < count; index++) {
    const distanceM = Math.hypot(positions[index * 3]! - at.x, positions[index * 3 + 1]! - at.y);
    if (distanceM <= radiusM) found.push(seatAt(plan, index, distanceM));
  }
  return found;
}

/** Where a camera is that was put on the map: at the eyes of the seat that was meant, or at that height above the floor
 * of the nearest one. */
export function cameraAt(plan: Plan, at: Ground, seat: SeatIds | null): CameraPlace {
  const eye = seat === null ? null : eyePosition(plan, seat);
  if (eye !== null) return eye;
  const area = plan.sections.find((section) => section.area !== undefined && isInside(section.area, at));
  if (area !== undefined) return { ...at, z: (area.geometry?.elevationM ?? 0) + eyeHeightM(area) };
  const [nearest] = nearestSeats(plan, at, 1);
  const near = nearest === undefined ? null : eyePosition(plan, nearest);
  return { ...at, z: near?.z ?? EYE_M };
}

/** The section that a place of the ground plan belongs to: the area that it is in, or that of the nearest seat. */
export function sectionAt(plan: Plan, at: Ground): PlanSection | null {
  const area = plan.sections.find((section) => section.area !== undefined && isInside(section.area, at));
  if (area !== undefined) return area;
  const [nearest] = nearestSeats(plan, at, 1);
  return nearest === undefined ? null : (plan.sections[nearest.sectionIndex] ?? null);
}

/** Where the focus is from a camera, in degrees: by the compass, and above the horizon. */
export function directionToFocus({ focus }: Plan, { x, y, z }: CameraPlace): { yawDeg: number; pitchDeg: number } {
  const awayM = Math.hypot(focus.x - x, focus.y - y);
  const pitchDeg = (Math.atan2(focus.z - z, awayM) * 180) / Math.PI;
  return { yawDeg: normalizedDeg(bearingDeg({ x, y, z }, focus)), pitchDeg };
}

/** The pose of an image that was taken in the middle of what it is for, and that looks at the focus; null if the plan
 * does not say where that is. */
export function poseFor(plan: Plan, covers: Covers): Pose | null {
  const section = plan.sections.find(({ id }) => id === covers.section);
  if (section === undefined) return null;
  const eye = middleOf(plan, section, covers);
  return eye === null ? null : { ...eye, yawDeg: directionToFocus(plan, eye).yawDeg };
}

function seatAt(plan: Plan, index: number, distanceM: number): FoundSeat {
  const { sections, rows, slots } = seatsOf(plan);
  const [sectionIndex, rowIndex, slot] = [sections[index]!, rows[index]!, slots[index]!];
  const section = plan.sections[sectionIndex]!;
  return { ...idsOfSlot(plan, section, rowIndex, slot), sectionIndex, rowIndex, slot, distanceM };
}

/** The eyes at the one seat, at the middle of the middle row, or in the middle of an area. */
function middleOf(plan: Plan, section: PlanSection, { rows = [], seats = [] }: Covers): Point | null {
  const wanted = section.rows.flatMap(({ id }, index) =>
    rows.length === 0 || (id !== null && rows.includes(id)) ? [index] : [],
  );
  const rowIndex = wanted[(wanted.length - 1) >> 1] ?? 0;
  const seating = seatingOf(plan, section, rowIndex);
  const slots = seats.map((seat) => seating.indexOf(seat)).filter((slot) => slot >= 0);
  const floor = seatPosition(plan, section, rowIndex, slots[(slots.length - 1) >> 1] ?? null);
  return floor === null ? null : { x: floor.x, y: floor.y, z: floor.z + eyeHeightM(section) };
}

// The positions of seats and rows in space, computed as the service does it (seatpreview/layouts/geometry.py).

import type { Plan, PlanSection, Point, SeatLocation, SectionGeometry } from "./plan";
import { PlanIndex, seatCount, seatingOf } from "./plan";

const SEATED_EYE_M = 1.2;
const STANDING_EYE_M = 1.6;

/** A position on the floor, with the compass bearing in degrees that a person sitting there faces. */
export type SeatPosition = Point & {
  facingDeg: number;
};

/** All seats of a plan in the order of sections, rows and slots, as arrays. */
export type Seats = {
  count: number;
  /** The floor at each seat: x, y, z. */
  positions: Float32Array;
  /** The bearing that each seat faces, in radians. */
  facings: Float32Array;
  /** The index of each seat's section in the plan, of its row in the section, and of its slot in the row. */
  sections: Uint16Array;
  rows: Uint16Array;
  slots: Uint16Array;
};

/** The floor `rowIndex` rows behind the first one and `slotsRight` slots to the right of the row's middle. */
export function positionOf(
  geometry: SectionGeometry,
  origin: Point,
  { ordinal, rowIndex = 0, slotsRight = 0 }: { ordinal: number; rowIndex?: number; slotsRight?: number },
): SeatPosition {
  let bearing = radians(geometry.bearingDeg + ordinal * geometry.bearingStepDeg);
  const distanceM = geometry.distanceM + rowIndex * geometry.treadM;
  let rightM = geometry.shiftM + ordinal * geometry.shiftStepM + slotsRight * geometry.spacingM;
  if (geometry.shape === "curved") {
    // To a person facing the focus, lesser bearings are on the right.
    bearing -= rightM / distanceM;
    rightM = 0;
  }
  return {
    x: origin.x + distanceM * Math.sin(bearing) - rightM * Math.cos(bearing),
    y: origin.y + distanceM * Math.cos(bearing) + rightM * Math.sin(bearing),
    z: geometry.elevationM + rowIndex * geometry.riserM,
    facingDeg: normalizedDeg((bearing * 180) / Math.PI + 180),
  };
}

/** The distance of a slot to the right of its row's middle, in slots. */
export function slotsRightOf(slot: number, slots: number): number {
  return slot - (slots - 1) / 2;
}

/** The floor at a seat, or at the middle of a row; null if the section has no geometry. */
export function seatPosition(
  plan: Plan,
  section: PlanSection,
  rowIndex = 0,
  slot: number | null = null,
): SeatPosition | null {
  if (section.geometry === null) return null;
  const slots = seatingOf(plan, section, rowIndex).length;
  const slotsRight = slot === null ? 0 : slotsRightOf(slot, slots);
  return positionOf(section.geometry, plan.origin, { ordinal: section.ordinal, rowIndex, slotsRight });
}

/** The floor at a location; null if its section has no geometry. */
export function locationPosition(plan: Plan, spot: SeatLocation): SeatPosition | null {
  return seatPosition(plan, spot.section, spot.rowIndex ?? 0, spot.slot);
}

/** The height of the eyes above the floor for a person who sits or stands in the section. */
export function eyeHeightM(section: PlanSection): number {
  return section.kind === "standing" ? STANDING_EYE_M : SEATED_EYE_M;
}

/** The eyes of a person at a place; null if the plan does not say where it is. */
export function eyePosition(
  plan: Plan,
  { section, row, seat }: { section: string; row: string | null; seat: string | null },
): Point | null {
  const spot = new PlanIndex(plan).locate(section, row, seat);
  const floor = spot === null ? null : locationPosition(plan, spot);
  return spot === null || floor === null ? null : { x: floor.x, y: floor.y, z: floor.z + eyeHeightM(spot.section) };
}

/** The floor at each slot of a row from left to right, gaps included. */
export function rowPositions(plan: Plan, section: PlanSection, rowIndex: number): SeatPosition[] {
  const geometry = section.geometry;
  if (geometry === null) return [];
  const slots = seatingOf(plan, section, rowIndex).length;
  return Array.from({ length: slots }, (_, slot) =>
    positionOf(geometry, plan.origin, {
      ordinal: section.ordinal,
      rowIndex,
      slotsRight: slotsRightOf(slot, slots),
    }),
  );
}

/** The bearing from one place to another, in degrees. */
export function bearingDeg(from: Point, to: Point): number {
  return normalizedDeg((Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI);
}

/** Returns all seats of sections with geometry. */
export function allSeats(plan: Plan): Seats {
  const most = seatCount(plan);
  const seats: Seats = {
    count: 0,
    positions: new Float32Array(most * 3),
    facings: new Float32Array(most),
    sections: new Uint16Array(most),
    rows: new Uint16Array(most),
    slots: new Uint16Array(most),
  };
  plan.sections.forEach((section, sectionIndex) => {
    if (section.geometry === null) return;
    for (const rowIndex of section.rows.keys()) addRow(seats, plan, sectionIndex, rowIndex);
  });
  return cut(seats);
}

function addRow(seats: Seats, plan: Plan, sectionIndex: number, rowIndex: number): void {
  const section = plan.sections[sectionIndex];
  if (section === undefined) return;
  const seating = seatingOf(plan, section, rowIndex);
  rowPositions(plan, section, rowIndex).forEach((place, slot) => {
    if (seating[slot] === null) return;
    const at = seats.count++;
    seats.positions.set([place.x, place.y, place.z], at * 3);
    seats.facings[at] = radians(place.facingDeg);
    seats.sections[at] = sectionIndex;
    seats.rows[at] = rowIndex;
    seats.slots[at] = slot;
  });
}

function cut(seats: Seats): Seats {
  const { count } = seats;
  return {
    count,
    positions: seats.positions.subarray(0, count * 3),
    facings: seats.facings.subarray(0, count),
    sections: seats.sections.subarray(0, count),
    rows: seats.rows.subarray(0, count),
    slots: seats.slots.subarray(0, count),
  };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function normalizedDeg(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}

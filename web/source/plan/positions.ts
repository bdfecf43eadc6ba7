// The positions of seats and rows in space, computed as the service does it (seatpreview/layouts/geometry.py).

import type { Plan, PlanPositions, PlanSection, Point, SeatLocation, SectionGeometry } from "./plan";
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

/** A row in space: points on it are found by their distance to the right of its middle. */
export type RowFrame = {
  isCurved: boolean;
  centreX: number;
  centreY: number;
  /** In radians. */
  bearing: number;
  distanceM: number;
  shiftM: number;
  z: number;
};

/** The frame of a row. Each further section of a rule is turned about the plan's origin by one step. */
export function rowFrame(geometry: SectionGeometry, origin: Point, ordinal: number, rowIndex = 0): RowFrame {
  const turn = radians(ordinal * geometry.bearingStepDeg);
  const [east, north] =
    geometry.centre === null ? [0, 0] : [geometry.centre[0]! - origin.x, geometry.centre[1]! - origin.y];
  return {
    isCurved: geometry.shape === "curved",
    centreX: origin.x + east * Math.cos(turn) + north * Math.sin(turn),
    centreY: origin.y - east * Math.sin(turn) + north * Math.cos(turn),
    bearing: radians(geometry.bearingDeg + ordinal * geometry.bearingStepDeg),
    distanceM: geometry.distanceM + rowDepthM(geometry, rowIndex),
    shiftM: geometry.shiftM + ordinal * geometry.shiftStepM,
    z: geometry.elevationM + rowHeightM(geometry, rowIndex),
  };
}

/** The floor on a row, `rightM` to the right of its middle and `behindM` behind it. */
export function pointOnRow(frame: RowFrame, rightM: number, behindM = 0): SeatPosition {
  let bearing = frame.bearing;
  let right = rightM + frame.shiftM;
  const distanceM = frame.distanceM + behindM;
  if (frame.isCurved) {
    // To a person facing the centre, lesser bearings are on the right.
    bearing -= right / frame.distanceM;
    right = 0;
  }
  return {
    x: frame.centreX + distanceM * Math.sin(bearing) - right * Math.cos(bearing),
    y: frame.centreY + distanceM * Math.cos(bearing) + right * Math.sin(bearing),
    z: frame.z,
    facingDeg: normalizedDeg((bearing * 180) / Math.PI + 180),
  };
}

/** How far a row is behind the first one. */
export function rowDepthM(geometry: SectionGeometry, rowIndex: number): number {
  return geometry.rowDepthsM[rowIndex] ?? rowIndex * geometry.treadM;
}

/** How far a row is above the first one. */
function rowHeightM(geometry: SectionGeometry, rowIndex: number): number {
  return geometry.rowHeightsM[rowIndex] ?? rowIndex * geometry.riserM;
}

/** How far a slot is to the right of its row's middle. */
export function slotRightM(plan: Plan, section: PlanSection, rowIndex: number, slot: number): number {
  const offsets = section.rows[rowIndex]?.offsets;
  if (offsets !== undefined) return plan.offsets[offsets]?.[slot] ?? 0;
  const slots = seatingOf(plan, section, rowIndex).length;
  return (slot - (slots - 1) / 2) * (section.geometry?.spacingM ?? 0);
}

/** The floor at a seat, or at the middle of a row; null if the section has no geometry. */
export function seatPosition(
  plan: Plan,
  section: PlanSection,
  rowIndex = 0,
  slot: number | null = null,
): SeatPosition | null {
  const { geometry } = section;
  if (geometry === null) return null;
  const positions = section.rows[rowIndex]?.positions;
  if (positions !== undefined) return listedPosition(positions, slot ?? (positions.x.length - 1) >> 1);
  if (section.area !== undefined) return middleOfArea(plan, section);
  const frame = rowFrame(geometry, plan.origin, section.ordinal, rowIndex);
  return pointOnRow(
    frame,
    slot === null ? rowMiddleM(plan, section, rowIndex) : slotRightM(plan, section, rowIndex, slot),
  );
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
  const { geometry } = section;
  if (geometry === null) return [];
  const slots = seatingOf(plan, section, rowIndex).length;
  const positions = section.rows[rowIndex]?.positions;
  if (positions !== undefined) return positions.x.map((_, slot) => listedPosition(positions, slot));
  const frame = rowFrame(geometry, plan.origin, section.ordinal, rowIndex);
  return Array.from({ length: slots }, (_, slot) => pointOnRow(frame, slotRightM(plan, section, rowIndex, slot)));
}

/** The bearing from one place to another, in degrees. */
export function bearingDeg(from: Point, to: Point): number {
  return normalizedDeg((Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI);
}

/** Returns all seats of sections with geometry. */
export function allSeats(plan: Plan): Seats {
  const parts = seatsInParts(plan);
  for (;;) {
    const { value, done } = parts.next();
    if (done === true) return value;
  }
}

/** Finds all seats of sections with geometry, with a pause after each section. */
export function* seatsInParts(plan: Plan): Generator<null, Seats> {
  const most = seatCount(plan);
  const seats: Seats = {
    count: 0,
    positions: new Float32Array(most * 3),
    facings: new Float32Array(most),
    sections: new Uint16Array(most),
    rows: new Uint16Array(most),
    slots: new Uint16Array(most),
  };
  for (const [sectionIndex, section] of plan.sections.entries()) {
    if (section.geometry === null) continue;
    for (const rowIndex of section.rows.keys()) addRow(seats, plan, sectionIndex, rowIndex);
    yield null;
  }
  return cut(seats);
}

function listedPosition(positions: PlanPositions, slot: number): SeatPosition {
  return {
    x: (positions.x[slot] ?? 0) / 100,
    y: (positions.y[slot] ?? 0) / 100,
    z: (positions.z[slot] ?? 0) / 100,
    facingDeg: positions.facing[slot] ?? 0,
  };
}

function rowMiddleM(plan: Plan, section: PlanSection, rowIndex: number): number {
  const offsets = section.rows[rowIndex]?.offsets;
  const line = offsets === undefined ? undefined : plan.offsets[offsets];
  return line === undefined || line.length === 0 ? 0 : (line[0]! + line.at(-1)!) / 2;
}

/** The middle of a standing area, which is the centre of its geometry. */
function middleOfArea(plan: Plan, section: PlanSection): SeatPosition {
  const [x, y] = section.geometry?.centre ?? [plan.origin.x, plan.origin.y];
  const point = { x: x!, y: y!, z: section.geometry?.elevationM ?? 0 };
  return { ...point, facingDeg: bearingDeg(point, plan.origin) };
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

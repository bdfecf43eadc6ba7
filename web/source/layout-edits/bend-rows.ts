// Bends straight rows, and straightens curved ones.
import { type Json, LayoutFault, number } from "../layouts/written-json";
import { names } from "../layouts/written-names";
import { slotsByRow } from "../layouts/written-seats";
import { isPlacedByCoordinates, objectOf } from "./absolute-places";
import { ahead, apartM, type Ground, hundredths, radians, rightOf, stepped } from "./ground";
import { focusPlace } from "./pieces-in-motion";
import { type RecordEdit, withRule } from "./record-edit";
import { DISTANCE_MIN_M, type Frame, frameOf, withFrame, withMembers } from "./rule-frame";

const RADIUS_MAX_M = 2000;
const SAME = 0.005;

/** Bends the rows of a rule to the radius of the first one; null makes them straight. The middle of the first row and what
 * it faces stay. Rows whose radius reaches to the focus bend around it. */
export function bendRows(rule: number, radiusM: number | null): RecordEdit {
  return (record) => {
    const focus = focusPlace(record);
    return withRule(rule, (found) => {
      if (!canBend(found)) return found;
      const geometry = found.geometry as Json;
      const bent = radiusM === null ? straight(geometry, focus) : curved(geometry, roomFor(found, radiusM), focus);
      return { ...found, geometry: bent };
    })(record);
  };
}

/** Whether rows of a rule can be bent: not those of listed seats, tables and areas. */
export function canBend(rule: Json): boolean {
  const geometry = objectOf(rule.geometry);
  if (geometry === null || geometry.tables != null || isPlacedByCoordinates(rule)) return false;
  return frameOf(geometry, { x: 0, y: 0 }) !== null;
}

/** The radius of the first row; null where rows are straight. */
export function radiusOf(rule: Json, focus: Ground): number | null {
  const geometry = objectOf(rule.geometry);
  return geometry === null ? null : (frameOf(geometry, focus)?.radiusM ?? null);
}

function curved(geometry: Json, radiusM: number, focus: Ground): Json {
  const isShifted = number(geometry.shiftM, 0) !== 0 && number(geometry.shiftStepM, 0) === 0;
  // On curved rows, a shift leads along the curve. A block beside the middle bends about its own middle instead.
  const placed = isShifted ? atItsMiddle(geometry, focus) : geometry;
  const isRing = placed.origin == null && Math.abs(number(placed.distanceM, 0) - radiusM) < SAME;
  const isAtFocus = placed.origin != null && placed.facingDeg == null && isAway(placed, radiusM, focus);
  return withMembers({ ...placed, shape: "curved" }, { radiusM: isRing || isAtFocus ? undefined : radiusM });
}

function isAway(geometry: Json, radiusM: number, focus: Ground): boolean {
  const frame = frameOf(geometry, focus);
  return frame !== null && Math.abs(apartM(frame.foot, focus) - radiusM) < SAME;
}

function straight(geometry: Json, focus: Ground): Json {
  if (geometry.shape !== "curved") return geometry;
  const { shape: _, radiusM: __, ...others } = geometry;
  if (number(geometry.shiftM, 0) === 0 || number(geometry.shiftStepM, 0) !== 0) return others;
  return atItsMiddle(geometry, focus, others);
}

/** A geometry whose first row has its middle where it was, without a shift where that can be said. */
function atItsMiddle(geometry: Json, focus: Ground, written: Json = geometry): Json {
  const frame = frameOf(geometry, focus)!;
  const { shiftM: _, ...unshifted } = written;
  const middle = middleOf(frame, number(geometry.shiftM, 0));
  if (written.shape === "curved" || frame.radiusM === null) {
    return withFrame({ ...unshifted, origin: objectOf(written.origin) ?? {} }, middle, focus);
  }
  return withFrame(unshifted, { ...middle, radiusM: null }, focus);
}

function middleOf({ foot, behindDeg, radiusM }: Frame, shiftM: number): Frame {
  if (radiusM === null) return { foot: stepped(foot, rightOf(behindDeg), shiftM), behindDeg, radiusM };
  const centre = stepped(foot, ahead(behindDeg), -radiusM);
  const bearingDeg = behindDeg - shiftM / radiusM / radians(1);
  return { foot: stepped(centre, ahead(bearingDeg), radiusM), behindDeg: bearingDeg, radiusM };
}

/** A radius at which the longest row does not go around more than once. */
function roomFor(rule: Json, radiusM: number): number {
  const spacingM = number((rule.geometry as Json).spacingM, 0.5);
  const leastM = (mostSlots(rule) * spacingM) / (2 * Math.PI) + 0.01;
  return hundredths(Math.min(RADIUS_MAX_M, Math.max(DISTANCE_MIN_M, leastM, radiusM)));
}

function mostSlots(rule: Json): number {
  try {
    const rows = rule.rows == null ? [""] : names(rule.rows, "");
    return Math.max(0, ...[...(slotsByRow(rule.seats, rows, "")?.values() ?? [])].map((row) => row.length));
  } catch (failure) {
    if (failure instanceof LayoutFault) return 0;
    throw failure;
  }
}

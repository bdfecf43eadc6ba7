// Moves pieces on the ground plan.
import { type Json, number } from "../layouts/written-json";
import { isPlacedByCoordinates, objectOf, ruleAtPlaces } from "./absolute-places";
import {
  ahead,
  apartM,
  bearingTo,
  type Ground,
  hundredths,
  radians,
  rightOf,
  shiftBy,
  stepped,
  turned,
} from "./ground";
import type { Piece } from "./pieces";
import { piecesInMotion, type RuleMotion, ruleInMotion } from "./pieces-in-motion";
import type { RecordEdit } from "./record-edit";
import { DISTANCE_MIN_M, nearTurn, originOf, withMembers } from "./rule-frame";

/** Moves pieces by metres to the east and to the north.
 *
 * Straight rows keep the bearing that they face; curved ones go on facing the focus. The sections of a rule of many move
 * together, each in its own direction: as the one that was grabbed, seen from the focus. */
export function movePieces(pieces: readonly Piece[], dx: number, dy: number): RecordEdit {
  const by = { x: hundredths(dx), y: hundredths(dy) };
  if (by.x === 0 && by.y === 0) return (record) => record;
  const isWithFocus = pieces.some((piece) => piece.kind === "focus");
  const motion = shiftBy(by.x, by.y);
  return piecesInMotion(pieces, motion, isWithFocus ? ruleInMotion(motion) : ruleMovedBy(by));
}

function ruleMovedBy(by: Ground): RuleMotion {
  const motion = shiftBy(by.x, by.y);
  return (rule, surroundings) => {
    if (isPlacedByCoordinates(rule)) return ruleAtPlaces(rule, motion);
    const geometry = objectOf(rule.geometry);
    if (geometry === null) return rule;
    const { focus, ordinal } = surroundings;
    const ofFirst = turned(by, -ordinal * number(geometry.bearingStepDeg, 0));
    const moved = facingFocus(geometry, ofFirst, focus, ordinal);
    return moved === null ? ruleInMotion(motion)(rule, surroundings) : { ...rule, geometry: moved };
  };
}

/** Rows that go on facing the focus while they move; null for all others. */
function facingFocus(geometry: Json, by: Ground, focus: Ground, ordinal: number): Json | null {
  const shiftM = number(geometry.shiftM, 0) + ordinal * number(geometry.shiftStepM, 0);
  if (geometry.origin != null) return shiftM === 0 ? originFacingFocus(geometry, by) : null;
  if (geometry.shape !== "curved" || number(geometry.distanceM, 0) <= 0) return null;
  return number(geometry.radiusM, 0) > 0
    ? bentBlock(geometry, by, focus, shiftM)
    : ringAroundFocus(geometry, by, focus, shiftM);
}

function originFacingFocus(geometry: Json, by: Ground): Json | null {
  if (geometry.facingDeg != null || number(geometry.shiftStepM, 0) !== 0) return null;
  const { x, y } = originOf(geometry);
  return { ...geometry, origin: withMembers(geometry.origin as Json, { x: x + by.x, y: y + by.y }) };
}

/** Rows that bend around the focus keep doing so: away from it changes the distance, sideways the bearing. */
function ringAroundFocus(geometry: Json, by: Ground, focus: Ground, shiftM: number): Json {
  const [distanceM, bearingDeg] = [number(geometry.distanceM, 0), number(geometry.bearingDeg, 0)];
  const turnDeg = (metres: number, radiusM: number) => (metres / radiusM / Math.PI) * 180;
  const middle = stepped(focus, ahead(bearingDeg - turnDeg(shiftM, distanceM)), distanceM);
  const target = { x: middle.x + by.x, y: middle.y + by.y };
  const awayM = Math.max(DISTANCE_MIN_M, apartM(focus, target));
  return withMembers(geometry, {
    distanceM: awayM,
    bearingDeg: nearTurn(bearingTo(focus, target) + turnDeg(shiftM, awayM), bearingDeg),
  });
}

/** Rows with a radius of their own turn about the focus as one body. Null if they come too near to it. */
function bentBlock(geometry: Json, by: Ground, focus: Ground, shiftM: number): Json | null {
  const [radiusM, bearingDeg] = [number(geometry.radiusM, 0), number(geometry.bearingDeg, 0)];
  const bend = shiftM / radiusM;
  const [rightM, inwardsM] = [radiusM * Math.sin(bend), radiusM * (1 - Math.cos(bend))];
  const onAxis = stepped(focus, ahead(bearingDeg), number(geometry.distanceM, 0) - inwardsM);
  const middle = stepped(onAxis, rightOf(bearingDeg), rightM);
  const target = { x: middle.x + by.x, y: middle.y + by.y };
  const aheadM = Math.sqrt(Math.max(0, apartM(focus, target) ** 2 - rightM ** 2));
  if (aheadM + inwardsM < DISTANCE_MIN_M || aheadM === 0) return null;
  const asideDeg = Math.atan2(rightM, aheadM) / radians(1);
  return withMembers(geometry, {
    distanceM: aheadM + inwardsM,
    bearingDeg: nearTurn(bearingTo(focus, target) + asideDeg, bearingDeg),
  });
}

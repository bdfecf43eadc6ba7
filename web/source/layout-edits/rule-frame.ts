// Where the rows of a rule are, read from its geometry and written back in the same words wherever they can say it.
import { type Json, number } from "../layouts/written-json";
import {
  ahead,
  alongM,
  apartM,
  bearingTo,
  type Ground,
  hundredths,
  type Motion,
  rightOf,
  stepped,
  wholeTurn,
} from "./ground";

/** Numbers that differ by less are written alike. */
const SAME = 0.005;
/** What the service takes. */
export const DISTANCE_MIN_M = 0.5;

/** Where the first section of a rule is. */
export type Frame = {
  /** The middle of the first row, before it is shifted to the side. */
  foot: Ground;
  /** The bearing from the first row to those behind it. */
  behindDeg: number;
  /** Of the first row; null where rows are straight. */
  radiusM: number | null;
};

/** Returns where rows are; null if the geometry does not say it. */
export function frameOf(geometry: Json, focus: Ground): Frame | null {
  const isCurved = geometry.shape === "curved";
  const writtenRadiusM = number(geometry.radiusM, 0);
  if (geometry.origin != null) {
    const foot = originOf(geometry);
    const facingDeg = number(geometry.facingDeg, bearingTo(foot, focus));
    const radiusM = writtenRadiusM || Math.max(DISTANCE_MIN_M, apartM(foot, focus));
    return { foot, behindDeg: wholeTurn(facingDeg + 180), radiusM: isCurved ? radiusM : null };
  }
  const [distanceM, behindDeg] = [number(geometry.distanceM, 0), number(geometry.bearingDeg, 0)];
  if (distanceM <= 0) return null;
  const foot = stepped(focus, ahead(behindDeg), distanceM);
  return { foot, behindDeg, radiusM: isCurved ? writtenRadiusM || distanceM : null };
}

export function frameInMotion({ foot, behindDeg, radiusM }: Frame, motion: Motion): Frame {
  return { foot: motion.place(foot), behindDeg: motion.bearing(behindDeg), radiusM };
}

/** Returns a geometry whose rows are in a frame. It stays one by distance and bearing where these can say it, and has an
 * origin otherwise. */
export function withFrame(geometry: Json, frame: Frame, focus: Ground): Json {
  const away = geometry.origin == null ? aroundFocus(geometry, frame, focus) : null;
  return away ?? atOrigin(geometry, frame, focus);
}

/** A geometry with some members changed. Those that stay the same keep how they are written; undefined removes one. */
export function withMembers(geometry: Json, members: Record<string, number | undefined>): Json {
  const changed: Json = { ...geometry };
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) delete changed[name];
    else if (Math.abs(number(geometry[name], Number.NaN) - value) < SAME) continue;
    else if (hundredths(value) === 0 && ZERO_BY_DEFAULT.has(name)) delete changed[name];
    else changed[name] = hundredths(value);
  }
  return changed;
}

export function originOf(geometry: Json): Ground {
  const origin = geometry.origin as Json;
  return { x: number(origin.x, 0), y: number(origin.y, 0) };
}

const ZERO_BY_DEFAULT: ReadonlySet<string> = new Set([
  "bearingDeg",
  "bearingStepDeg",
  "shiftM",
  "shiftStepM",
  "elevationM",
]);

function aroundFocus(geometry: Json, { foot, behindDeg, radiusM }: Frame, focus: Ground): Json | null {
  const distanceM = alongM(focus, foot, ahead(behindDeg));
  const asideM = alongM(focus, foot, rightOf(behindDeg));
  if (distanceM < DISTANCE_MIN_M) return null;
  const bearingDeg = nearTurn(behindDeg, number(geometry.bearingDeg, 0));
  if (radiusM === null) {
    return withMembers(geometry, { bearingDeg, distanceM, shiftM: number(geometry.shiftM, 0) + asideM });
  }
  if (Math.abs(asideM) >= SAME) return null;
  const isRing = Math.abs(distanceM - radiusM) < SAME && geometry.radiusM == null;
  return withMembers(geometry, { bearingDeg, distanceM, radiusM: isRing ? undefined : radiusM });
}

function atOrigin(geometry: Json, { foot, behindDeg, radiusM }: Frame, focus: Ground): Json {
  const origin = withMembers((geometry.origin ?? {}) as Json, { x: foot.x, y: foot.y });
  const facingDeg = nearTurn(behindDeg + 180, number(geometry.facingDeg, 180));
  const facesFocus = geometry.facingDeg == null && turnsApart(facingDeg, bearingTo(foot, focus)) < SAME;
  const bendsAroundFocus =
    radiusM === null || (geometry.radiusM == null && Math.abs(apartM(foot, focus) - radiusM) < SAME);
  const { bearingDeg: _, distanceM: __, ...others } = geometry;
  return withMembers(
    { ...others, origin },
    {
      ...(facesFocus ? {} : { facingDeg }),
      ...(bendsAroundFocus ? {} : { radiusM }),
    },
  );
}

/** The same bearing in the turn in which another is written, so that -30 does not become 330. */
export function nearTurn(deg: number, written: number): number {
  const turn = wholeTurn(deg);
  return written < 0 && turn > 180 ? turn - 360 : turn;
}

/** By how many degrees bearings differ. */
function turnsApart(one: number, other: number): number {
  const apart = wholeTurn(one - other);
  return Math.min(apart, 360 - apart);
}

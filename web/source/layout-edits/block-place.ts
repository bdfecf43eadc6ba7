// Where a block of rows stands, in numbers that people can measure: how far from the stage, in which direction.
import { type Json, number } from "../layouts/written-json";
import { bearingDeg } from "../plan/positions";
import { geometryOf } from "./block-words";
import { ahead, apartM, type Ground, hundredths, stepped, wholeTurn } from "./ground";
import { changedAt } from "./record-edit";

/** `around`: rows lie across the line from the stage. `anywhere`: the block stands at a point and faces a direction. */
export type BlockPlace = {
  kind: "around" | "anywhere";
  /** From the stage to the middle of the first row. */
  distanceM: number;
  /** Of the block as seen from the stage, as on a compass. */
  directionDeg: number;
  /** To the right of that line, as seen by those who sit there. */
  sidewaysM: number;
  /** Clockwise from looking straight at the stage. */
  turnedDeg: number;
};

/** Where a block stands; null if its geometry does not say it by a distance or a point. */
export function blockPlace(rule: Json, focus: Ground): BlockPlace | null {
  const geometry = geometryOf(rule);
  const sidewaysM = number(geometry.shiftM, 0);
  if (geometry.origin == null) {
    const distanceM = number(geometry.distanceM, 0);
    if (distanceM <= 0) return null;
    return {
      kind: "around",
      distanceM,
      directionDeg: wholeTurn(number(geometry.bearingDeg, 0)),
      sidewaysM,
      turnedDeg: 0,
    };
  }
  const origin = pointOf(geometry.origin);
  const toFocusDeg = bearingDeg({ ...origin, z: 0 }, { ...focus, z: 0 });
  const facingDeg = number(geometry.facingDeg, toFocusDeg);
  return {
    kind: "anywhere",
    distanceM: hundredths(apartM(origin, focus)),
    directionDeg: hundredths(wholeTurn(toFocusDeg + 180)),
    sidewaysM,
    turnedDeg: hundredths(half(facingDeg - toFocusDeg)),
  };
}

/** The rule with its block at another place. A block that is turned away from the stage stands at a point. */
export function withBlockPlace(rule: Json, focus: Ground, place: BlockPlace): Json {
  const before = blockPlace(rule, focus);
  if (before !== null && before.kind === "around" && place.turnedDeg === 0) {
    const changed = changedAt(rule, ["geometry", "distanceM"], () => place.distanceM);
    const turned = changedAt(changed, ["geometry", "bearingDeg"], (deg) =>
      wholeTurn(number(deg, 0)) === place.directionDeg ? deg : place.directionDeg,
    );
    return changedAt(turned, ["geometry", "shiftM"], (shiftM) =>
      place.sidewaysM === 0 ? undefined : number(shiftM, 0) === place.sidewaysM ? shiftM : place.sidewaysM,
    );
  }
  const { bearingDeg: _, distanceM: __, ...others } = geometryOf(rule);
  const at = stepped(focus, ahead(place.directionDeg), place.distanceM);
  const facingDeg = hundredths(wholeTurn(place.directionDeg + 180 + place.turnedDeg));
  const origin = { ...(others.origin as Json | undefined), x: hundredths(at.x), y: hundredths(at.y) };
  const isTurned = place.turnedDeg !== 0 || others.facingDeg !== undefined;
  // A block that stands at a point is not shifted beside it as well when it is placed anew.
  return { ...rule, geometry: { ...others, origin, ...(isTurned ? { facingDeg } : {}) } };
}

/** "North", "south-east": a direction of the compass in words. */
export function compassWord(deg: number): string {
  const words = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
  return words[Math.round(wholeTurn(deg) / 45) % 8]!;
}

function pointOf(written: unknown): Ground {
  const { x, y } = written as Json;
  return { x: number(x, 0), y: number(y, 0) };
}

/** A turn from -180 to 180 degrees. */
function half(deg: number): number {
  const whole = wholeTurn(deg);
  return whole > 180 ? whole - 360 : whole;
}

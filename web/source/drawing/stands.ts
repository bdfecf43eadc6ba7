// The meshes of stands: steps, aisles, and the walls behind the last rows. Their fronts are bodies of the plan.

import { HALLS } from "./halls";
import type { Colour, Point3 } from "./mesh-builder";
import { type MeshBuilder, mixed, shaded } from "./mesh-builder";
import type { Palette } from "./palettes";
import type { End, Point2, Stand, Strip } from "./rows";
import { distanceM, isLoose, middle } from "./rows";
import { isBeyondOutfield } from "./stadium";
import type { VenueMeasures } from "./venue-measures";

const NOSING_M = 0.05;
const WALL_LEAST_M = 2.7;
const COVER_M = 0.62;
/** The share of the first row's depth that the cloth leaves free, which is more than a parapet is thick. */
const COVER_BEHIND = 0.3;
const STAIR_M = 0.9;
const HALF_STEP_FROM_M = 0.08;
const HALF_STEP_MOST_M = 0.6;
const OUTSIDE_M = 20;
const DOOR = { halfM: 0.65, highM: 2.05 };
/** A lower wall than this is left out. */
const WALL_LOWEST_M = 0.9;
const ROWS_WITH_WALL = 3;
/** A row that is longer than its neighbour by more has a wall of its own there. */
const OVERHANG_M = 0.6;
/** A floor that is raised by less lies on the floor of the hall. */
const RAISED_M = 0.08;

/** The share of light that reaches a point: 1 if nothing is above it. */
export type Openness = (x: number, y: number, z: number) => number;

/** The wall behind a stand: up to where it reaches by the hall, and where it would hide the focus from others. */
export type BackWall = {
  topZ: number;
  mostZ: number;
};

/** Adds a stand to a mesh. */
export function drawStand(
  mesh: MeshBuilder,
  stand: Stand,
  measures: VenueMeasures,
  palette: Palette,
  openness: Openness,
  wall: BackWall,
): void {
  const isOnFloor = isLoose(stand, measures.floorZ);
  if (!isOnFloor || stand.strips[0]!.z - measures.floorZ > RAISED_M) {
    drawSteps(mesh, stand, measures, palette, openness);
  }
  if (isOnFloor) drawOutside(mesh, stand, measures, palette.concrete);
  // In a club the wall of the room is right behind the last row.
  else if (HALLS[measures.hall].building !== "club") drawBack(mesh, stand, measures, palette, wall);
  if (stand.section.isClosed) drawCover(mesh, stand, palette);
}

function isDeck(stand: Stand, { floorZ, shape }: VenueMeasures): boolean {
  return (stand.strips[0]?.z ?? 0) - floorZ > shape.deckFromM;
}

function drawSteps(
  mesh: MeshBuilder,
  stand: Stand,
  measures: VenueMeasures,
  palette: Palette,
  openness: Openness,
): void {
  stand.strips.forEach((strip, row) => {
    const [x, y] = strip.front[strip.front.length >> 1]!;
    const concrete = shaded(palette.concrete, openness(x, y, strip.z));
    const before = stand.strips[row - 1];
    drawTread(mesh, strip, concrete, palette.nosing);
    if (before !== undefined) {
      drawRiser(mesh, before, strip, concrete);
      drawOverhangs(mesh, before, strip, lowOf(stand, before, measures), concrete);
    }
    drawEnds(mesh, stand, row, measures, concrete);
    drawHalfSteps(mesh, stand, row, concrete, palette.nosing);
  });
}

/** Draws a tread, darker towards the back, in the shade of the chairs. */
function drawTread(mesh: MeshBuilder, { front, back, z }: Strip, concrete: Colour, nosing: Colour): void {
  const edge = shaded(concrete, 0.9);
  const under = shaded(concrete, 0.5);
  const line = mixed(concrete, nosing, 0.75);
  for (let piece = 0; piece + 1 < front.length; piece++) {
    const [a, b] = [front[piece]!, front[piece + 1]!];
    const [c, d] = [back[piece]!, back[piece + 1]!];
    const part = NOSING_M / (distanceM(a, c) || 1);
    const [e, f] = [middle(a, c, part), middle(b, d, part)];
    mesh.face([up(a, z), up(e, z), up(f, z), up(b, z)], line);
    mesh.face([up(e, z), up(c, z), up(d, z), up(f, z)], [edge, under, under, edge]);
  }
}

function drawRiser(mesh: MeshBuilder, before: Strip, { front, z }: Strip, concrete: Colour): void {
  for (let piece = 0; piece + 1 < front.length; piece++) {
    mesh.wall(front[piece + 1]!, front[piece]!, before.z, z, {
      low: shaded(concrete, 0.42),
      high: shaded(concrete, 0.72),
    });
  }
}

/** Closes what is open below a row that is longer or shorter than the one in front of it. */
function drawOverhangs(mesh: MeshBuilder, before: Strip, strip: Strip, low: number, concrete: Colour): void {
  const paint = { low: shaded(concrete, 0.5), high: shaded(concrete, 0.72) };
  const [left, right] = [before.back[0]!, before.back.at(-1)!];
  const [nextLeft, nextRight] = [strip.front[0]!, strip.front.at(-1)!];
  if (!strip.isJoined.left && distanceM(left, nextLeft) > OVERHANG_M) mesh.wall(left, nextLeft, low, before.z, paint);
  if (!strip.isJoined.right && distanceM(right, nextRight) > OVERHANG_M) {
    mesh.wall(nextRight, right, low, before.z, paint);
  }
}

/** The foot of what is below a row: the floor, or the slab of a deck. */
function lowOf(stand: Stand, { z }: Strip, measures: VenueMeasures): number {
  return isDeck(stand, measures) ? z - measures.shape.slabM : measures.floorZ;
}

/** Draws the sides of a stand that has no neighbour there. */
function drawEnds(mesh: MeshBuilder, stand: Stand, row: number, measures: VenueMeasures, concrete: Colour): void {
  const strip = stand.strips[row]!;
  const low = lowOf(stand, strip, measures);
  const paint = { low: shaded(concrete, 0.5), high: shaded(concrete, 0.8) };
  const last = strip.front.length - 1;
  if (!strip.isJoined.left) mesh.wall(strip.front[0]!, strip.back[0]!, low, strip.z, paint);
  if (!strip.isJoined.right) mesh.wall(strip.back[last]!, strip.front[last]!, low, strip.z, paint);
}

/** Draws the half steps between rows in an aisle. */
function drawHalfSteps(mesh: MeshBuilder, stand: Stand, row: number, concrete: Colour, nosing: Colour): void {
  const strip = stand.strips[row]!;
  const behind = stand.strips[row + 1];
  if (behind === undefined || behind.z - strip.z <= HALF_STEP_FROM_M) return;
  const z = (strip.z + behind.z) / 2;
  const last = strip.front.length - 1;
  const middles = {
    left: within(strip.seats.left, { front: strip.front[0]!, back: strip.back[0]! }),
    right: within(strip.seats.right, { front: strip.front[last]!, back: strip.back[last]! }),
  };
  const step = (left: End, right: End): void => {
    if (distanceM(left.back, right.back) < 0.25) return;
    // Behind a cross aisle, the step is no deeper than elsewhere.
    const part = Math.max(0.5, 1 - HALF_STEP_MOST_M / (distanceM(left.front, left.back) || 1));
    const [a, b] = [middle(left.front, left.back, part), middle(right.front, right.back, part)];
    const top = mixed(concrete, nosing, 0.35);
    mesh.face([up(a, z), up(left.back, z), up(right.back, z), up(b, z)], top);
    mesh.wall(b, a, strip.z, z, { low: shaded(concrete, 0.5), high: shaded(concrete, 0.85) });
  };
  if (strip.isJoined.left) step(middles.left, strip.seats.left);
  if (strip.isJoined.right) step(strip.seats.right, middles.right);
  for (const { left, right } of strip.aisles) step(left, right);
}

/** Limits the width of an aisle's steps. */
function within(from: End, to: End): End {
  const part = Math.min(1, STAIR_M / (distanceM(from.back, to.back) || 1));
  return { front: middle(from.front, to.front, part), back: middle(from.back, to.back, part) };
}

/** Draws the wall behind the last row, with a door at each aisle; behind stone steps, a parapet if it is high. */
function drawBack(
  mesh: MeshBuilder,
  stand: Stand,
  measures: VenueMeasures,
  palette: Palette,
  { topZ, mostZ }: BackWall,
): void {
  const { back, z, isJoined } = stand.strips.at(-1)!;
  if (HALLS[measures.hall].building === "stone") {
    drawParapetBehind(mesh, back, z, topZ, palette);
    return;
  }
  // Behind an outfield there are trees and the sky.
  const top = isBeyondOutfield(measures)(back[0]!) ? z + 1.1 : Math.min(mostZ, Math.max(z + WALL_LEAST_M, topZ));
  // A few listed seats may stand anywhere in the hall.
  const isFew = stand.geometry.shape === "free" && stand.strips.length < ROWS_WITH_WALL;
  if (isFew || top < z + WALL_LOWEST_M) {
    drawOutside(mesh, stand, measures, palette.concrete);
    return;
  }
  for (let piece = 0; piece + 1 < back.length; piece++) {
    const [start, end] = [back[piece + 1]!, back[piece]!];
    const shoulder = Math.min(top, z + WALL_LEAST_M);
    mesh.wall(start, end, z, shoulder, { low: shaded(palette.wall, 0.55), high: palette.wall });
    if (top > shoulder + 0.01) {
      mesh.wall(start, end, shoulder, top, { low: palette.wall, high: palette.wallTop });
    }
  }
  if (isJoined.right && top > z + DOOR.highM) drawDoor(mesh, back.at(-1)!, back.at(-2)!, z, palette);
}

/** Closes a stand behind its last row, for those who look at it from there. */
function drawOutside(mesh: MeshBuilder, stand: Stand, measures: VenueMeasures, concrete: Colour): void {
  const last = stand.strips.at(-1)!;
  const low = lowOf(stand, last, measures);
  if (last.z - low < RAISED_M) return;
  const paint = { low: shaded(concrete, 0.5), high: shaded(concrete, 0.8) };
  for (let piece = 0; piece + 1 < last.back.length; piece++) {
    mesh.wall(last.back[piece]!, last.back[piece + 1]!, low, last.z, paint);
  }
}

function drawParapetBehind(mesh: MeshBuilder, back: Point2[], z: number, topZ: number, palette: Palette): void {
  if (topZ <= z) return;
  for (let piece = 0; piece + 1 < back.length; piece++) {
    const [start, end] = [back[piece + 1]!, back[piece]!];
    const paint = { low: shaded(palette.wall, 0.7), high: palette.wallTop };
    mesh.wall(start, end, z, topZ, paint);
    // The outside of the steps, which is seen from the other side.
    mesh.wall(end, start, z - OUTSIDE_M, topZ, paint);
  }
}

function drawDoor(mesh: MeshBuilder, at: Point2, towards: Point2, z: number, palette: Palette): void {
  const wide = Math.min(0.9, (DOOR.halfM * 2) / (distanceM(at, towards) || 1));
  const forward = (ground: Point2): Point2 => {
    const length = distanceM(at, towards) || 1;
    const [x, y] = [(towards[1] - at[1]) / length, (at[0] - towards[0]) / length];
    return [ground[0] + x * 0.03, ground[1] + y * 0.03];
  };
  const [start, end] = [forward(at), forward(middle(at, towards, wide))];
  mesh.wall(start, end, z, z + DOOR.highM, { low: shaded(palette.wall, 0.35), high: shaded(palette.wall, 0.5) });
  const [signStart, signEnd] = [middle(start, end, 0.3), middle(start, end, 0.7)];
  mesh.wall(signStart, signEnd, z + DOOR.highM + 0.1, z + DOOR.highM + 0.32, {
    low: [0.16, 0.62, 0.36],
    high: [0.16, 0.62, 0.36],
    glow: 0.8,
  });
}

/** Draws a cloth over the chairs of a closed stand. */
function drawCover(mesh: MeshBuilder, stand: Stand, palette: Palette): void {
  stand.strips.forEach((strip, row) => {
    const behind = stand.strips[row + 1];
    const fold = row % 2 === 0 ? 0.92 : 1;
    const cloth = shaded(palette.cover, fold);
    for (let piece = 0; piece + 1 < strip.front.length; piece++) {
      const [a, b] = [strip.front[piece]!, strip.front[piece + 1]!];
      const far = behind ?? { front: strip.back, z: strip.z };
      const [c, d] = [far.front[piece]!, far.front[piece + 1]!];
      const [low, high] = [strip.z + COVER_M, far.z + COVER_M];
      const [e, f] = row === 0 ? [middle(a, c, COVER_BEHIND), middle(b, d, COVER_BEHIND)] : [a, b];
      mesh.face([up(e, low), up(c, high), up(d, high), up(f, low)], [cloth, palette.cover, palette.cover, cloth]);
      if (row > 0) continue;
      // Behind the front of the stand, in whose plane it would flicker.
      mesh.wall(f, e, strip.z + 0.03, low, { low: shaded(cloth, 0.7), high: cloth });
    }
  });
}

function up([x, y]: Point2, z: number): Point3 {
  return [x, y, z];
}

// The rooms of halls that are neither a bowl nor a gilded house. A room is a row of a table: what its walls carry, its
// ceiling, its lamps, and what is at the end behind the stage. Everything is on walls or under the roof, above all eyes, so
// that nothing stands between a seat and the stage.
import type { HallKind } from "./halls";
import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, shaded } from "./mesh-builder";
import { isNight } from "./mood";
import type { Palette } from "./palettes";
import { archedWindow, roomEnds } from "./room-ends";
import type { Point2 } from "./rows";
import type { StageFrame } from "./stage-frame";
import { stageFrame } from "./stage-frame";
import { isBehindProscenium } from "./stage-opening";
import type { VenueMeasures } from "./venue-measures";
import { counterClockwise, expanded } from "./venue-measures";

/** A height above the floor; below the roof, if it is negative. */
type Height = number;
type Tone = (palette: Palette, isDark: boolean) => Colour;

/** Something that is repeated along the walls, or goes all around. */
type OnWalls = {
  low: Height;
  high: Height;
  tone: Tone;
  /** How far apart pieces are, and half as wide as each is. Without it, it goes all around. */
  everyM?: number;
  halfM?: number;
  /** How far it stands off the wall: a piece that does is a batten. */
  outM?: number;
  shape?: "flat" | "batten" | "window" | "arch" | "ladder" | "cloth" | "sconce";
  /** Glows, more while the lights are on. */
  glow?: number;
};

type UnderTheRoof =
  | { what: "beams" | "ribs"; everyM: number; wideM: number; deepM: number; tone: Tone }
  | { what: "strips" | "squares" | "spots" | "pendants"; everyM: number; sizeM: number; tint: Colour }
  | { what: "tiles"; everyM: number; tone: Tone }
  | { what: "lanterns"; everyM: number; downM: number }
  | { what: "reflectors"; tone: Tone }
  | { what: "rafters"; everyM: number; tone: Tone };

type Room = { walls: readonly OnWalls[]; roof: readonly UnderTheRoof[]; end?: keyof typeof roomEnds };

const wall: Tone = ({ wall: own }) => own;
const trim: Tone = ({ trim: own }) => own;
const board: Tone = ({ board: own }) => own;
const plaster: Tone = ({ plaster: own }) => own;
const dim =
  (tone: Tone, part: number): Tone =>
  (palette, isDark) =>
    shaded(tone(palette, isDark), part);
const tint =
  (hex: string): Tone =>
  () =>
    colour(hex);
/** Daylight in a window, or the night behind it. */
const sky: Tone = (_, isDark) => (isDark ? colour("#1b2436") : colour("#dbe9f4"));

const WARM: Colour = [1, 0.86, 0.62];
const WHITE: Colour = [1, 0.98, 0.94];

const ROOMS: Partial<Record<HallKind, Room>> = {
  school_hall: {
    walls: [
      { low: 0, high: 1.5, tone: board },
      { low: 1.5, high: 1.62, tone: trim },
      { low: 0, high: 0.12, tone: dim(trim, 0.6) },
      { low: -3.1, high: -1, tone: sky, everyM: 4.2, halfM: 1.5, shape: "window", glow: 0.8 },
      { low: 0.15, high: 2.6, tone: trim, everyM: 4.2, halfM: 0.55, outM: 0.14, shape: "ladder" },
      { low: -0.35, high: 0, tone: dim(plaster, 0.9) },
    ],
    roof: [
      { what: "beams", everyM: 3.4, wideM: 0.24, deepM: 0.55, tone: trim },
      { what: "strips", everyM: 3.4, sizeM: 1.5, tint: WHITE },
    ],
  },
  cinema: {
    walls: [
      { low: 0, high: 0.9, tone: board },
      { low: 0.9, high: 0.96, tone: tint("#7b5cc4"), glow: 0.55 },
      { low: 1.1, high: -0.6, tone: plaster, everyM: 2.4, halfM: 0.95, outM: 0.1, shape: "batten" },
      { low: 2.5, high: 3.1, tone: tint("#b48cff"), everyM: 4.8, halfM: 0.12, outM: 0.2, shape: "sconce", glow: 0.9 },
      { low: -1.6, high: -1, tone: tint("#101014"), everyM: 4.8, halfM: 0.3, outM: 0.3, shape: "batten" },
      { low: -0.45, high: -0.3, tone: tint("#6a4fb0"), glow: 0.4 },
    ],
    roof: [
      { what: "ribs", everyM: 3.6, wideM: 1.1, deepM: 0.18, tone: dim(plaster, 0.75) },
      { what: "spots", everyM: 2.4, sizeM: 0.16, tint: WARM },
    ],
    end: "masking",
  },
  concert_hall: {
    walls: [
      { low: 0, high: 1.1, tone: board },
      { low: 1.1, high: 1.2, tone: trim },
      { low: 1.2, high: -2.2, tone: dim(wall, 0.82), everyM: 1.1, halfM: 0.16, outM: 0.12, shape: "batten" },
      { low: -2.2, high: -2, tone: trim },
      { low: -2, high: 0, tone: plaster },
      { low: 3.4, high: 3.9, tone: () => WARM, everyM: 4.4, halfM: 0.09, outM: 0.22, shape: "sconce", glow: 1 },
    ],
    roof: [
      { what: "beams", everyM: 3.2, wideM: 0.3, deepM: 0.4, tone: dim(plaster, 0.86) },
      { what: "ribs", everyM: 4, wideM: 0.22, deepM: 0.3, tone: dim(plaster, 0.9) },
      { what: "spots", everyM: 3.2, sizeM: 0.2, tint: WARM },
      { what: "reflectors", tone: dim(wall, 1.05) },
    ],
    end: "organ",
  },
  playhouse: {
    walls: [
      { low: 0, high: 1.2, tone: board },
      { low: 1.2, high: 1.28, tone: trim },
      { low: 1.28, high: -1.4, tone: board, everyM: 0.6, halfM: 0.08, outM: 0.08, shape: "batten" },
      { low: 2.7, high: 3.1, tone: () => WARM, everyM: 4.8, halfM: 0.08, outM: 0.2, shape: "sconce", glow: 1 },
    ],
    roof: [
      { what: "ribs", everyM: 2.6, wideM: 1.5, deepM: 0.22, tone: plaster },
      { what: "spots", everyM: 2.6, sizeM: 0.17, tint: WARM },
      { what: "lanterns", everyM: 5, downM: 0.9 },
    ],
  },
  black_box: {
    walls: [{ low: 0.05, high: -0.9, tone: dim(wall, 0.8), everyM: 0.5, halfM: 0.25, outM: 0.05, shape: "cloth" }],
    roof: [{ what: "lanterns", everyM: 1.9, downM: 0.75 }],
    end: "drapes",
  },
  church: {
    walls: [
      { low: 0, high: 1.3, tone: dim(plaster, 0.8) },
      { low: 0, high: -0.9, tone: plaster, everyM: 5, halfM: 0.4, outM: 0.25, shape: "batten" },
      { low: 2.6, high: -2.2, tone: sky, everyM: 5, halfM: 0.95, shape: "arch", glow: 0.85 },
      { low: -0.9, high: -0.5, tone: trim },
    ],
    roof: [
      { what: "rafters", everyM: 3.6, tone: board },
      { what: "pendants", everyM: 5, sizeM: 0.3, tint: WARM },
    ],
    end: "apse",
  },
  conference: {
    walls: [
      { low: 0, high: 0.12, tone: dim(board, 0.6) },
      { low: 0.12, high: 2.4, tone: board },
      { low: 0.12, high: 2.4, tone: dim(board, 0.8), everyM: 1.2, halfM: 0.02, outM: 0.02, shape: "batten" },
      { low: 2.4, high: 2.46, tone: trim },
    ],
    roof: [
      { what: "tiles", everyM: 1.2, tone: dim(plaster, 0.82) },
      { what: "squares", everyM: 3.6, sizeM: 1.1, tint: WHITE },
    ],
    end: "backdrop",
  },
};

const PIECES_MOST = 160;
const ACROSS_MOST = 40;

/** Builds the room: what its walls carry, its ceiling, and its end behind the stage. */
export function buildRoom(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  const room = ROOMS[measures.hall];
  if (room === undefined) return mesh;
  const frame = stageFrame(measures);
  const isDark = isNight(measures.mood);
  for (const feature of room.walls) drawOnWalls(mesh, feature, measures, palette, isDark);
  if (!measures.isOpenAir) {
    drawCeiling(mesh, measures, palette);
    for (const feature of room.roof) drawUnderRoof(mesh, feature, frame, measures, palette, isDark);
  }
  if (room.end !== undefined) roomEnds[room.end](mesh, frame, measures, palette);
  return mesh;
}

type Spot = { at: Point2; along: Point2; inward: Point2; halfM: number };

/** Places along the walls of the house, this far apart at least; the sides of the outline itself if it is null. */
function spotsOnWalls(measures: VenueMeasures, everyM: number | null): Spot[] {
  const isStage = isBehindProscenium(measures);
  const inner = expanded(measures.outline, -0.04);
  const sides = inner.map((corner, index): [Point2, Point2, number] => {
    const next = inner[(index + 1) % inner.length]!;
    return [corner, next, Math.hypot(next[0] - corner[0], next[1] - corner[1])];
  });
  const around = sides.reduce((sum, [, , length]) => sum + length, 0);
  const stepM = everyM === null ? null : around / Math.min(PIECES_MOST, Math.max(1, Math.round(around / everyM)));
  const spots: Spot[] = [];
  let before = 0;
  for (const [from, to, length] of sides) {
    if (length < 0.05) continue;
    const along: Point2 = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const inward: Point2 = [-along[1], along[0]];
    const add = (atM: number, halfM: number): void => {
      const at: Point2 = [from[0] + along[0] * atM, from[1] + along[1] * atM];
      if (!isStage(at)) spots.push({ at, along, inward, halfM });
    };
    if (stepM === null) add(length / 2, length / 2);
    else for (let at = stepM * (Math.ceil(before / stepM + 0.5) - 0.5) - before; at < length; at += stepM) add(at, 0);
    before += length;
  }
  return spots;
}

function drawOnWalls(
  mesh: MeshBuilder,
  feature: OnWalls,
  measures: VenueMeasures,
  palette: Palette,
  isDark: boolean,
): void {
  const { everyM = null, halfM = 0, outM = 0.02, shape = "flat", glow = 0 } = feature;
  const z = (height: Height): number => (height >= 0 ? measures.floorZ : measures.roofZ) + height;
  const [low, high] = [z(feature.low), feature.high === 0 ? measures.roofZ : z(feature.high)];
  if (high - low < 0.04) return;
  const own = feature.tone(palette, isDark);
  const shine = glow * (isDark && shape !== "flat" ? 0.45 : 1);
  for (const [index, spot] of spotsOnWalls(measures, everyM).entries()) {
    const half = everyM === null ? spot.halfM : halfM;
    DRAW_ON_WALL[shape](mesh, { spot, index, half, low, high, outM, tone: own, glow: shine, palette });
  }
}

type WallPiece = {
  spot: Spot;
  index: number;
  half: number;
  low: number;
  high: number;
  outM: number;
  tone: Colour;
  glow: number;
  palette: Palette;
};

const DRAW_ON_WALL: Record<NonNullable<OnWalls["shape"]>, (mesh: MeshBuilder, piece: WallPiece) => void> = {
  flat: (mesh, { spot, half, low, high, outM, tone, glow }) =>
    plate(mesh, spot, [-half, half], [low, high], outM, glow > 0 ? [tone, tone] : [shaded(tone, 0.72), tone], glow),
  batten: (mesh, { spot, half, low, high, outM, tone, glow }) => {
    const plan = [-half, half]
      .map((side) => place(spot, side, 0))
      .concat([half, -half].map((s) => place(spot, s, outM)));
    mesh.prism(counterClockwise(plan), [low, high], { colour: tone, glow });
  },
  window: (mesh, { spot, half, low, high, tone, glow, palette }) => {
    const frame = shaded(palette.plaster, 0.75);
    plate(mesh, spot, [-half - 0.1, half + 0.1], [low - 0.1, high + 0.1], 0.03, [frame, frame], 0);
    const panes = Math.max(1, Math.round(half / 0.5));
    for (let pane = 0; pane < panes; pane++) {
      const [from, to] = [pane, pane + 1].map((at) => -half + (2 * half * at) / panes) as [number, number];
      plate(mesh, spot, [from + 0.04, to - 0.04], [low, high], 0.05, [shaded(tone, 0.9), tone], glow);
    }
  },
  arch: (mesh, { spot, half, low, high, tone, glow, palette }) => {
    archedWindow(mesh, (side, z, outM) => [...place(spot, side, outM), z], { half, low, high }, tone, glow, palette);
  },
  ladder: (mesh, { spot, index, half, low, high, outM, tone }) => {
    if (index % 3 !== 1) return;
    for (const side of [-half, half]) {
      mesh.bar([...place(spot, side, outM), low], [...place(spot, side, outM), high], 0.07, { colour: tone });
    }
    for (let z = low + 0.2; z < high; z += 0.2) {
      mesh.bar([...place(spot, -half, outM), z], [...place(spot, half, outM), z], 0.045, { colour: tone });
    }
  },
  cloth: (mesh, { spot, index, half, low, high, outM, tone }) => {
    const [left, right] =
      index % 2 === 0 ? [shaded(tone, 0.55), shaded(tone, 1.5)] : [shaded(tone, 1.5), shaded(tone, 0.55)];
    const at = (side: number, z: number): Point3 => [...place(spot, side, outM), z];
    mesh.sheet([at(half, low), at(-half, low), at(-half, high), at(half, high)], [left, right, right, left]);
  },
  sconce: (mesh, { spot, half, low, high, outM, tone, glow }) => {
    const plan = [-half, half]
      .map((side) => place(spot, side, 0.03))
      .concat([half, -half].map((s) => place(spot, s, outM)));
    mesh.prism(counterClockwise(plan), [low, high], {
      colour: shaded(tone, 0.4 + 0.6 * glow),
      glow: Math.max(0.35, glow),
    });
  },
};

function place({ at, along, inward }: Spot, sideM: number, outM: number): Point2 {
  return [at[0] + along[0] * sideM + inward[0] * outM, at[1] + along[1] * sideM + inward[1] * outM];
}

function plate(
  mesh: MeshBuilder,
  spot: Spot,
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
  outM: number,
  [lowTone, highTone]: readonly [Colour, Colour],
  glow: number,
): void {
  mesh.wall(place(spot, to, outM), place(spot, from, outM), low, high, { low: lowTone, high: highTone, glow });
}

function drawCeiling(mesh: MeshBuilder, { outline, roofZ, focus }: VenueMeasures, palette: Palette): void {
  const wide = expanded(outline, 0.6);
  wide.forEach((corner, index) => {
    const next = wide[(index + 1) % wide.length]!;
    mesh.face(
      [
        [focus[0], focus[1], roofZ],
        [...next, roofZ],
        [...corner, roofZ],
      ],
      [palette.ceiling, shaded(palette.ceiling, 0.88), shaded(palette.ceiling, 0.88)],
    );
  });
}

function drawUnderRoof(
  mesh: MeshBuilder,
  feature: UnderTheRoof,
  frame: StageFrame,
  { roofZ, floorZ, outline }: VenueMeasures,
  palette: Palette,
  isDark: boolean,
): void {
  const { hallHalfM, hallM, hallBackM } = frame;
  const inside = insideOf(outline);
  const cross = (everyM: number, draw: (forwardM: number) => void): void =>
    stepped(hallBackM, hallM, everyM).forEach(draw);
  const spread = (everyM: number, draw: (x: number, y: number) => void): void =>
    cross(everyM, (forwardM) => {
      for (const sideM of stepped(-hallHalfM, hallHalfM, everyM)) {
        const [x, y] = frame.ground(sideM, forwardM);
        if (inside([x, y])) draw(x, y);
      }
    });
  const block = (
    sides: [number, number],
    forwards: [number, number],
    z: [number, number],
    own: Colour,
    glow = 0,
  ): void => {
    const [[left, right], [back, front]] = [sides, forwards];
    const plan = [frame.ground(left, back), frame.ground(right, back), frame.ground(right, front)];
    mesh.prism(counterClockwise([...plan, frame.ground(left, front)]), z, { colour: own, glow });
  };
  const lit = isDark ? 0.3 : 1;
  switch (feature.what) {
    case "beams":
    case "ribs": {
      const { everyM, wideM, deepM } = feature;
      const tone = feature.tone(palette, isDark);
      const z: [number, number] = [roofZ - deepM, roofZ - 0.01];
      if (feature.what === "beams")
        cross(everyM, (at) => block([-hallHalfM, hallHalfM], [at - wideM / 2, at + wideM / 2], z, tone));
      else
        for (const at of stepped(-hallHalfM, hallHalfM, everyM)) {
          block([at - wideM / 2, at + wideM / 2], [hallBackM, hallM], z, tone);
        }
      break;
    }
    case "tiles": {
      const tone = feature.tone(palette, isDark);
      cross(feature.everyM, (at) =>
        block([-hallHalfM, hallHalfM], [at - 0.02, at + 0.02], [roofZ - 0.03, roofZ], tone),
      );
      for (const at of stepped(-hallHalfM, hallHalfM, feature.everyM)) {
        block([at - 0.02, at + 0.02], [hallBackM, hallM], [roofZ - 0.03, roofZ], tone);
      }
      break;
    }
    case "strips":
      // Between the beams.
      cross(feature.everyM, (at) => {
        for (const side of stepped(-hallHalfM, hallHalfM, 4)) {
          const [half, forwardM] = [feature.sizeM / 2, at + feature.everyM / 2];
          if (!inside(frame.ground(side, forwardM))) continue;
          block(
            [side - half, side + half],
            [forwardM - 0.09, forwardM + 0.09],
            [roofZ - 0.4, roofZ - 0.32],
            shaded(feature.tint, lit),
            lit,
          );
        }
      });
      break;
    case "squares":
    case "spots": {
      const half = feature.sizeM / 2;
      const own = shaded(feature.tint, 0.3 + 0.7 * lit);
      spread(feature.everyM, (x, y) => {
        mesh.box([x - half, x + half], [y - half, y + half], [roofZ - 0.24, roofZ - 0.2], {
          colour: own,
          glow: 0.4 + 0.6 * lit,
        });
      });
      break;
    }
    case "pendants": {
      const half = feature.sizeM / 2;
      spread(feature.everyM, (x, y) => {
        const z = roofZ - Math.min(2.6, (roofZ - floorZ) * 0.25);
        mesh.bar([x, y, z + feature.sizeM], [x, y, roofZ], 0.02, { colour: palette.steel });
        mesh.box([x - half, x + half], [y - half, y + half], [z, z + feature.sizeM], {
          colour: shaded(feature.tint, 0.4 + 0.6 * lit),
          glow: 0.4 + 0.6 * lit,
        });
      });
      break;
    }
    case "lanterns":
      drawLanterns(mesh, feature, frame, roofZ, palette, isDark, inside);
      break;
    case "reflectors":
      drawReflectors(mesh, frame, roofZ, feature.tone(palette, isDark));
      break;
    case "rafters":
      drawRafters(mesh, feature, frame, roofZ, feature.tone(palette, isDark));
  }
}

/** Draws pipes across the room, with lanterns that point to the stage. */
function drawLanterns(
  mesh: MeshBuilder,
  { everyM, downM }: { everyM: number; downM: number },
  frame: StageFrame,
  roofZ: number,
  palette: Palette,
  isDark: boolean,
  inside: (at: Point2) => boolean,
): void {
  const tints = ["#ffd9a0", "#ffb066", "#9ab6ff", "#ffd9a0", "#ff8fb0"].map(colour);
  const z = roofZ - downM;
  stepped(Math.max(frame.hallBackM, frame.backM), frame.hallM, everyM).forEach((forwardM, row) => {
    const half = frame.hallHalfM;
    mesh.bar(frame.at(-half, forwardM, z), frame.at(half, forwardM, z), 0.06, { colour: palette.steel });
    stepped(-half, half, 1.7).forEach((sideM, index) => {
      const [x, y] = frame.ground(sideM + (row % 2) * 0.6, forwardM);
      if (!inside([x, y])) return;
      const [aimX, aimY] = frame.ground(sideM + (row % 2) * 0.6, forwardM - 0.34);
      mesh.bar([x, y, z - 0.1], [aimX, aimY, z - 0.34], 0.2, { colour: colour("#141418") });
      const own = tints[(index + row) % tints.length]!;
      const [tipX, tipY] = frame.ground(sideM + (row % 2) * 0.6, forwardM - 0.37);
      mesh.bar([aimX, aimY, z - 0.34], [tipX, tipY, z - 0.37], 0.17, { colour: own, glow: isDark ? 1 : 0.25 });
    });
  });
}

/** Draws wooden reflectors over the stage. */
function drawReflectors(mesh: MeshBuilder, frame: StageFrame, roofZ: number, tone: Colour): void {
  for (const [row, forwardM] of stepped(frame.backM - 1, frame.frontM + 1, 3.4).entries()) {
    for (const sideM of stepped(-frame.halfM, frame.halfM, 4.4)) {
      const z = roofZ - 2.4 + 0.35 * Math.abs(sideM / frame.halfM) + row * 0.12;
      const at = (side: number, forward: number): Point3 => {
        const sag = 0.28 * (side / 1.9) ** 2 + 0.1 * (forward / 1.4) ** 2;
        return frame.at(sideM + side, forwardM + forward, z + sag);
      };
      for (let step = -2; step < 2; step++) {
        const [from, to] = [step * 0.95, (step + 1) * 0.95];
        const light = 0.9 + 0.05 * step;
        mesh.sheet([at(from, -1.4), at(to, -1.4), at(to, 1.4), at(from, 1.4)], shaded(tone, light));
      }
    }
  }
}

/** Draws rafters that meet at the ridge of a roof over the ceiling. */
function drawRafters(
  mesh: MeshBuilder,
  { everyM }: { everyM: number },
  frame: StageFrame,
  roofZ: number,
  tone: Colour,
): void {
  const half = frame.hallHalfM;
  for (const forwardM of stepped(frame.hallBackM, frame.hallM, everyM)) {
    const at = (side: number, z: number): Point3 => frame.at(side, forwardM, z);
    const [foot, ridge] = [roofZ - Math.min(2.4, half * 0.35), roofZ - 0.15];
    mesh.bar(at(-half, foot), at(-half * 0.3, ridge), 0.3, { colour: tone });
    mesh.bar(at(half, foot), at(half * 0.3, ridge), 0.3, { colour: tone });
    mesh.bar(at(-half * 0.3, ridge), at(half * 0.3, ridge), 0.3, { colour: tone });
    mesh.bar(at(-half * 0.62, (foot + ridge) / 2), at(half * 0.62, (foot + ridge) / 2), 0.22, {
      colour: shaded(tone, 0.9),
    });
  }
}

/** Numbers between two others, evenly and about this far apart; not more than a few dozen. */
function stepped(from: number, to: number, everyM: number): number[] {
  const count = Math.max(1, Math.min(ACROSS_MOST, Math.round((to - from) / everyM)));
  return Array.from({ length: count }, (_, step) => from + ((to - from) * (step + 0.5)) / count);
}

/** Whether a point is within an outline whose corners are counter-clockwise. */
function insideOf(outline: readonly Point2[]): (at: Point2) => boolean {
  return ([x, y]) =>
    outline.every(([fromX, fromY], index) => {
      const [toX, toY] = outline[(index + 1) % outline.length]!;
      return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX) > -0.2;
    });
}

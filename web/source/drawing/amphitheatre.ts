// An amphitheatre: the wall of the old stage house, the hills around it, and trees.

import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import type { Mood } from "./mood";
import type { Palette } from "./palettes";
import type { Stand } from "./rows";
import { distanceM } from "./rows";
import { seededRandom } from "./seeded-random";
import type { StageFrame } from "./stage-frame";
import { stageFrame } from "./stage-frame";
import type { VenueMeasures } from "./venue-measures";

const BAY_M = 3.4;
const PIER_M = 1.25;
const WALL_M = 1.4;
const STOREY_M = 4.6;
const TREES = 110;
const HILLS = 72;

/** Builds the wall of the stage house, whose surface is stone. */
export function buildStageHouse(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  drawStageHouse(mesh, stageFrame(measures), measures, palette);
  return mesh;
}

export function buildLandscape(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  drawGround(mesh, measures);
  drawHills(mesh, measures, palette);
  drawTrees(mesh, stageFrame(measures), measures);
  return mesh;
}

/** Draws the wall behind the stage: two storeys of arches, broken at the top. */
function drawStageHouse(
  mesh: MeshBuilder,
  frame: StageFrame,
  { floorZ, shown, focus, roofZ }: VenueMeasures,
  palette: Palette,
): void {
  const planeM = frame.backM - 1.2;
  const firstRowM = Math.min(...shown.map((stand) => firstRowOf(stand, focus)), 40);
  const bays = Math.max(5, Math.round((firstRowM * 2.5) / BAY_M) | 1);
  const halfM = (bays * BAY_M) / 2;
  const storeys = Math.max(1, Math.min(3, Math.floor((roofZ - 4 - floorZ) / STOREY_M) - 1));
  const stone = mixed(palette.wall, focus[2] > 0 ? palette.wallTop : palette.wall, 0.4);
  for (let bay = 0; bay < bays; bay++) {
    const leftM = -halfM + bay * BAY_M;
    const fromMiddle = Math.abs(bay + 0.5 - bays / 2) / (bays / 2);
    for (let storey = 0; storey < storeys; storey++) {
      // Less of the upper storeys still stands towards the sides.
      if (storey > 0 && seededRandom(bay, 91 + storey) < fromMiddle * 0.8 * storey - 0.25) break;
      const z = floorZ + storey * STOREY_M;
      drawBay(mesh, frame, planeM, [leftM, leftM + BAY_M], z, bay * 5 + storey, stone, storey === 0 && bay % 2 === 1);
    }
  }
  drawColumns(mesh, frame, planeM, halfM, floorZ, mixed(palette.wallTop, [1, 1, 1], 0.25));
}

/** How far the first row of a stand is from the focus. */
function firstRowOf({ strips, geometry }: Stand, [x, y]: Point3): number {
  if (geometry.centre === null && geometry.shape !== "free") return geometry.distanceM;
  const { front } = strips[0]!;
  return distanceM(front[front.length >> 1]!, [x, y]);
}

/** Draws one arch of a storey, with its piers. Some are walled up, with a niche. */
function drawBay(
  mesh: MeshBuilder,
  frame: StageFrame,
  planeM: number,
  [left, right]: [number, number],
  z: number,
  number: number,
  stone: Colour,
  isDoor: boolean,
): void {
  const tone = shaded(stone, 0.88 + 0.2 * seededRandom(number, 95));
  const [front, back] = [planeM, planeM - WALL_M];
  const top = z + STOREY_M;
  const [openLeft, openRight] = [left + PIER_M / 2, right - PIER_M / 2];
  const springZ = z + (isDoor ? 2.6 : 2.3);
  const radius = (openRight - openLeft) / 2;
  const steps = 7;
  const curve = Array.from({ length: steps + 1 }, (_, step): [number, number] => {
    const turn = Math.PI * (1 - step / steps);
    return [(openLeft + openRight) / 2 + radius * Math.cos(turn), springZ + radius * Math.sin(turn)];
  });
  const side = (at: number, from: number, to: number, low: number, high: number, paint: Colour): void => {
    mesh.sheet(
      [frame.at(from, at, low), frame.at(to, at, low), frame.at(to, at, high), frame.at(from, at, high)],
      [shaded(paint, 0.86), shaded(paint, 0.86), paint, paint],
    );
  };
  for (const at of [front, back]) {
    side(at, left, openLeft, z, top, tone);
    side(at, openRight, right, z, top, tone);
    for (let step = 0; step < steps; step++) {
      const [[fromM, fromZ], [toM, toZ]] = [curve[step]!, curve[step + 1]!];
      mesh.sheet(
        [frame.at(fromM, at, fromZ), frame.at(toM, at, toZ), frame.at(toM, at, top), frame.at(fromM, at, top)],
        tone,
      );
    }
  }
  const inside = shaded(tone, 0.6);
  for (const at of [openLeft, openRight]) {
    mesh.sheet(
      [frame.at(at, front, z), frame.at(at, back, z), frame.at(at, back, springZ), frame.at(at, front, springZ)],
      inside,
    );
  }
  for (let step = 0; step < steps; step++) {
    const [[fromM, fromZ], [toM, toZ]] = [curve[step]!, curve[step + 1]!];
    mesh.sheet(
      [
        frame.at(fromM, front, fromZ),
        frame.at(toM, front, toZ),
        frame.at(toM, back, toZ),
        frame.at(fromM, back, fromZ),
      ],
      inside,
    );
  }
  mesh.sheet(
    [frame.at(left, front, top), frame.at(right, front, top), frame.at(right, back, top), frame.at(left, back, top)],
    tone,
  );
  for (const end of [left, right]) {
    mesh.sheet(
      [frame.at(end, front, z), frame.at(end, back, z), frame.at(end, back, top), frame.at(end, front, top)],
      shaded(tone, 0.75),
    );
  }
  // A ledge between two storeys.
  side(front + 0.16, left, right, top - 0.3, top, shaded(tone, 1.08));
  mesh.sheet(
    [
      frame.at(left, front + 0.16, top),
      frame.at(right, front + 0.16, top),
      frame.at(right, front, top),
      frame.at(left, front, top),
    ],
    tone,
  );
}

/** Draws the columns that still stand before the wall. */
function drawColumns(
  mesh: MeshBuilder,
  frame: StageFrame,
  planeM: number,
  halfM: number,
  floorZ: number,
  marble: Colour,
): void {
  const count = Math.round((halfM * 2) / (BAY_M * 2));
  for (let column = 0; column < count; column++) {
    if (seededRandom(column, 97) < 0.25) continue;
    const sideM = -halfM + BAY_M * (2 * column + 1);
    const tall = seededRandom(column, 98) < 0.35 ? 2.4 : STOREY_M - 0.5;
    const [x, y] = frame.ground(sideM, planeM + 0.75);
    const round = (radius: number) =>
      Array.from({ length: 10 }, (_, side): [number, number] => {
        const turn = (Math.PI * 2 * side) / 10;
        return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
      });
    mesh.prism(round(0.5), [floorZ, floorZ + 0.35], { colour: shaded(marble, 0.9) });
    mesh.prism(round(0.34), [floorZ + 0.35, floorZ + tall], { colour: marble });
    if (tall > 3) mesh.prism(round(0.48), [floorZ + tall, floorZ + tall + 0.35], { colour: marble });
  }
}

function drawGround(mesh: MeshBuilder, { focus, floorZ, radiusM }: VenueMeasures): void {
  const [dry, green] = [colour("#8f8256"), colour("#6f7a4c")];
  const sides = 40;
  const rings: [number, number][] = [
    [radiusM * 0.2, radiusM + 30],
    [radiusM + 30, 260],
    [260, 620],
  ];
  for (const [inner, outer] of rings) {
    for (let side = 0; side < sides; side++) {
      const at = (radius: number, step: number): Point3 => {
        const turn = (Math.PI * 2 * step) / sides;
        return [focus[0] + radius * Math.cos(turn), focus[1] + radius * Math.sin(turn), floorZ - 0.35];
      };
      const tone = mixed(dry, green, 0.5 + 0.16 * seededRandom(side * 7 + Math.round(inner), 99));
      mesh.face([at(inner, side), at(outer, side), at(outer, side + 1), at(inner, side + 1)], tone);
    }
  }
}

/** Draws two ranges of hills along the horizon. */
function drawHills(mesh: MeshBuilder, { focus, floorZ, mood }: VenueMeasures, palette: Palette): void {
  const ranges: [number, number, number, Colour][] = [
    [600, 74, 3, mixed(colour("#6d7f86"), palette.skyLow, 0.35)],
    [360, 34, 8, mixed(colour("#66714f"), palette.skyLow, 0.15)],
  ];
  const dim = HILL_LIGHT[mood];
  for (const [radius, tall, salt, tone] of ranges) {
    for (let side = 0; side < HILLS; side++) {
      const at = (step: number): { turn: number; high: number } => {
        const turn = (Math.PI * 2 * step) / HILLS;
        const wave =
          Math.sin(turn * 3 + salt) + 0.6 * Math.sin(turn * 7 + salt * 2) + 0.35 * Math.sin(turn * 17 + salt);
        return { turn, high: tall * (0.42 + 0.24 * wave) };
      };
      const point = ({ turn }: { turn: number }, z: number): Point3 => [
        focus[0] + radius * Math.cos(turn),
        focus[1] + radius * Math.sin(turn),
        floorZ + z,
      ];
      const [start, end] = [at(side), at(side + 1)];
      mesh.sheet(
        [point(start, -6), point(end, -6), point(end, Math.max(2, end.high)), point(start, Math.max(2, start.high))],
        shaded(tone, dim),
        0.35,
      );
    }
  }
}

/** How light the hills are in each mood. */
const HILL_LIGHT: Record<Mood, number> = { concert: 0.3, floodlights: 0.22, house_lights: 0.6, daylight: 1 };

/** Draws pines and cypresses around the steps, and behind the stage house. */
function drawTrees(mesh: MeshBuilder, frame: StageFrame, { focus, floorZ, radiusM }: VenueMeasures): void {
  for (let tree = 0; tree < TREES; tree++) {
    const turn = Math.PI * 2 * seededRandom(tree, 101);
    const away = radiusM + 9 + 75 * seededRandom(tree, 102) ** 1.5;
    const [x, y] = [focus[0] + away * Math.cos(turn), focus[1] + away * Math.sin(turn)];
    if (frame.from([x, y]).forwardM < 0 && Math.abs(frame.from([x, y]).sideM) < 9) continue;
    const size = 0.75 + 0.6 * seededRandom(tree, 103);
    drawShadow(mesh, [x, y, floorZ - 0.32], size * 2.6);
    const green = mixed(colour("#3d5a37"), colour("#5f7340"), seededRandom(tree, 104));
    if (seededRandom(tree, 105) < 0.5) drawCypress(mesh, [x, y, floorZ], size, green);
    else drawPine(mesh, [x, y, floorZ], size, green);
  }
}

function drawShadow(mesh: MeshBuilder, [x, y, z]: Point3, radius: number): void {
  const disc = Array.from({ length: 10 }, (_, side): Point3 => {
    const turn = (Math.PI * 2 * side) / 10;
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn), z];
  });
  mesh.face(disc, colour("#4d5636"));
}

function drawCypress(mesh: MeshBuilder, at: Point3, size: number, green: Colour): void {
  const profile: [number, number][] = [
    [0.3, 0.4],
    [1.15, 2.2],
    [1.05, 5.5],
    [0.55, 9.5],
    [0.02, 12.5],
  ];
  drawRound(mesh, at, profile, size, shaded(green, 0.75));
}

function drawPine(mesh: MeshBuilder, [x, y, z]: Point3, size: number, green: Colour): void {
  mesh.bar([x, y, z], [x, y, z + 6.5 * size], 0.4 * size, { colour: colour("#5b4636") });
  const crown: [number, number][] = [
    [0.3, 5.2],
    [2.9, 6.2],
    [3.4, 7.2],
    [2.2, 8.6],
    [0.05, 9.3],
  ];
  drawRound(mesh, [x, y, z], crown, size, green);
}

/** Draws a body of revolution with eight sides from radii and heights. */
function drawRound(
  mesh: MeshBuilder,
  [x, y, z]: Point3,
  profile: [number, number][],
  size: number,
  tone: Colour,
): void {
  const sides = 8;
  for (let ring = 0; ring + 1 < profile.length; ring++) {
    const [[lowRadius, low], [highRadius, high]] = [profile[ring]!, profile[ring + 1]!];
    for (let side = 0; side < sides; side++) {
      const at = (radius: number, up: number, step: number): Point3 => {
        const turn = (Math.PI * 2 * step) / sides;
        const ragged = 1 + 0.16 * Math.sin(step * 2.7 + x + up);
        return [
          x + radius * size * ragged * Math.cos(turn),
          y + radius * size * ragged * Math.sin(turn),
          z + up * size,
        ];
      };
      const paint = shaded(tone, 0.7 + (0.35 * ring) / profile.length + 0.12 * seededRandom(side + ring * 9, 106));
      mesh.face(
        [
          at(lowRadius, low, side),
          at(lowRadius, low, side + 1),
          at(highRadius, high, side + 1),
          at(highRadius, high, side),
        ],
        paint,
      );
    }
  }
}

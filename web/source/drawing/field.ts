// The field that people look at, and a football pitch with its lines, goals, boards and benches.
import { drawCourtOf } from "./court";
import type { FieldKind, FocusExtent } from "./focus-extent";
import { extentCorners, fieldOf } from "./focus-extent";
import type { FreeFloor } from "./free-floor";
import { drawStrokes, freeFloor, spots } from "./free-floor";
import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import { isNight } from "./mood";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import { seededRandom } from "./seeded-random";
import { arc, closed, rectangle as cornersOf } from "./sport-lines";
import type { VenueMeasures } from "./venue-measures";

/** Half the length and width of a pitch as the laws of the game recommend it. */
const PITCH = { halfLongM: 52.5, halfWideM: 34 };
const GOAL = { halfM: 3.66, highM: 2.44, deepM: 2 };
const OVER_M = 0.02;
const WHITE: Colour = [0.94, 0.95, 0.94];

/** Where something is on the pitch: beside its middle line, and along its length. */
type ToPitch = (z: number, plan: readonly Point2[]) => Point3[];

/** Where things are on a field: by metres of its usual size beside its middle and along its length. */
export type FieldFrame = {
  kind: FieldKind;
  to(at: Point2): Point3;
  turn: number;
};

export type Field = {
  mesh: MeshBuilder;
  isGrass: boolean;
  frame: FieldFrame;
};

/** Builds the field of the plan's focus; a football pitch, where none is known and there is room for one. */
export function buildField(measures: VenueMeasures, palette: Palette): Field {
  const mesh = new MeshBuilder();
  const extent = fieldOf(measures.plan);
  if (extent === null) {
    const free = freeFloor(measures);
    const scale = Math.min(1, (free.halfLongM + 2) / PITCH.halfLongM, free.halfWideM / PITCH.halfWideM);
    drawPitch(mesh, measures, palette, free, scale);
    return { mesh, isGrass: true, frame: pitchFrame(measures, free, scale) };
  }
  const { free, centred } = floorOfExtent(measures, extent);
  if (extent.kind !== "football") {
    const { isGrass, to } = drawCourtOf(mesh, extent.kind, centred, palette, free, extent.heightM);
    return { mesh, isGrass, frame: { kind: extent.kind, to: (at) => to([at], OVER_M)[0]!, turn: free.turn } };
  }
  const scale = Math.min(free.halfLongM / PITCH.halfLongM, free.halfWideM / PITCH.halfWideM);
  drawPitch(mesh, centred, palette, free, scale);
  return { mesh, isGrass: true, frame: pitchFrame(centred, free, scale) };
}

function pitchFrame(measures: VenueMeasures, free: FreeFloor, scale: number): FieldFrame {
  const z = measures.floorZ + OVER_M;
  const to = ([beside, along]: Point2): Point3 => spots(measures, free, z, [[beside * scale, along * scale]])[0]!;
  return { kind: "football", to, turn: free.turn };
}

/** The rectangle of a field, and the measures with its middle as the focus. */
function floorOfExtent(measures: VenueMeasures, extent: FocusExtent): { free: FreeFloor; centred: VenueMeasures } {
  // The ground of most fields is longer across than from front to back; that of baseball begins at its front.
  const turn = ((extent.turnDeg + (extent.kind === "baseball" ? 0 : 90)) * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  const corners = extentCorners(measures.plan, extent);
  const along = corners.map(([x, y]) => x * sine + y * cosine);
  const beside = corners.map(([x, y]) => x * cosine - y * sine);
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const half = (values: number[]) => (Math.max(...values) - Math.min(...values)) / 2;
  const [alongM, besideM] = [middle(along), middle(beside)];
  const [x, y] = [alongM * sine + besideM * cosine, alongM * cosine - besideM * sine];
  return {
    free: { halfLongM: half(along), halfWideM: half(beside), turn },
    centred: { ...measures, focus: [x, y, measures.focus[2]] },
  };
}

function drawPitch(mesh: MeshBuilder, measures: VenueMeasures, palette: Palette, free: FreeFloor, scale: number): void {
  const z = measures.floorZ + OVER_M;
  const to: ToPitch = (height, plan) =>
    spots(
      measures,
      free,
      height,
      plan.map(([beside, along]): Point2 => [beside * scale, along * scale]),
    );
  const isWhole = fieldOf(measures.plan) !== null;
  drawLawn(mesh, to, z, {
    halfLongM: isWhole ? PITCH.halfLongM + 4.5 : Math.min(PITCH.halfLongM + 4.5, (free.halfLongM + 0.8) / scale),
    halfWideM: isWhole ? PITCH.halfWideM + 4.5 : Math.min(PITCH.halfWideM + 4.5, (free.halfWideM + 0.8) / scale),
  });
  drawStrokes(linesOf(), (stroke) => mesh.sheet(to(z + OVER_M, stroke), WHITE));
  for (const end of [-1, 1]) drawGoal(mesh, to, measures.floorZ, end);
  drawCornerFlags(mesh, to, measures.floorZ);
  if (scale === 1 && hasSurroundings(measures)) {
    drawBoards(mesh, to, measures, palette);
    drawBenches(mesh, to, measures, palette);
  }
}

/** Whether boards and dugouts stand around the pitch: where the plan has them, and where it says nothing of the view. */
function hasSurroundings({ plan }: VenueMeasures): boolean {
  return !plan.lookedAt || (plan.bodies ?? []).some(({ kind }) => kind === "dugout");
}

/** Draws grass in mown stripes. Each has a checked pattern, as two directions of mowing leave it. */
function drawLawn(
  mesh: MeshBuilder,
  to: ToPitch,
  z: number,
  { halfLongM, halfWideM }: { halfLongM: number; halfWideM: number },
): void {
  const [light, dark] = [colour("#587b40"), colour("#496c36")];
  const [stripes, lanes] = [20, 10];
  const edge = (half: number, at: number, of: number) => -half + (2 * half * at) / of;
  for (let stripe = 0; stripe < stripes; stripe++) {
    for (let lane = 0; lane < lanes; lane++) {
      const [from, till] = [edge(halfLongM, stripe, stripes), edge(halfLongM, stripe + 1, stripes)];
      const [left, right] = [edge(halfWideM, lane, lanes), edge(halfWideM, lane + 1, lanes)];
      const tone = mixed(light, dark, (stripe % 2) * 0.75 + (lane % 2) * 0.25);
      const worn = shaded(tone, 0.97 + 0.06 * seededRandom(stripe * 16 + lane, 81));
      mesh.face(
        to(z, [
          [left, from],
          [right, from],
          [right, till],
          [left, till],
        ]),
        worn,
      );
    }
  }
}

/** The lines of a football pitch, as polylines. */
function linesOf(): Point2[][] {
  const { halfLongM, halfWideM } = PITCH;
  const lines: Point2[][] = [
    closed(rectangle(halfWideM, -halfLongM, halfLongM)),
    [
      [-halfWideM, 0],
      [halfWideM, 0],
    ],
    arc([0, 0], 9.15, 0, 360),
    arc([0, 0], 0.15, 0, 360),
  ];
  for (const end of [-1, 1]) {
    const goalM = end * halfLongM;
    lines.push(rectangle(20.16, goalM, goalM - end * 16.5).concat([[-20.16, goalM]]));
    lines.push(rectangle(9.16, goalM, goalM - end * 5.5).concat([[-9.16, goalM]]));
    const spot: Point2 = [0, goalM - end * 11];
    lines.push(arc(spot, 0.15, 0, 360));
    // The part of the circle around the spot that is outside of the penalty area.
    lines.push(end > 0 ? arc(spot, 9.15, 180 - 53, 180 + 53) : arc(spot, 9.15, -53, 53));
    for (const side of [-1, 1]) {
      const from = end > 0 ? (side > 0 ? 180 : 90) : side > 0 ? 270 : 0;
      lines.push(arc([side * halfWideM, goalM], 1, from, from + 90));
    }
  }
  return lines;
}

function rectangle(halfWideM: number, fromM: number, toM: number): Point2[] {
  return cornersOf(-halfWideM, halfWideM, fromM, toM);
}

function drawGoal(mesh: MeshBuilder, to: ToPitch, floorZ: number, end: number): void {
  const goalM = end * PITCH.halfLongM;
  const at = (beside: number, behindM: number, up: number): Point3 =>
    to(floorZ + up, [[beside, goalM + end * behindM]])[0]!;
  const paint = { colour: WHITE };
  const { halfM, highM, deepM } = GOAL;
  for (const side of [-halfM, halfM]) {
    mesh.bar(at(side, 0, 0), at(side, 0, highM), 0.14, paint);
    mesh.bar(at(side, 0, highM), at(side, deepM * 0.5, highM), 0.06, paint);
    mesh.bar(at(side, deepM * 0.5, highM), at(side, deepM, 0), 0.06, paint);
  }
  mesh.bar(at(-halfM, 0, highM), at(halfM, 0, highM), 0.14, paint);
  const net = { colour: shaded(WHITE, 0.8) };
  for (let mesh1 = 0; mesh1 <= 12; mesh1++) {
    const side = -halfM + (2 * halfM * mesh1) / 12;
    mesh.bar(at(side, 0, highM), at(side, deepM * 0.5, highM), 0.025, net);
    mesh.bar(at(side, deepM * 0.5, highM), at(side, deepM, 0), 0.025, net);
  }
  for (let row = 0; row <= 4; row++) {
    const part = row / 4;
    const [behindM, up] = [deepM * (0.5 + 0.5 * part), highM * (1 - part)];
    mesh.bar(at(-halfM, behindM, up), at(halfM, behindM, up), 0.025, net);
  }
}

function drawCornerFlags(mesh: MeshBuilder, to: ToPitch, floorZ: number): void {
  for (const [beside, along] of rectangle(PITCH.halfWideM, -PITCH.halfLongM, PITCH.halfLongM)) {
    const at = (up: number, right = 0): Point3 => to(floorZ + up, [[beside + right, along]])[0]!;
    mesh.bar(at(0), at(1.5), 0.05, { colour: colour("#e8d44a") });
    mesh.sheet([at(1.1), at(1.1, 0.42), at(1.5, 0.42), at(1.5)], colour("#d8442e"));
  }
}

/** Draws the boards around the pitch, which shine by night. */
function drawBoards(mesh: MeshBuilder, to: ToPitch, { floorZ, mood }: VenueMeasures, palette: Palette): void {
  const [wide, long] = [PITCH.halfWideM + 3.4, PITCH.halfLongM + 4.4];
  const tints = ["#1d57a8", "#e9edf2", "#b3262f", "#e9edf2", "#146b52", "#e0a81f"].map(colour);
  const glow = isNight(mood) ? 0.8 : 0.25;
  const corners = rectangle(wide, -long, long);
  corners.forEach((corner, index) => {
    const next = corners[(index + 1) % 4]!;
    const length = Math.hypot(next[0] - corner[0], next[1] - corner[1]);
    const panels = Math.round(length / 7.5);
    for (let panel = 0; panel < panels; panel++) {
      const at = (part: number): Point2 => [
        corner[0] + ((next[0] - corner[0]) * part) / panels,
        corner[1] + ((next[1] - corner[1]) * part) / panels,
      ];
      const [start, end] = [at(panel), at(panel + 1)];
      const tint = tints[(panel + index) % tints.length]!;
      const mark = tints[(panel + index + 1) % tints.length]!;
      const face = (from: Point2, till: Point2, low: number, high: number, tone: Colour, shine: number): void => {
        const [a, b] = to(floorZ + low, [from, till]);
        const [c, d] = to(floorZ + high, [till, from]);
        mesh.sheet([a!, b!, c!, d!], tone, shine);
      };
      face(start, end, 0.08, 0.95, tint, glow);
      // A plain mark in the middle of each board, instead of anybody's advertisement.
      const inner = (point: Point2): Point2 => [point[0] * 0.9985, point[1] * 0.9985];
      face(inner(at(panel + 0.25)), inner(at(panel + 0.75)), 0.38, 0.66, mark, glow);
      face(start, end, 0, 0.08, shaded(palette.steel, 0.4), 0);
    }
  });
}

function drawBenches(mesh: MeshBuilder, to: ToPitch, { floorZ }: VenueMeasures, palette: Palette): void {
  const beside = PITCH.halfWideM + 1.6;
  for (const along of [-12, 12]) {
    const at = (out: number, by: number, up: number): Point3 => to(floorZ + up, [[beside + out, along + by]])[0]!;
    const shell = mixed(palette.steel, colour("#2b3442"), 0.65);
    mesh.sheet([at(1.5, -5, 0), at(1.5, 5, 0), at(1.5, 5, 1.9), at(1.5, -5, 1.9)], shell);
    mesh.sheet([at(1.5, -5, 1.9), at(1.5, 5, 1.9), at(0, 5, 2.2), at(0, -5, 2.2)], shell);
    for (const end of [-5, 5]) {
      mesh.sheet([at(1.5, end, 0), at(0.3, end, 0), at(0, end, 2.2), at(1.5, end, 1.9)], shaded(shell, 0.9));
    }
    for (let seat = -4.5; seat < 5; seat += 0.6) {
      mesh.sheet(
        [at(0.5, seat - 0.22, 0.42), at(0.5, seat + 0.22, 0.42), at(1, seat + 0.22, 0.46), at(1, seat - 0.22, 0.46)],
        palette.chairs[0]!,
      );
    }
  }
}

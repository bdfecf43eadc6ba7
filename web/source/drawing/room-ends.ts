// What is at the end of a room behind its stage: an organ, an apse, the wall around a screen, cloth, or a backdrop.
import type { Colour, Point3 } from "./mesh-builder";
import { colour, type MeshBuilder, mixed, shaded } from "./mesh-builder";
import { isNight } from "./mood";
import type { Palette } from "./palettes";
import type { StageFrame } from "./stage-frame";
import { block, quad } from "./stage-shapes";
import type { VenueMeasures } from "./venue-measures";
import { footprintOf } from "./venue-measures";

type DrawEnd = (mesh: MeshBuilder, frame: StageFrame, measures: VenueMeasures, palette: Palette) => void;

export const roomEnds: Record<"organ" | "apse" | "masking" | "drapes" | "backdrop", DrawEnd> = {
  organ: drawOrgan,
  apse: drawApse,
  masking: drawMasking,
  drapes: drawDrapes,
  backdrop: drawBackdrop,
};

const OFF_WALL_M = 0.25;

/** The foot of what stands at the end: above everybody who sits behind the stage. */
function footOf(frame: StageFrame, { shown, floorZ }: VenueMeasures): number {
  let foot = Math.max(floorZ, frame.topZ) + 1.4;
  for (const { strips } of shown) {
    const last = strips.at(-1)!;
    const [x, y] = last.front[last.front.length >> 1]!;
    if (frame.from([x, y]).forwardM < frame.backM) foot = Math.max(foot, last.z + 2.1);
  }
  return foot;
}

/** Draws a case with towers of pipes. */
function drawOrgan(mesh: MeshBuilder, frame: StageFrame, measures: VenueMeasures, palette: Palette): void {
  const foot = footOf(frame, measures);
  const top = measures.roofZ - 0.7;
  if (top - foot < 2.2) return;
  const half = Math.min(7.5, frame.hallHalfM * 0.5);
  const wallM = frame.hallBackM + OFF_WALL_M;
  const wood = shaded(palette.trim, 1.05);
  block(mesh, frame, [-half, half], [wallM, wallM + 0.7], [foot, foot + (top - foot) * 0.22], wood);
  block(mesh, frame, [-half, half], [wallM, wallM + 0.15], [foot, top - 0.5], shaded(wood, 0.55));
  const tin = colour("#cfd2d6");
  const pipes = 49;
  for (let pipe = 0; pipe < pipes; pipe++) {
    const part = pipe / (pipes - 1);
    const side = -half + 0.25 + (2 * half - 0.5) * part;
    // Five towers, whose middles are the highest.
    const tower = Math.abs(((part * 5) % 1) - 0.5) * 2;
    const tall = 0.62 + 0.3 * (1 - tower) + (part > 0.4 && part < 0.6 ? 0.08 : 0);
    const low = foot + (top - foot) * 0.22;
    const [from, to] = [low, low + (top - low) * Math.min(1, tall)];
    const forwardM = wallM + 0.45 + 0.2 * (1 - tower);
    mesh.bar(frame.at(side, forwardM, from), frame.at(side, forwardM, to), 0.2, {
      colour: shaded(tin, 0.86 + 0.14 * (pipe % 2)),
    });
    const lip: Point3[] = [
      frame.at(side - 0.06, forwardM + 0.11, from + 0.5),
      frame.at(side + 0.06, forwardM + 0.11, from + 0.5),
    ];
    mesh.sheet([lip[0]!, lip[1]!, frame.at(side, forwardM + 0.11, from + 0.75)], shaded(tin, 0.35));
  }
  for (let tower = 0; tower <= 5; tower++) {
    const side = -half + (2 * half * tower) / 5;
    block(mesh, frame, [side - 0.12, side + 0.12], [wallM, wallM + 0.75], [foot, top - 0.6], wood);
  }
  block(mesh, frame, [-half - 0.2, half + 0.2], [wallM, wallM + 0.8], [foot - 0.15, foot + 0.1], shaded(wood, 0.8));
}

/** Draws an arch with a cross, between two windows, and a round window above. */
function drawApse(mesh: MeshBuilder, frame: StageFrame, measures: VenueMeasures, palette: Palette): void {
  const { floorZ, roofZ, mood } = measures;
  const wallM = frame.hallBackM + 0.06;
  const at = (side: number, z: number, outM: number): Point3 => frame.at(-side, wallM + outM, z);
  const glow = isNight(mood) ? 0.3 : 0.85;
  const light = isNight(mood) ? colour("#1b2436") : colour("#dbe9f4");
  const high = floorZ + (roofZ - floorZ) * 0.66;
  const half = Math.min(2.6, frame.hallHalfM * 0.36);
  const arch = (wider: number, outM: number): Point3[] => [
    at(half + wider, floorZ, outM),
    at(-half - wider, floorZ, outM),
    ...Array.from({ length: 13 }, (_, step) => {
      const turn = (Math.PI * step) / 12;
      return at(-Math.cos(turn) * (half + wider), high - half + Math.sin(turn) * (half + wider), outM);
    }),
  ];
  mesh.sheet(arch(0.3, 0.02), shaded(palette.trim, 1.05));
  mesh.sheet(arch(0, 0.06), shaded(palette.plaster, 0.8));
  const wood = { colour: shaded(palette.board, 0.8) };
  const crossZ = floorZ + 3.4;
  mesh.bar(at(0, crossZ - 1.2, 0.2), at(0, crossZ + 1.1, 0.2), 0.16, wood);
  mesh.bar(at(-0.75, crossZ + 0.35, 0.2), at(0.75, crossZ + 0.35, 0.2), 0.16, wood);
  const beside = (half + frame.hallHalfM) / 2;
  if (frame.hallHalfM - half > 2) {
    for (const side of [-beside, beside]) {
      const own = (x: number, z: number, outM: number): Point3 => at(side + x, z, outM);
      archedWindow(mesh, own, { half: 0.7, low: floorZ + 2.4, high: high - 0.4 }, light, glow, palette);
    }
  }
  const [roseZ, radius] = [(high + roofZ) / 2 + 0.2, Math.max(0.4, Math.min(1.3, (roofZ - high) * 0.38))];
  const tints = ["#8e2f3f", "#2f5a9c", "#c99a3a", "#3f7d5a"].map(colour);
  const sides = 16;
  for (let side = 0; side < sides; side++) {
    const spot = (step: number, part: number): Point3 => {
      const turn = (Math.PI * 2 * step) / sides;
      return at(Math.cos(turn) * radius * part, roseZ + Math.sin(turn) * radius * part, 0.08);
    };
    const own = tints[side % tints.length]!;
    mesh.sheet([spot(side, 0.3), spot(side, 0.95), spot(side + 1, 0.95), spot(side + 1, 0.3)], own, glow);
    mesh.sheet([spot(side, 0), spot(side, 0.26), spot(side + 1, 0.26)], light, glow);
    mesh.bar(spot(side, 1), spot(side + 1, 1), 0.14, { colour: shaded(palette.plaster, 0.75) });
  }
}

/** Draws a window with a round top and coloured panes. `at` gives a point by its side, height, and how far off the wall. */
export function archedWindow(
  mesh: MeshBuilder,
  at: (side: number, z: number, outM: number) => Point3,
  { half, low, high }: { half: number; low: number; high: number },
  tone: Colour,
  glow: number,
  palette: Palette,
): void {
  const springZ = Math.max(low + 0.4, high - half);
  const outline = (wider: number, outM: number): Point3[] => {
    const round = Array.from({ length: 9 }, (_, step) => {
      const turn = (Math.PI * step) / 8;
      return at(-Math.cos(turn) * (half + wider), springZ + Math.sin(turn) * (half + wider), outM);
    });
    return [at(half + wider, low - wider, outM), at(-half - wider, low - wider, outM), ...round];
  };
  mesh.sheet(outline(0.16, 0.03), shaded(palette.plaster, 0.72));
  mesh.sheet(outline(0, 0.05), shaded(tone, 0.85), glow);
  const tints = ["#8e2f3f", "#2f5a9c", "#c99a3a", "#3f7d5a"].map(colour);
  const rows = Math.max(2, Math.round((springZ - low) / 0.7));
  for (let row = 0; row < rows; row++) {
    for (const side of [-1, 0, 1]) {
      const own = mixed(tints[(row * 2 + side + 5) % tints.length]!, tone, 0.25);
      const [from, to] = [side * half * 0.62 - half * 0.26, side * half * 0.62 + half * 0.26];
      const [foot, head] = [0.1, 0.9].map((part) => low + ((springZ - low) * (row + part)) / rows) as [number, number];
      mesh.sheet([at(to, foot, 0.07), at(from, foot, 0.07), at(from, head, 0.07), at(to, head, 0.07)], own, glow * 0.9);
    }
  }
}

/** Draws the dark wall around a screen, with cloth on both sides of it. */
function drawMasking(mesh: MeshBuilder, frame: StageFrame, measures: VenueMeasures, palette: Palette): void {
  const { floorZ, roofZ, plan } = measures;
  const wallM = frame.hallBackM + 0.08;
  const black = colour("#0d0c10");
  quad(mesh, frame, [-frame.hallHalfM, frame.hallHalfM], wallM, [floorZ, roofZ], [black, black]);
  const screen = plan.obstructions.find(({ kind }) => kind === "screen");
  if (screen === undefined) return;
  const half = Math.max(...footprintOf(screen).map((corner) => Math.abs(frame.from(corner).sideM))) + 0.25;
  for (const sign of [-1, 1])
    cloth(mesh, frame, [sign * half, sign * frame.hallHalfM], wallM + 0.1, [floorZ, roofZ], palette);
  block(mesh, frame, [-frame.hallHalfM, frame.hallHalfM], [wallM, wallM + 0.35], [floorZ, floorZ + 0.35], black);
}

function drawDrapes(mesh: MeshBuilder, frame: StageFrame, { floorZ, roofZ }: VenueMeasures, palette: Palette): void {
  const { hallHalfM, hallBackM } = frame;
  cloth(mesh, frame, [-hallHalfM, hallHalfM], hallBackM + 0.15, [floorZ, roofZ - 0.9], palette);
}

/** Draws a backdrop in the colour of the house, with a slide on each side. */
function drawBackdrop(mesh: MeshBuilder, frame: StageFrame, measures: VenueMeasures, palette: Palette): void {
  const { roofZ } = measures;
  const wallM = frame.hallBackM + 0.08;
  const half = Math.min(frame.hallHalfM - 0.3, frame.halfM);
  const high = Math.min(roofZ - 0.3, frame.topZ + 3.6);
  quad(mesh, frame, [-half, half], wallM, [frame.topZ, high], [shaded(palette.fold, 0.9), palette.curtain]);
  // The outermost parts are screens.
  const tall = Math.min(high - frame.topZ - 1.1, half * 0.36);
  for (const sign of [-1, 1]) {
    const [inner, outer] = [sign * half * 0.36, sign * half * 0.96];
    const [low, top] = [high - 0.3 - tall, high - 0.3];
    quad(mesh, frame, [inner, outer], wallM + 0.04, [low, top], [colour("#e9eef4"), colour("#f6f9fc")], 0.9);
    const line = (from: number, to: number, row: number, tone: Colour): void => {
      const [left, right] = [from, to].map((part) => inner + (outer - inner) * part) as [number, number];
      const z = top - tall * row;
      quad(mesh, frame, [left, right], wallM + 0.07, [z - tall * 0.07, z], [tone, tone], 0.8);
    };
    const ink = colour("#24406b");
    line(0.1, 0.7, 0.14, ink);
    for (const [row, to] of [0.4, 0.55, 0.7].map((row, index): [number, number] => [row, 0.82 - index * 0.16])) {
      line(0.1, to, row, colour("#8fa0b8"));
    }
  }
}

/** Draws cloth in folds. */
function cloth(
  mesh: MeshBuilder,
  frame: StageFrame,
  [from, to]: [number, number],
  forwardM: number,
  [low, high]: [number, number],
  { curtain, fold }: Palette,
): void {
  const folds = Math.max(2, Math.min(120, Math.round(Math.abs(to - from) / 0.28)));
  for (let piece = 0; piece < folds; piece++) {
    const edge = (step: number) => ({
      side: from + ((to - from) * step) / folds,
      aheadM: forwardM + (step % 2) * 0.12,
      tone: step % 2 === 0 ? fold : curtain,
    });
    const [start, end] = [edge(piece), edge(piece + 1)];
    mesh.sheet(
      [
        frame.at(start.side, start.aheadM, low),
        frame.at(end.side, end.aheadM, low),
        frame.at(end.side, end.aheadM, high),
        frame.at(start.side, start.aheadM, high),
      ],
      [shaded(start.tone, 0.8), shaded(end.tone, 0.8), end.tone, start.tone],
    );
  }
}

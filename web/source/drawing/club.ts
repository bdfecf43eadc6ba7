// A small club: a low ceiling with pipes and lamps, a backline on the stage, and a sign of light behind it.

import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import { isNight } from "./mood";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import type { StageFrame } from "./stage-frame";
import { stageFrame } from "./stage-frame";
import type { VenueMeasures } from "./venue-measures";
import { expanded } from "./venue-measures";

const BLACK = colour("#17161b");
const WARM: Colour = [1, 0.72, 0.36];
const LAMP_TINTS = ["#ff5c8a", "#ffb066", "#7a7cff", "#4fb4ff", "#ff8a5c"].map(colour);

export function buildClub(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  const frame = stageFrame(measures);
  if (!measures.isOpenAir) drawCeiling(mesh, measures, palette);
  drawStageLamps(mesh, frame, measures, palette);
  drawStringLights(mesh, frame, measures);
  if (measures.stages.length > 0) {
    drawBackdrop(mesh, frame, measures);
    drawBackline(mesh, frame);
  }
  return mesh;
}

/** Draws a dark ceiling with beams and an air duct. */
function drawCeiling(mesh: MeshBuilder, { outline, roofZ, focus }: VenueMeasures, palette: Palette): void {
  const wide = expanded(outline, 0.4);
  wide.forEach((corner, index) => {
    const next = wide[(index + 1) % wide.length]!;
    mesh.face(
      [
        [focus[0], focus[1], roofZ],
        [...next, roofZ],
        [...corner, roofZ],
      ],
      palette.ceiling,
    );
  });
  const ys = outline.map(([, y]) => y);
  const xs = outline.map(([x]) => x);
  const [low, high, left, right] = [Math.min(...ys), Math.max(...ys), Math.min(...xs), Math.max(...xs)];
  const beams = Math.max(3, Math.round((high - low) / 2.4));
  for (let beam = 0; beam < beams; beam++) {
    const y = low + ((high - low) * (beam + 0.5)) / beams;
    mesh.box([left - 0.4, right + 0.4], [y - 0.11, y + 0.11], [roofZ - 0.28, roofZ], {
      colour: shaded(palette.steel, 0.7),
    });
  }
  const ductX = left + (right - left) * 0.82;
  const sides = 12;
  for (let side = 0; side < sides; side++) {
    const at = (step: number, y: number): Point3 => {
      const turn = (Math.PI * 2 * step) / sides;
      return [ductX + 0.34 * Math.cos(turn), y, roofZ - 0.72 + 0.34 * Math.sin(turn)];
    };
    const tone = mixed(palette.steel, colour("#9a9ca4"), 0.5 + 0.5 * Math.sin((Math.PI * 2 * side) / sides));
    mesh.face([at(side, low), at(side, high), at(side + 1, high), at(side + 1, low)], tone);
  }
}

/** Draws the bar of lamps over the front of the stage. */
function drawStageLamps(mesh: MeshBuilder, frame: StageFrame, { roofZ, mood }: VenueMeasures, palette: Palette): void {
  const halfM = frame.halfM;
  const isOn = isNight(mood);
  for (const forwardM of [frame.frontM - 0.3, frame.backM + 1]) {
    const z = roofZ - 0.55;
    for (const [down, ahead] of [
      [0, 0],
      [0.28, 0.16],
      [0.28, -0.16],
    ] as const) {
      mesh.bar(frame.at(-halfM, forwardM + ahead, z + down), frame.at(halfM, forwardM + ahead, z + down), 0.06, {
        colour: palette.steel,
      });
    }
    const lamps = 8;
    for (let lamp = 0; lamp < lamps; lamp++) {
      const [x, y] = frame.ground(-halfM + (2 * halfM * (lamp + 0.5)) / lamps, forwardM);
      const tint = isOn ? LAMP_TINTS[lamp % LAMP_TINTS.length]! : shaded(palette.steel, 0.6);
      mesh.box([x - 0.12, x + 0.12], [y - 0.12, y + 0.12], [z - 0.38, z - 0.06], { colour: BLACK });
      mesh.box([x - 0.1, x + 0.1], [y - 0.1, y + 0.1], [z - 0.42, z - 0.38], { colour: tint, glow: isOn ? 1 : 0 });
    }
  }
}

/** Draws small warm lamps along the side walls. */
function drawStringLights(mesh: MeshBuilder, frame: StageFrame, { floorZ, outline, roofZ }: VenueMeasures): void {
  const inner = expanded(outline, -0.1);
  const z = Math.min(floorZ + 2.45, roofZ - 0.8);
  inner.forEach((corner, index) => {
    const next = inner[(index + 1) % inner.length]!;
    const length = Math.hypot(next[0] - corner[0], next[1] - corner[1]);
    const lamps = Math.floor(length / 0.9);
    for (let lamp = 0; lamp < lamps; lamp++) {
      const part = (lamp + 0.5) / lamps;
      const [x, y]: Point2 = [corner[0] + (next[0] - corner[0]) * part, corner[1] + (next[1] - corner[1]) * part];
      if (frame.from([x, y]).forwardM < frame.frontM + 1) continue;
      const sag = 0.14 * Math.abs(Math.sin(part * lamps * 0.55));
      mesh.box([x - 0.045, x + 0.045], [y - 0.045, y + 0.045], [z - sag - 0.05, z - sag + 0.05], {
        colour: WARM,
        glow: 1,
      });
    }
  });
}

/** Draws black cloth behind the stage, and rings of light on it. */
function drawBackdrop(mesh: MeshBuilder, frame: StageFrame, { roofZ, mood }: VenueMeasures): void {
  const forwardM = frame.backM + 0.12;
  const folds = 30;
  for (let fold = 0; fold < folds; fold++) {
    const edge = (at: number): [number, number] => [
      -frame.halfM + (2 * frame.halfM * at) / folds,
      forwardM + (at % 2) * 0.09,
    ];
    const [[from, fromM], [to, toM]] = [edge(fold), edge(fold + 1)];
    const tones = fold % 2 === 0 ? [BLACK, shaded(BLACK, 1.9)] : [shaded(BLACK, 1.9), BLACK];
    mesh.sheet(
      [
        frame.at(from, fromM, frame.topZ),
        frame.at(to, toM, frame.topZ),
        frame.at(to, toM, roofZ),
        frame.at(from, fromM, roofZ),
      ],
      [tones[0]!, tones[1]!, tones[1]!, tones[0]!],
    );
  }
  const isOn = isNight(mood);
  const z = Math.min(frame.topZ + 2.7, roofZ - 1.15);
  for (const [radius, tint] of [
    [0.85, colour("#ff4f8b")],
    [0.62, colour("#5ad1ff")],
  ] as const) {
    const sides = 28;
    for (let side = 0; side < sides; side++) {
      const at = (step: number): Point3 => {
        const turn = (Math.PI * 2 * step) / sides;
        return frame.at(radius * Math.cos(turn), forwardM + 0.3, z + radius * Math.sin(turn));
      };
      mesh.bar(at(side), at(side + 1), 0.055, { colour: isOn ? tint : shaded(tint, 0.5), glow: isOn ? 1 : 0.2 });
    }
  }
}

/** Draws amplifiers and a drum kit on the stage. */
function drawBackline(mesh: MeshBuilder, frame: StageFrame): void {
  const z = frame.topZ;
  const depthM = frame.frontM - frame.backM;
  const backM = frame.backM + 0.7;
  const box = (sideM: number, forwardM: number, halfM: number, [low, high]: [number, number], tone: Colour): void => {
    const [x, y] = frame.ground(sideM, forwardM);
    mesh.box([x - halfM, x + halfM], [y - 0.2, y + 0.2], [z + low, z + high], { colour: tone });
  };
  for (const side of [-0.62, 0.6]) {
    box(frame.halfM * side, backM, 0.38, [0, 0.75], BLACK);
    box(frame.halfM * side, backM, 0.36, [0.77, 1.05], shaded(BLACK, 1.6));
  }
  const drum = (sideM: number, forwardM: number, radius: number, [low, high]: [number, number], tone: Colour): void => {
    const [x, y] = frame.ground(sideM, forwardM);
    const round = Array.from({ length: 12 }, (_, side): Point2 => {
      const turn = (Math.PI * 2 * side) / 12;
      return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
    });
    mesh.prism(round, [z + low, z + high], { colour: tone }, [0.85, 0.83, 0.78]);
  };
  const kitM = frame.backM + Math.min(1.4, depthM * 0.3);
  const shell = colour("#7a1f2b");
  box(0, kitM, 1.1, [0, 0.25], shaded(BLACK, 1.3));
  drum(0.1, kitM + 0.1, 0.28, [0.25, 0.8], shell);
  drum(-0.42, kitM + 0.2, 0.17, [0.75, 0.95], shell);
  drum(0.62, kitM, 0.21, [0.45, 0.85], shell);
  const brass = { colour: colour("#c8a24a") };
  for (const [sideM, up] of [
    [-0.85, 1.25],
    [0.95, 1.35],
  ] as const) {
    mesh.bar(frame.at(sideM, kitM, z + 0.25), frame.at(sideM, kitM, z + up), 0.03, { colour: shaded(BLACK, 2) });
    const [x, y] = frame.ground(sideM, kitM);
    mesh.box([x - 0.24, x + 0.24], [y - 0.2, y + 0.2], [z + up, z + up + 0.02], brass);
  }
}

/** Draws a counter, with shelves of lit bottles behind it. */
export function drawCounter(
  mesh: MeshBuilder,
  plan: Point2[],
  [low, high]: [number, number],
  { outline, focus }: VenueMeasures,
  palette: Palette,
): void {
  const wood = mixed(palette.deck, colour("#5a3620"), 0.6);
  mesh.prism(plan, [low, high], { colour: wood }, shaded(wood, 1.35));
  const sides = plan.map((corner, index) => [corner, plan[(index + 1) % plan.length]!] as const);
  const length = ([from, to]: readonly [Point2, Point2]) => Math.hypot(to[0] - from[0], to[1] - from[1]);
  const widest = Math.max(...sides.map(length));
  const away = ([[ax, ay], [bx, by]]: readonly [Point2, Point2]) =>
    Math.hypot((ax + bx) / 2 - focus[0], (ay + by) / 2 - focus[1]);
  const long = sides.filter((side) => length(side) > widest * 0.9).sort((one, other) => away(one) - away(other));
  const [front, back] = [long[0]!, long.at(-1)!];
  const out = ([from, to]: readonly [Point2, Point2], byM: number): [Point2, Point2] => {
    const [x, y] = [((to[1] - from[1]) / widest) * byM, (-(to[0] - from[0]) / widest) * byM];
    return [
      [from[0] + x, from[1] + y],
      [to[0] + x, to[1] + y],
    ];
  };
  const [lightFrom, lightTo] = out(front, 0.02);
  mesh.wall(lightFrom, lightTo, high - 0.14, high - 0.07, { low: WARM, high: WARM, glow: 0.9 });
  const roomM = Math.min(1.3, Math.max(0.15, roomBehind(back, outline) - 0.1));
  // The shelves face the counter: their line runs the other way.
  const [shelfTo, shelfFrom] = out(back, roomM);
  const at = (part: number): Point2 => [
    shelfFrom[0] + (shelfTo[0] - shelfFrom[0]) * part,
    shelfFrom[1] + (shelfTo[1] - shelfFrom[1]) * part,
  ];
  mesh.wall(shelfFrom, shelfTo, low, low + 2.2, { low: shaded(wood, 0.6), high: shaded(wood, 0.8) });
  const bottles = ["#6fae5c", "#c98a3a", "#e6d7b0", "#7d2f2a", "#4d7fa8"].map(colour);
  const count = Math.floor(widest / 0.13);
  for (let shelf = 0; shelf < 3; shelf++) {
    const z = low + 1.15 + shelf * 0.34;
    const [litFrom, litTo] = [at(0.01), at(0.99)];
    mesh.wall(forward(litFrom, shelfFrom, shelfTo, 0.05), forward(litTo, shelfFrom, shelfTo, 0.05), z - 0.03, z, {
      low: WARM,
      high: WARM,
      glow: 0.9,
    });
    for (let bottle = 0; bottle < count; bottle++) {
      const [from, to] = [at((bottle + 0.2) / count), at((bottle + 0.75) / count)];
      const tint = bottles[(bottle * 7 + shelf * 3) % bottles.length]!;
      const tall = 0.2 + 0.07 * ((bottle * 5 + shelf) % 3);
      mesh.wall(forward(from, shelfFrom, shelfTo, 0.06), forward(to, shelfFrom, shelfTo, 0.06), z, z + tall, {
        low: tint,
        high: shaded(tint, 0.6),
        glow: 0.55,
      });
    }
  }
}

function forward([x, y]: Point2, from: Point2, to: Point2, byM: number): Point2 {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [x + ((to[1] - from[1]) / length) * byM, y - ((to[0] - from[0]) / length) * byM];
}

/** How far the wall of the hall is behind a side of a counter. */
function roomBehind([from, to]: readonly [Point2, Point2], outline: Point2[]): number {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [outX, outY] = [(to[1] - from[1]) / length, -(to[0] - from[0]) / length];
  let room = Infinity;
  outline.forEach(([ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length]!;
    const cross = outX * (by - ay) - outY * (bx - ax);
    if (Math.abs(cross) < 1e-6) return;
    const away = ((ax - x) * (by - ay) - (ay - y) * (bx - ax)) / cross;
    const along = ((ax - x) * outY - (ay - y) * outX) / cross;
    if (away > 0 && along >= 0 && along <= 1) room = Math.min(room, away);
  });
  return Number.isFinite(room) ? room : 0.2;
}

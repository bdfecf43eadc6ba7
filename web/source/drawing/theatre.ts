// A theatre: proscenium and curtain, boxes, fronts of circles, panelled walls, and a ceiling with a chandelier.

import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import { isNight } from "./mood";
import type { Palette } from "./palettes";
import type { Point2, Stand } from "./rows";
import { distanceM, middle } from "./rows";
import type { StageFrame } from "./stage-frame";
import { stageFrame } from "./stage-frame";
import type { VenueMeasures } from "./venue-measures";
import { expanded } from "./venue-measures";

const APRON_M = 1.2;
const FRAME_M = 0.55;
const GOLD = colour("#c79a4b");
const CREAM = colour("#dccaa2");
const VELVET = colour("#96202c");
const VELVET_FOLD = colour("#4d0e18");
const BLACK = colour("#121017");
const LIGHT: Colour = [1, 0.84, 0.55];

type Opening = {
  halfM: number;
  topZ: number;
  /** Where the plane of the proscenium is, measured from the focus towards the audience. */
  planeM: number;
};

export function buildTheatre(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  const frame = stageFrame(measures);
  const opening = openingOf(frame, measures.roofZ);
  const isOpen = isNight(measures.mood);
  drawProscenium(mesh, frame, opening, measures, palette);
  drawStageHouse(mesh, frame, opening, measures, isOpen);
  if (isOpen) drawOpenCurtain(mesh, frame, opening);
  else drawCurtain(mesh, frame, opening, [-opening.halfM - 0.3, opening.halfM + 0.3], frame.topZ + 0.02, VELVET);
  drawPelmet(mesh, frame, opening);
  drawPanels(mesh, frame, opening, measures, palette);
  drawCeiling(mesh, frame, opening, measures, palette);
  return mesh;
}

function openingOf({ frontM, halfM, topZ }: StageFrame, roofZ: number): Opening {
  const half = Math.max(3.5, halfM - 1.4);
  return { halfM: half, topZ: Math.min(roofZ - 2.2, topZ + Math.max(5, half * 1.25)), planeM: frontM - APRON_M };
}

/** Draws the wall between house and stage, with a gilded frame around its opening. */
function drawProscenium(
  mesh: MeshBuilder,
  frame: StageFrame,
  { halfM, topZ, planeM }: Opening,
  { floorZ, roofZ }: VenueMeasures,
  palette: Palette,
): void {
  const wallHalfM = frame.hallHalfM + 2;
  const side = mixed(palette.wall, CREAM, 0.35);
  for (const sign of [-1, 1]) {
    const [inner, outer] = [sign * (halfM + FRAME_M), sign * wallHalfM];
    quad(mesh, frame, [inner, outer], planeM, [floorZ, roofZ], [shaded(side, 0.62), side]);
    // A panel with a gilded edge on each side of the opening.
    const from = Math.min(halfM + 1.5, wallHalfM - 0.6);
    const to = Math.min(from + 1.7, wallHalfM - 0.3);
    if (to - from > 0.5) {
      const heights: [number, number] = [frame.topZ + 1, topZ - 0.4];
      quad(mesh, frame, [sign * from, sign * to], planeM + 0.03, heights, [GOLD, GOLD]);
      const inside: [number, number] = [heights[0] + 0.12, heights[1] - 0.12];
      quad(mesh, frame, [sign * (from + 0.12), sign * (to - 0.12)], planeM + 0.06, inside, [
        shaded(palette.wall, 0.8),
        palette.wall,
      ]);
    }
  }
  quad(mesh, frame, [-halfM - FRAME_M, halfM + FRAME_M], planeM, [topZ + FRAME_M, roofZ], [side, shaded(side, 0.9)]);
  const mouldings = [
    { inM: 0, outM: 0.2, forwardM: 0.1, tone: shaded(GOLD, 0.75) },
    { inM: 0.16, outM: 0.42, forwardM: 0.24, tone: mixed(GOLD, CREAM, 0.5) },
    { inM: 0.38, outM: FRAME_M + 0.05, forwardM: 0.12, tone: GOLD },
  ];
  for (const { inM, outM, forwardM, tone } of mouldings) {
    for (const sign of [-1, 1]) {
      const sides: [number, number] = [sign * (halfM + inM), sign * (halfM + outM)];
      block(mesh, frame, sides, [planeM - 0.2, planeM + forwardM], [floorZ, topZ + outM], tone);
    }
    block(mesh, frame, [-halfM - inM, halfM + inM], [planeM - 0.2, planeM + forwardM], [topZ + inM, topZ + outM], tone);
  }
  drawFrieze(mesh, frame, [topZ + FRAME_M + 0.9, roofZ - 1.1], halfM, planeM, palette);
  drawCartouche(mesh, frame, planeM + 0.3, topZ + FRAME_M * 0.5);
}

/** Draws a row of gilded panels over the opening, the middle one painted as a sky. */
function drawFrieze(
  mesh: MeshBuilder,
  frame: StageFrame,
  [low, high]: [number, number],
  halfM: number,
  planeM: number,
  palette: Palette,
): void {
  if (high - low < 1) return;
  const panels = [-1, -0.56, 0.56, 1];
  for (let panel = 0; panel < 3; panel++) {
    const [from, to] = [panels[panel]! * halfM + 0.2, panels[panel + 1]! * halfM - 0.2];
    quad(mesh, frame, [from, to], planeM + 0.03, [low, high], [GOLD, shaded(GOLD, 0.85)]);
    const sky = panel === 1;
    const tones: [Colour, Colour] = sky
      ? [colour("#c9b79a"), colour("#6f8fb5")]
      : [shaded(palette.wall, 0.85), palette.wall];
    quad(mesh, frame, [from + 0.14, to - 0.14], planeM + 0.06, [low + 0.14, high - 0.14], tones);
    if (!sky) continue;
    for (const [sideM, up, size] of [
      [-2.2, 0.35, 0.9],
      [-1.1, 0.45, 0.6],
      [1.6, 0.62, 1],
      [2.7, 0.5, 0.6],
    ] as const) {
      const cloud = Array.from({ length: 12 }, (_, side) => {
        const turn = (Math.PI * 2 * side) / 12;
        const z = low + (high - low) * up + Math.sin(turn) * size * 0.34;
        return frame.at(-Math.cos(turn) * size + sideM * (halfM / 6.6), planeM + 0.09, z);
      });
      mesh.sheet(cloud, colour("#e9dcc4"));
    }
  }
}

/** Draws the ornament over the middle of the opening. */
function drawCartouche(mesh: MeshBuilder, frame: StageFrame, forwardM: number, z: number): void {
  const oval = (wide: number, tall: number, ahead: number): Point3[] =>
    Array.from({ length: 16 }, (_, side) => {
      const turn = (Math.PI * 2 * side) / 16;
      return frame.at(-Math.cos(turn) * wide, forwardM + ahead, z + 0.35 + Math.sin(turn) * tall);
    });
  mesh.sheet(oval(0.95, 0.85, 0), GOLD);
  mesh.sheet(oval(0.7, 0.62, 0.03), shaded(VELVET, 0.8));
  mesh.sheet(oval(0.42, 0.36, 0.06), mixed(GOLD, CREAM, 0.4));
}

/** Draws the stage behind the opening: dark walls and wings, and a lit cloth at the back if the curtain is up. */
function drawStageHouse(
  mesh: MeshBuilder,
  frame: StageFrame,
  { halfM, topZ, planeM }: Opening,
  { roofZ }: VenueMeasures,
  isOpen: boolean,
): void {
  const { backM, topZ: deckZ } = frame;
  const wideM = frame.halfM + 3;
  const top = roofZ + 1;
  for (const sign of [-1, 1]) {
    const corners: Point3[] = [
      frame.at(sign * wideM, planeM - 0.05, deckZ - 1),
      frame.at(sign * wideM, backM - 0.6, deckZ - 1),
      frame.at(sign * wideM, backM - 0.6, top),
      frame.at(sign * wideM, planeM - 0.05, top),
    ];
    mesh.sheet(corners, BLACK);
  }
  quad(mesh, frame, [-wideM, wideM], backM - 0.6, [deckZ - 1, top], [BLACK, BLACK]);
  if (!isOpen) return;
  const clothM = Math.max(backM + 0.9, planeM - 7.5);
  const [low, mid, high]: Colour[] = [colour("#f0a35e"), colour("#8a5f9a"), colour("#22346e")];
  const half = halfM + 2.4;
  const heights = [deckZ, deckZ + (topZ - deckZ) * 0.4, topZ + 1];
  const tones = [low!, mid!, high!];
  for (let band = 0; band < 2; band++) {
    const [from, to] = [heights[band]!, heights[band + 1]!];
    mesh.sheet(
      [
        frame.at(half, clothM, from),
        frame.at(-half, clothM, from),
        frame.at(-half, clothM, to),
        frame.at(half, clothM, to),
      ],
      [tones[band]!, tones[band]!, tones[band + 1]!, tones[band + 1]!],
      0.5,
    );
  }
  drawSkyline(mesh, frame, clothM + 0.25, half);
  const depthM = planeM - clothM;
  for (const wing of [0.3, 0.65]) {
    const forwardM = planeM - depthM * wing;
    for (const sign of [-1, 1]) {
      const sides: [number, number] = [sign * (halfM + 0.1 - wing * 0.5), sign * wideM];
      quad(mesh, frame, sides, forwardM, [deckZ, topZ + 0.6], [shaded(BLACK, 1.6), BLACK]);
    }
    quad(mesh, frame, [-wideM, wideM], forwardM, [topZ - 0.5 + wing * 0.2, top], [BLACK, BLACK]);
  }
}

/** Draws the flat scenery before the cloth: the roofs of a town. */
function drawSkyline(mesh: MeshBuilder, frame: StageFrame, forwardM: number, halfM: number): void {
  const roofs = [1.6, 2.5, 1.9, 3.3, 2.2, 2.9, 1.7, 2.6, 3.6, 2.1];
  const tone = colour("#3a2b40");
  const z = frame.topZ;
  roofs.forEach((tall, index) => {
    const [left, right] = [index, index + 1].map((at) => -halfM + (2 * halfM * at) / roofs.length) as [number, number];
    const ridge = index % 3 === 0 ? 0 : 0.8;
    mesh.sheet(
      [
        frame.at(right, forwardM, z),
        frame.at(left, forwardM, z),
        frame.at(left, forwardM, z + tall),
        frame.at((left + right) / 2, forwardM, z + tall + ridge),
        frame.at(right, forwardM, z + tall),
      ],
      shaded(tone, 0.8 + (index % 4) * 0.12),
    );
    const lit = [(left + right) / 2 - 0.18, (left + right) / 2 + 0.18] as [number, number];
    quad(mesh, frame, lit, forwardM + 0.04, [z + tall * 0.55, z + tall * 0.55 + 0.5], [LIGHT, LIGHT], 0.8);
  });
}

/** Draws a cloth in folds across the opening, with a golden fringe. */
function drawCurtain(
  mesh: MeshBuilder,
  frame: StageFrame,
  { topZ, planeM }: Opening,
  [from, to]: [number, number],
  lowZ: number,
  velvet: Colour,
): void {
  const folds = Math.max(6, Math.round(Math.abs(to - from) / 0.22));
  const z = [lowZ + 0.28, lowZ + (topZ - lowZ) * 0.5, topZ + 0.4];
  for (let fold = 0; fold < folds; fold++) {
    const edge = (at: number) => ({
      sideM: from + ((to - from) * at) / folds,
      forwardM: planeM - 0.55 + Math.sin(at * 1.9) * 0.12 + (at % 2) * 0.14,
      tone: mixed(VELVET_FOLD, velvet, at % 2 === 0 ? 0.95 - 0.2 * Math.abs(Math.sin(at * 0.7)) : 0.12),
    });
    const [start, end] = [edge(fold), edge(fold + 1)];
    for (let part = 0; part < 2; part++) {
      const [low, high] = [z[part]!, z[part + 1]!];
      const dim = part === 0 ? [1, 0.95] : [0.95, 0.55];
      mesh.sheet(
        [
          frame.at(end.sideM, end.forwardM, low),
          frame.at(start.sideM, start.forwardM, low),
          frame.at(start.sideM, start.forwardM, high),
          frame.at(end.sideM, end.forwardM, high),
        ],
        [
          shaded(end.tone, dim[0]!),
          shaded(start.tone, dim[0]!),
          shaded(start.tone, dim[1]!),
          shaded(end.tone, dim[1]!),
        ],
      );
    }
    const gold = shaded(GOLD, fold % 2 === 0 ? 1 : 0.7);
    mesh.sheet(
      [
        frame.at(end.sideM, end.forwardM, lowZ),
        frame.at(start.sideM, start.forwardM, lowZ),
        frame.at(start.sideM, start.forwardM, z[0]!),
        frame.at(end.sideM, end.forwardM, z[0]!),
      ],
      [gold, gold, shaded(gold, 0.8), shaded(gold, 0.8)],
    );
  }
}

function drawOpenCurtain(mesh: MeshBuilder, frame: StageFrame, opening: Opening): void {
  const { halfM } = opening;
  const lowZ = frame.topZ + 0.02;
  drawCurtain(mesh, frame, opening, [-halfM - 0.3, -halfM + 0.9], lowZ, VELVET);
  drawCurtain(mesh, frame, opening, [halfM - 0.9, halfM + 0.3], lowZ, VELVET);
}

/** Draws the swags of cloth under the top of the opening. */
function drawPelmet(mesh: MeshBuilder, frame: StageFrame, { halfM, topZ, planeM }: Opening): void {
  const swags = Math.max(4, Math.round(halfM * 1.1));
  const pieces = 8;
  const forwardM = planeM - 0.15;
  for (let swag = 0; swag < swags; swag++) {
    for (let piece = 0; piece < pieces; piece++) {
      const at = (step: number) => {
        const part = step / pieces;
        const sideM = -halfM + (2 * halfM * (swag + part)) / swags;
        const hang = 0.75 + 0.6 * Math.sin(Math.PI * part);
        return { sideM, z: topZ + 0.3 - hang, tone: mixed(VELVET_FOLD, VELVET, step % 2 === 0 ? 1 : 0.45) };
      };
      const [start, end] = [at(piece), at(piece + 1)];
      const top = topZ + 0.3;
      mesh.sheet(
        [
          frame.at(end.sideM, forwardM, end.z),
          frame.at(start.sideM, forwardM, start.z),
          frame.at(start.sideM, forwardM - 0.05, top),
          frame.at(end.sideM, forwardM - 0.05, top),
        ],
        [end.tone, start.tone, shaded(start.tone, 0.7), shaded(end.tone, 0.7)],
      );
      mesh.sheet(
        [
          frame.at(end.sideM, forwardM + 0.02, end.z - 0.16),
          frame.at(start.sideM, forwardM + 0.02, start.z - 0.16),
          frame.at(start.sideM, forwardM + 0.02, start.z),
          frame.at(end.sideM, forwardM + 0.02, end.z),
        ],
        GOLD,
      );
    }
  }
}

/** Draws pilasters and lamps on the walls of the house. */
function drawPanels(
  mesh: MeshBuilder,
  frame: StageFrame,
  { planeM }: Opening,
  { outline, floorZ, roofZ, mood }: VenueMeasures,
  palette: Palette,
): void {
  const inner = expanded(outline, -0.12);
  const glow = isNight(mood) ? 0.35 : 1;
  inner.forEach((corner, index) => {
    const next = inner[(index + 1) % inner.length]!;
    const length = distanceM(corner, next);
    const panels = Math.max(1, Math.round(length / 3));
    for (let panel = 0; panel < panels; panel++) {
      const at = middle(corner, next, (panel + 0.5) / panels);
      if (frame.from(at).forwardM < planeM + 0.5) continue;
      const part = 0.19 / (length || 1);
      const [start, end] = [
        middle(corner, next, (panel + 0.5) / panels - part),
        middle(corner, next, (panel + 0.5) / panels + part),
      ];
      const pilaster = { low: shaded(CREAM, 0.55), high: shaded(CREAM, 0.8) };
      mesh.wall(end, start, floorZ, roofZ, pilaster);
      for (let z = floorZ + 2.9; z < roofZ - 1.5; z += 4.1) drawSconce(mesh, at, inward(corner, next), z, glow);
    }
    if (frame.from(middle(corner, next)).forwardM < planeM + 0.5) return;
    const cornice = { low: GOLD, high: mixed(GOLD, CREAM, 0.5) };
    mesh.wall(next, corner, roofZ - 0.5, roofZ + 0.02, cornice);
    mesh.wall(next, corner, floorZ, floorZ + 1.1, { low: shaded(palette.board, 0.5), high: palette.board });
  });
}

function drawSconce(mesh: MeshBuilder, [x, y]: Point2, [inX, inY]: Point2, z: number, glow: number): void {
  const at = (aheadM: number): [number, number] => [x + inX * aheadM, y + inY * aheadM];
  const [lampX, lampY] = at(0.22);
  mesh.bar([...at(0.02), z - 0.12], [lampX, lampY, z - 0.05], 0.05, { colour: GOLD });
  const lamp = shaded(LIGHT, 0.45 + 0.55 * glow);
  mesh.box([lampX - 0.1, lampX + 0.1], [lampY - 0.1, lampY + 0.1], [z, z + 0.32], { colour: lamp, glow: 1 });
}

/** The direction into the hall from a side of its outline, which is counter-clockwise. */
function inward(from: Point2, to: Point2): Point2 {
  const length = distanceM(from, to) || 1;
  return [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
}

/** Draws a plaster ceiling with a painted dome, gilded rings, and a chandelier under it. */
function drawCeiling(
  mesh: MeshBuilder,
  frame: StageFrame,
  { planeM }: Opening,
  { outline, roofZ, mood }: VenueMeasures,
  palette: Palette,
): void {
  const centreM = planeM + (frame.hallM - planeM) * 0.45;
  const [x, y] = frame.ground(0, centreM);
  const wide = expanded(outline, 0.6);
  wide.forEach((corner, index) => {
    const next = wide[(index + 1) % wide.length]!;
    mesh.face(
      [
        [x, y, roofZ],
        [...next, roofZ],
        [...corner, roofZ],
      ],
      [palette.ceiling, shaded(palette.ceiling, 0.8), shaded(palette.ceiling, 0.8)],
    );
  });
  const radiusM = Math.max(2, Math.min(5.5, frame.hallHalfM * 0.5));
  const rings: [number, number, number, Colour, Colour][] = [
    [0, 0.62, 0.02, colour("#7f9fc0"), colour("#5f84ad")],
    [0.62, 0.7, 0.05, GOLD, GOLD],
    [0.7, 0.94, 0.02, mixed(CREAM, VELVET, 0.25), CREAM],
    [0.94, 1, 0.05, GOLD, shaded(GOLD, 0.8)],
  ];
  const sides = 32;
  for (let side = 0; side < sides; side++) {
    const spot = (radius: number, down: number, step: number): Point3 => {
      const turn = (-Math.PI * 2 * step) / sides;
      return [x + radius * Math.cos(turn), y + radius * Math.sin(turn), roofZ - down];
    };
    for (const [from, to, down, inside, outside] of rings) {
      mesh.face(
        [
          spot(radiusM * from, down, side),
          spot(radiusM * to, down, side),
          spot(radiusM * to, down, side + 1),
          spot(radiusM * from, down, side + 1),
        ],
        [inside, outside, outside, inside],
      );
    }
  }
  drawChandelier(mesh, [x, y, roofZ], isNight(mood) ? 0.3 : 1);
}

function drawChandelier(mesh: MeshBuilder, [x, y, z]: Point3, glow: number): void {
  mesh.bar([x, y, z], [x, y, z - 2.4], 0.06, { colour: GOLD });
  const lamp = shaded(LIGHT, 0.4 + 0.6 * glow);
  const tiers: [number, number, number][] = [
    [1.35, 2.5, 18],
    [0.9, 2.0, 12],
    [0.45, 1.6, 8],
  ];
  for (const [radius, down, lamps] of tiers) {
    for (let index = 0; index < lamps; index++) {
      const turn = (Math.PI * 2 * index) / lamps;
      const next = (Math.PI * 2 * (index + 1)) / lamps;
      const at = (angle: number): Point3 => [x + radius * Math.cos(angle), y + radius * Math.sin(angle), z - down];
      mesh.bar(at(turn), at(next), 0.07, { colour: GOLD });
      const [lampX, lampY, lampZ] = at(turn);
      const paint = { colour: lamp, glow: 1 };
      mesh.box([lampX - 0.055, lampX + 0.055], [lampY - 0.055, lampY + 0.055], [lampZ + 0.03, lampZ + 0.25], paint);
    }
    mesh.bar([x, y, z - 1.2], [x + radius, y, z - down], 0.03, { colour: GOLD });
    mesh.bar([x, y, z - 1.2], [x - radius, y, z - down], 0.03, { colour: GOLD });
  }
}

/** Draws the front of a circle or a box: a parapet with mouldings, and a row of small lamps. */
export function drawParapet(
  mesh: MeshBuilder,
  [start, end]: [Point2, Point2],
  z: number,
  slabM: number,
  palette: Palette,
): void {
  const [low, high] = [z - slabM * 0.62, z + 0.74];
  const bands: [number, number, Colour][] = [
    [0, 0.12, shaded(GOLD, 0.8)],
    [0.12, 0.24, shaded(CREAM, 0.8)],
    [0.24, 0.3, GOLD],
    [0.3, 0.8, mixed(CREAM, palette.wall, 0.12)],
    [0.8, 0.86, GOLD],
    [0.86, 1, CREAM],
  ];
  for (const [from, to, tone] of bands) {
    const [bandLow, bandHigh] = [low + (high - low) * from, low + (high - low) * to];
    mesh.wall(start, end, bandLow, bandHigh, { low: shaded(tone, 0.86), high: tone });
  }
  const length = distanceM(start, end) || 1;
  const [inX, inY] = [(end[1] - start[1]) / length, -(end[0] - start[0]) / length];
  const back = ([x, y]: Point2): Point2 => [x - inX * 0.16, y - inY * 0.16];
  // The velvet top of the parapet, and its inner side.
  mesh.sheet(
    [
      [...start, high],
      [...end, high],
      [...back(end), high],
      [...back(start), high],
    ],
    VELVET,
  );
  mesh.wall(back(end), back(start), z, high, { low: shaded(palette.wall, 0.5), high: shaded(palette.wall, 0.8) });
  const lamps = Math.max(1, Math.round(length / 2.2));
  for (let lamp = 0; lamp < lamps; lamp++) {
    const [x, y] = middle(start, end, (lamp + 0.5) / lamps);
    const [lampX, lampY] = [x + inX * 0.12, y + inY * 0.12];
    const lampZ = low + (high - low) * 0.55;
    const paint = { colour: shaded(LIGHT, 0.6 + 0.4 * palette.shine), glow: 0.9 };
    mesh.box([lampX - 0.07, lampX + 0.07], [lampY - 0.07, lampY + 0.07], [lampZ - 0.12, lampZ + 0.12], paint);
  }
}

/** Draws what makes a stand a box: partitions, drapes, a valance, and a ceiling. */
export function drawBox(mesh: MeshBuilder, stand: Stand, palette: Palette): void {
  const first = stand.strips[0]!;
  const last = stand.strips.at(-1)!;
  const z = first.z;
  const topZ = z + 2.75;
  const ends: [Point2, Point2][] = [
    [first.front[0]!, last.back[0]!],
    [first.front.at(-1)!, last.back.at(-1)!],
  ];
  // A partition is low at its front, so that nobody looks at a wall.
  for (const [front, back] of ends) {
    const at = (part: number, high: number): Point3 => [...middle(front, back, part), z + high];
    mesh.sheet(
      [at(0.1, -0.5), at(1, -0.5), at(1, topZ - z), at(0.95, topZ - z), at(0.86, 0.9), at(0.1, 0.78)],
      [shaded(palette.wall, 0.6), shaded(palette.wall, 0.6), palette.wall, palette.wall, palette.wall, palette.wall],
    );
  }
  const [[left, leftBack], [right, rightBack]] = ends as [[Point2, Point2], [Point2, Point2]];
  mesh.sheet(
    [
      [...left, topZ],
      [...right, topZ],
      [...rightBack, topZ],
      [...leftBack, topZ],
    ],
    shaded(CREAM, 0.7),
  );
  mesh.sheet(
    [
      [...left, topZ - 0.28],
      [...right, topZ - 0.28],
      [...right, topZ + 0.3],
      [...left, topZ + 0.3],
    ],
    CREAM,
  );
  mesh.sheet(
    [
      [...left, topZ - 0.36],
      [...right, topZ - 0.36],
      [...right, topZ - 0.28],
      [...left, topZ - 0.28],
    ],
    GOLD,
  );
  for (const [at, towards] of [
    [left, right],
    [right, left],
  ] as const) {
    const part = (share: number) => middle(at, towards, share);
    const tall = topZ - 0.34;
    mesh.sheet(
      [
        [...at, z + 1.75],
        [...part(0.05), z + 1.8],
        [...part(0.22), tall],
        [...at, tall],
      ],
      [VELVET_FOLD, VELVET, shaded(VELVET, 0.8), VELVET_FOLD],
    );
  }
}

/** Draws the lamps in the underside of a circle. */
export function drawDownlights(mesh: MeshBuilder, stand: Stand, slabM: number): void {
  const first = stand.strips[0]!;
  const last = stand.strips.at(-1)!;
  const half = 0.09;
  for (const part of [0.2, 0.6]) {
    for (let piece = 0; piece + 1 < first.front.length; piece++) {
      const [x, y] = middle(
        middle(first.front[piece]!, last.back[piece]!, part),
        middle(first.front[piece + 1]!, last.back[piece + 1]!, part),
      );
      const z = first.z + (last.z - first.z) * part - slabM - 0.02;
      mesh.box([x - half, x + half], [y - half, y + half], [z - 0.03, z], { colour: LIGHT, glow: 1 });
    }
  }
}

/** Where the proscenium is: what is behind it belongs to the stage. */
export function isBehindProscenium(measures: VenueMeasures): (at: Point2) => boolean {
  const frame = stageFrame(measures);
  return (at) => frame.from(at).forwardM < frame.frontM - APRON_M;
}

function quad(
  mesh: MeshBuilder,
  frame: StageFrame,
  [from, to]: [number, number],
  forwardM: number,
  [low, high]: [number, number],
  [lowTone, highTone]: [Colour, Colour],
  glow = 0,
): void {
  mesh.sheet(
    [
      frame.at(from, forwardM, low),
      frame.at(to, forwardM, low),
      frame.at(to, forwardM, high),
      frame.at(from, forwardM, high),
    ],
    [lowTone, lowTone, highTone, highTone],
    glow,
  );
}

function block(
  mesh: MeshBuilder,
  frame: StageFrame,
  [from, to]: [number, number],
  [near, far]: [number, number],
  z: [number, number],
  tone: Colour,
): void {
  const [left, right] = [Math.min(from, to), Math.max(from, to)];
  const corners = [
    frame.ground(left, near),
    frame.ground(right, near),
    frame.ground(right, far),
    frame.ground(left, far),
  ];
  mesh.prism(isCounterClockwise(corners) ? corners : corners.reverse(), z, { colour: tone });
}

function isCounterClockwise(corners: Point2[]): boolean {
  return (
    corners.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = corners[(index + 1) % corners.length]!;
      return sum + x * nextY - y * nextX;
    }, 0) > 0
  );
}

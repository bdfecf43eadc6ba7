// The stage of a theatre as it is seen from the house: proscenium, curtain, and scenery behind it.

import { LAMP_LIGHT } from "./lamp-light";
import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import type { Palette } from "./palettes";
import type { StageFrame } from "./stage-frame";
import { stageFrame } from "./stage-frame";
import type { Opening } from "./stage-opening";
import { CURTAIN_M, openingOf } from "./stage-opening";
import { block, quad } from "./stage-shapes";
import type { VenueMeasures } from "./venue-measures";
import { counterClockwise } from "./venue-measures";

const FRAME_M = 0.55;
/** How far behind the proscenium the cloth at the back hangs at least: curtain, wings and scenery need room. */
const DEPTH_LEAST_M = 2.4;
/** Wings and scenery are behind the folds of the curtain. */
const CURTAIN_DEPTH_M = 0.95;
const BLACK = colour("#121017");

/** Builds the stage: with its curtain up for a show, and down before it. A stage without an opening is in the midst of
 * the house, and only a deck that the plan does not have is added. */
export function buildTheatreStage(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  const frame = stageFrame(measures);
  const opening = openingOf(frame, measures);
  // The service claims nothing of the view where the curtain is down. Otherwise it is up, before nobody if need be.
  const isOpen = measures.event !== "none" || measures.plan.lookedAt != null;
  if (measures.stages.length === 0 && !measures.plan.focus.extent) drawAssumedDeck(mesh, frame, measures, palette);
  if (opening === null) return mesh;
  drawProscenium(mesh, frame, opening, measures, palette);
  drawStageHouse(mesh, frame, opening, measures, isOpen, palette);
  const across: [number, number] = [-opening.halfM - 0.3, opening.halfM + 0.3];
  if (isOpen) drawOpenCurtain(mesh, frame, opening, palette);
  else drawCurtain(mesh, frame, opening, across, frame.topZ + 0.02, palette);
  if (opening.hasPelmet) drawPelmet(mesh, frame, opening, palette);
  return mesh;
}

/** Draws the deck of a stage that the plan does not have, which would otherwise be open below the curtain. */
function drawAssumedDeck(mesh: MeshBuilder, frame: StageFrame, { floorZ }: VenueMeasures, palette: Palette): void {
  const { halfM, frontM, backM, topZ } = frame;
  const corners = [
    frame.ground(-halfM, backM),
    frame.ground(halfM, backM),
    frame.ground(halfM, frontM),
    frame.ground(-halfM, frontM),
  ];
  mesh.prism(counterClockwise(corners), [floorZ, topZ], { colour: palette.skirt }, palette.deck);
}

/** Draws the wall between house and stage, with a gilded frame around its opening. */
function drawProscenium(
  mesh: MeshBuilder,
  frame: StageFrame,
  { halfM, topZ, planeM, hasPelmet }: Opening,
  { floorZ, roofZ }: VenueMeasures,
  palette: Palette,
): void {
  const wallHalfM = frame.hallHalfM + 2;
  const isGilded = palette.ornament === "gilded";
  const side = mixed(palette.wall, palette.plaster, 0.35);
  for (const sign of [-1, 1]) {
    const [inner, outer] = [sign * (halfM + FRAME_M), sign * wallHalfM];
    quad(mesh, frame, [inner, outer], planeM, [floorZ, roofZ], [shaded(side, 0.62), side]);
    // A panel with a gilded edge on each side of the opening.
    const from = Math.min(halfM + 1.5, wallHalfM - 0.6);
    const to = Math.min(from + 1.7, wallHalfM - 0.3);
    if (to - from > 0.5 && isGilded) {
      const heights: [number, number] = [frame.topZ + 1, topZ - 0.4];
      quad(mesh, frame, [sign * from, sign * to], planeM + 0.03, heights, [palette.trim, palette.trim]);
      const inside: [number, number] = [heights[0] + 0.12, heights[1] - 0.12];
      quad(mesh, frame, [sign * (from + 0.12), sign * (to - 0.12)], planeM + 0.06, inside, [
        shaded(palette.wall, 0.8),
        palette.wall,
      ]);
    }
  }
  quad(mesh, frame, [-halfM - FRAME_M, halfM + FRAME_M], planeM, [topZ + FRAME_M, roofZ], [side, shaded(side, 0.9)]);
  const mouldings = [
    { inM: 0, outM: 0.2, forwardM: 0.1, tone: shaded(palette.trim, 0.75) },
    { inM: 0.16, outM: 0.42, forwardM: 0.24, tone: mixed(palette.trim, palette.plaster, 0.5) },
    { inM: 0.38, outM: FRAME_M + 0.05, forwardM: 0.12, tone: palette.trim },
  ];
  for (const { inM, outM, forwardM, tone } of mouldings) {
    for (const sign of [-1, 1]) {
      const sides: [number, number] = [sign * (halfM + inM), sign * (halfM + outM)];
      block(mesh, frame, sides, [planeM - 0.2, planeM + forwardM], [floorZ, topZ + outM], tone);
    }
    block(mesh, frame, [-halfM - inM, halfM + inM], [planeM - 0.2, planeM + forwardM], [topZ + inM, topZ + outM], tone);
  }
  if (!isGilded) return;
  drawFrieze(mesh, frame, [topZ + FRAME_M + 0.9, roofZ - 1.1], halfM, planeM, palette);
  if (hasPelmet) drawCartouche(mesh, frame, planeM + 0.3, topZ + FRAME_M * 0.5, palette);
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
    quad(mesh, frame, [from, to], planeM + 0.03, [low, high], [palette.trim, shaded(palette.trim, 0.85)]);
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
function drawCartouche(mesh: MeshBuilder, frame: StageFrame, forwardM: number, z: number, palette: Palette): void {
  const oval = (wide: number, tall: number, ahead: number): Point3[] =>
    Array.from({ length: 16 }, (_, side) => {
      const turn = (Math.PI * 2 * side) / 16;
      return frame.at(-Math.cos(turn) * wide, forwardM + ahead, z + 0.35 + Math.sin(turn) * tall);
    });
  mesh.sheet(oval(0.95, 0.85, 0), palette.trim);
  mesh.sheet(oval(0.7, 0.62, 0.03), shaded(palette.curtain, 0.8));
  mesh.sheet(oval(0.42, 0.36, 0.06), mixed(palette.trim, palette.plaster, 0.4));
}

/** Draws the stage behind the opening: dark walls and wings, and a lit cloth at the back if the curtain is up. */
function drawStageHouse(
  mesh: MeshBuilder,
  frame: StageFrame,
  { halfM, topZ, planeM }: Opening,
  { roofZ, event }: VenueMeasures,
  isOpen: boolean,
  palette: Palette,
): void {
  const deckZ = frame.topZ;
  const backM = Math.min(frame.backM, planeM - DEPTH_LEAST_M);
  const wideM = Math.max(frame.halfM, halfM) + 3;
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
  // The floor behind a stage that is too shallow for its scenery.
  if (backM < frame.backM) drawFloorBehind(mesh, frame, wideM, backM, palette);
  if (!isOpen) return;
  // The scenery is at the back and the wings are beside the stage, so that neither hides any of it.
  const clothM = backM + 0.1;
  const half = halfM + 2.4;
  // Only a play has scenery. Others have black cloths, on which light falls at a concert.
  if (event === "play") drawScenery(mesh, frame, clothM, half, topZ);
  else drawBackCloth(mesh, frame, clothM, half, topZ, event === "film" ? BLACK : CLOTHS[event === "band" ? 0 : 1]!);
  drawWings(mesh, frame, { halfM, topZ, planeM }, clothM, [wideM, top]);
}

/** Draws it from under the stage on, so that there is no gap between both. */
function drawFloorBehind(mesh: MeshBuilder, frame: StageFrame, wideM: number, backM: number, palette: Palette): void {
  const [fromM, z] = [frame.backM + 0.3, frame.topZ - 0.01];
  const deck = [frame.at(wideM, fromM, z), frame.at(-wideM, fromM, z), frame.at(-wideM, backM, z)];
  deck.push(frame.at(wideM, backM, z));
  mesh.sheet(deck, [palette.deck, palette.deck, shaded(palette.deck, 0.5), shaded(palette.deck, 0.5)]);
}

/** The cloth behind a band, and the one behind anybody else. */
const CLOTHS = [colour("#3a2a55"), colour("#8d8375")];

/** Draws a cloth in folds at the back of the stage. */
function drawBackCloth(
  mesh: MeshBuilder,
  frame: StageFrame,
  clothM: number,
  half: number,
  topZ: number,
  tone: Colour,
): void {
  const folds = 26;
  for (let fold = 0; fold < folds; fold++) {
    const sides = [fold, fold + 1].map((at) => -half + (2 * half * at) / folds) as [number, number];
    const dim = fold % 2 === 0 ? 0.75 : 1;
    quad(mesh, frame, sides, clothM, [frame.topZ, topZ + 1], [shaded(tone, dim), shaded(tone, dim * 0.45)]);
  }
}

/** Draws the sky and the roofs of a town. */
function drawScenery(mesh: MeshBuilder, frame: StageFrame, clothM: number, half: number, topZ: number): void {
  const deckZ = frame.topZ;
  const [low, mid, high]: Colour[] = [colour("#f0a35e"), colour("#8a5f9a"), colour("#22346e")];
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
}

/** Draws the black cloths beside and above the stage that hide what is behind it. */
function drawWings(
  mesh: MeshBuilder,
  frame: StageFrame,
  { halfM, topZ, planeM }: Omit<Opening, "hasPelmet">,
  clothM: number,
  [wideM, top]: [number, number],
): void {
  const deckZ = frame.topZ;
  const depthM = planeM - clothM;
  for (const wing of [0.3, 0.65]) {
    const forwardM = planeM - Math.max(CURTAIN_DEPTH_M, depthM * wing);
    for (const sign of [-1, 1]) {
      const sides: [number, number] = [sign * Math.max(halfM, frame.halfM), sign * wideM];
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
    quad(mesh, frame, lit, forwardM + 0.04, [z + tall * 0.55, z + tall * 0.55 + 0.5], [LAMP_LIGHT, LAMP_LIGHT], 0.8);
  });
}

/** Draws a cloth in folds across the opening, with a golden fringe. */
function drawCurtain(
  mesh: MeshBuilder,
  frame: StageFrame,
  { topZ, planeM }: Opening,
  [from, to]: [number, number],
  lowZ: number,
  palette: Palette,
): void {
  const folds = Math.max(6, Math.round(Math.abs(to - from) / 0.22));
  const z = [lowZ + 0.28, lowZ + (topZ - lowZ) * 0.5, topZ + 0.4];
  for (let fold = 0; fold < folds; fold++) {
    const edge = (at: number) => ({
      sideM: from + ((to - from) * at) / folds,
      forwardM: planeM - 0.55 + Math.sin(at * 1.9) * 0.12 + (at % 2) * 0.14,
      tone: mixed(palette.fold, palette.curtain, at % 2 === 0 ? 0.95 - 0.2 * Math.abs(Math.sin(at * 0.7)) : 0.12),
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
    const hem = palette.ornament === "gilded" ? palette.trim : palette.fold;
    const gold = shaded(hem, fold % 2 === 0 ? 1 : 0.7);
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

function drawOpenCurtain(mesh: MeshBuilder, frame: StageFrame, opening: Opening, palette: Palette): void {
  const { halfM } = opening;
  const lowZ = frame.topZ + 0.02;
  drawCurtain(mesh, frame, opening, [-halfM - 0.3, -halfM + CURTAIN_M], lowZ, palette);
  drawCurtain(mesh, frame, opening, [halfM - CURTAIN_M, halfM + 0.3], lowZ, palette);
}

/** Draws the swags of cloth under the top of the opening. */
function drawPelmet(mesh: MeshBuilder, frame: StageFrame, { halfM, topZ, planeM }: Opening, palette: Palette): void {
  const swags = Math.max(4, Math.round(halfM * 1.1));
  const pieces = 8;
  const forwardM = planeM - 0.15;
  for (let swag = 0; swag < swags; swag++) {
    for (let piece = 0; piece < pieces; piece++) {
      const at = (step: number) => {
        const part = step / pieces;
        const sideM = -halfM + (2 * halfM * (swag + part)) / swags;
        // A plain house has a straight pelmet.
        const hang = palette.ornament === "gilded" ? 1 + 0.32 * Math.sin(Math.PI * part) : 0.95;
        return { sideM, z: topZ + 0.3 - hang, tone: mixed(palette.fold, palette.curtain, step % 2 === 0 ? 1 : 0.45) };
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
        palette.ornament === "gilded" ? palette.trim : palette.fold,
      );
    }
  }
}

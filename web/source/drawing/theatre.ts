// The house of a theatre: boxes, fronts of circles, panelled walls, and a ceiling with a chandelier.

import { LAMP_LIGHT } from "./lamp-light";
import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import { isNight } from "./mood";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import { distanceM, middle } from "./rows";
import type { StageFrame } from "./stage-frame";
import { stageFrame } from "./stage-frame";
import { openingOf } from "./stage-opening";
import type { VenueMeasures } from "./venue-measures";
import { expanded } from "./venue-measures";

/** The side of a box is a low panel up to this height, and has curtains above it. */
const LOW_SIDE_M = 1;
const FOLD_M = 0.11;
const SWAG_M = 0.55;
const BEHIND_PART = 0.02;
const OVERLAP_M = 0.05;
const TO_PARAPET_M = 0.1;

/** An upright sheet along a line. */
export type Sheet = { points: Point2[]; low: number; high: number };

/** Builds the house of a theatre. Its stage is built by proscenium.ts. */
export function buildTheatre(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  const frame = stageFrame(measures);
  // Without an opening, the house is all around the stage.
  const houseFromM = openingOf(frame, measures)?.planeM ?? frame.hallBackM - 1;
  drawPanels(mesh, frame, houseFromM, measures, palette);
  if (!measures.isOpenAir) drawCeiling(mesh, frame, houseFromM, measures, palette);
  return mesh;
}

/** Draws pilasters and lamps on the walls of the house. */
function drawPanels(
  mesh: MeshBuilder,
  frame: StageFrame,
  houseFromM: number,
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
      if (frame.from(at).forwardM < houseFromM + 0.5) continue;
      const part = 0.19 / (length || 1);
      const [start, end] = [
        middle(corner, next, (panel + 0.5) / panels - part),
        middle(corner, next, (panel + 0.5) / panels + part),
      ];
      const pilaster = { low: shaded(palette.plaster, 0.55), high: shaded(palette.plaster, 0.8) };
      mesh.wall(end, start, floorZ, roofZ, pilaster);
      for (let z = floorZ + 2.9; z < roofZ - 1.5; z += 4.1)
        drawSconce(mesh, at, inward(corner, next), z, glow, palette);
    }
    if (frame.from(middle(corner, next)).forwardM < houseFromM + 0.5) return;
    const cornice = { low: palette.trim, high: mixed(palette.trim, palette.plaster, 0.5) };
    mesh.wall(next, corner, roofZ - 0.5, roofZ + 0.02, cornice);
    mesh.wall(next, corner, floorZ, floorZ + 1.1, { low: shaded(palette.board, 0.5), high: palette.board });
  });
}

function drawSconce(
  mesh: MeshBuilder,
  [x, y]: Point2,
  [inX, inY]: Point2,
  z: number,
  glow: number,
  palette: Palette,
): void {
  const at = (aheadM: number): [number, number] => [x + inX * aheadM, y + inY * aheadM];
  const [lampX, lampY] = at(0.22);
  mesh.bar([...at(0.02), z - 0.12], [lampX, lampY, z - 0.05], 0.05, { colour: palette.trim });
  const lamp = shaded(LAMP_LIGHT, 0.45 + 0.55 * glow);
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
  houseFromM: number,
  { outline, floorZ, roofZ, mood }: VenueMeasures,
  palette: Palette,
): void {
  const centreM = houseFromM + (frame.hallM - houseFromM) * 0.45;
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
    [0.62, 0.7, 0.05, palette.trim, palette.trim],
    [0.7, 0.94, 0.02, mixed(palette.plaster, palette.curtain, 0.25), palette.plaster],
    [0.94, 1, 0.05, palette.trim, shaded(palette.trim, 0.8)],
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
  // A low house has a smaller chandelier, so that it hangs over the view of the stage and not in it.
  const size = Math.min(1, Math.max(0.45, (roofZ - floorZ) / 15));
  drawChandelier(mesh, [x, y, roofZ], isNight(mood) ? 0.3 : 1, size, palette);
}

function drawChandelier(mesh: MeshBuilder, [x, y, z]: Point3, glow: number, size: number, palette: Palette): void {
  mesh.bar([x, y, z], [x, y, z - 1.9 * size], 0.06, { colour: palette.trim });
  const lamp = shaded(LAMP_LIGHT, 0.4 + 0.6 * glow);
  const tiers: [number, number, number][] = [
    [1.35, 1.9, 18],
    [0.9, 1.4, 12],
    [0.45, 1, 8],
  ];
  for (const [wide, low, lamps] of tiers) {
    const [radius, down] = [wide * size, low * size];
    for (let index = 0; index < lamps; index++) {
      const turn = (Math.PI * 2 * index) / lamps;
      const next = (Math.PI * 2 * (index + 1)) / lamps;
      const at = (angle: number): Point3 => [x + radius * Math.cos(angle), y + radius * Math.sin(angle), z - down];
      mesh.bar(at(turn), at(next), 0.07, { colour: palette.trim });
      const [lampX, lampY, lampZ] = at(turn);
      const paint = { colour: lamp, glow: 1 };
      const half = 0.05 * size;
      mesh.box([lampX - half, lampX + half], [lampY - half, lampY + half], [lampZ + 0.03, lampZ + 0.24 * size], paint);
    }
    mesh.bar([x, y, z - 0.6 * size], [x + radius, y, z - down], 0.03, { colour: palette.trim });
    mesh.bar([x, y, z - 0.6 * size], [x - radius, y, z - down], 0.03, { colour: palette.trim });
  }
}

/** Draws the front of a circle or a box: a parapet with mouldings, and a row of small lamps. */
export function drawParapet(
  mesh: MeshBuilder,
  [start, end]: [Point2, Point2],
  [low, high]: [number, number],
  palette: Palette,
): void {
  // Only a gilded house has mouldings and lamps on its fronts.
  const isGilded = palette.ornament === "gilded";
  const plain: [number, number, Colour][] = [
    [0, 0.06, shaded(palette.trim, 0.7)],
    [0.06, 0.9, palette.board],
    [0.9, 1, palette.trim],
  ];
  const gilded: [number, number, Colour][] = [
    [0, 0.12, shaded(palette.trim, 0.8)],
    [0.12, 0.24, shaded(palette.plaster, 0.8)],
    [0.24, 0.3, palette.trim],
    [0.3, 0.8, mixed(palette.plaster, palette.wall, 0.12)],
    [0.8, 0.86, palette.trim],
    [0.86, 1, palette.plaster],
  ];
  for (const [from, to, tone] of isGilded ? gilded : plain) {
    const [bandLow, bandHigh] = [low + (high - low) * from, low + (high - low) * to];
    mesh.wall(start, end, bandLow, bandHigh, { low: shaded(tone, 0.86), high: tone });
  }
  const length = distanceM(start, end) || 1;
  const [inX, inY] = [(end[1] - start[1]) / length, -(end[0] - start[0]) / length];
  // Each piece reaches into the next one, so that no gap opens between them on the outside of a bend.
  const back = ([x, y]: Point2): Point2 => {
    const beyondM = x === end[0] && y === end[1] ? OVERLAP_M : -OVERLAP_M;
    return [x - inX * 0.16 - inY * beyondM, y - inY * 0.16 + inX * beyondM];
  };
  // The velvet top of the parapet, and its inner side.
  mesh.sheet(
    [
      [...start, high],
      [...end, high],
      [...back(end), high],
      [...back(start), high],
    ],
    isGilded ? palette.curtain : palette.trim,
  );
  mesh.wall(back(end), back(start), low, high, { low: shaded(palette.wall, 0.5), high: shaded(palette.wall, 0.8) });
  const lamps = isGilded ? Math.max(1, Math.round(length / 2.2)) : 0;
  for (let lamp = 0; lamp < lamps; lamp++) {
    const [x, y] = middle(start, end, (lamp + 0.5) / lamps);
    const [lampX, lampY] = [x + inX * 0.12, y + inY * 0.12];
    const lampZ = low + (high - low) * 0.55;
    const paint = { colour: shaded(LAMP_LIGHT, 0.6 + 0.4 * palette.shine), glow: 0.9 };
    mesh.box([lampX - 0.07, lampX + 0.07], [lampY - 0.07, lampY + 0.07], [lampZ - 0.12, lampZ + 0.12], paint);
  }
}

/** Draws the side of a box: a low panel, and above it a wall behind curtains. */
export function drawSide(mesh: MeshBuilder, { points, low, high }: Sheet, palette: Palette): void {
  const [first, to] = points as [Point2, Point2];
  const folds = high - low > LOW_SIDE_M ? Math.max(1, Math.round(distanceM(first, to) / FOLD_M)) : 0;
  // A low panel meets the parapet.
  const from = folds > 0 ? first : middle(first, to, -TO_PARAPET_M / (distanceM(first, to) || 1));
  const [paint, dark] = [palette.wall, shaded(palette.wall, 0.6)];
  for (let fold = 0; fold < Math.max(1, folds); fold++) {
    const [start, end] = [fold, fold + 1].map((at) => middle(from, to, at / Math.max(1, folds))) as [Point2, Point2];
    const tones = fold % 2 === 0 ? [palette.fold, palette.curtain] : [palette.curtain, palette.fold];
    const [left, right] = folds === 0 ? [paint, paint] : (tones as [Colour, Colour]);
    mesh.sheet(
      [
        [...start, low],
        [...end, low],
        [...end, high],
        [...start, high],
      ],
      folds === 0 ? [dark, dark, paint, paint] : [left, right, shaded(right, 0.7), shaded(left, 0.7)],
    );
  }
}

/** Draws the ceiling of a box, and the valance at its front: a moulding, and swags of velvet with a golden fringe. */
export function drawValance(
  mesh: MeshBuilder,
  { points, low, high }: Sheet,
  back: Point2[],
  ceilingZ: number,
  palette: Palette,
): void {
  // Behind the parapet of the box above, which may reach as low.
  const [left, right] = [middle(points[0]!, back[0]!, BEHIND_PART), middle(points.at(-1)!, back.at(-1)!, BEHIND_PART)];
  const band = (from: number, to: number, tone: Colour): void =>
    mesh.sheet(
      [
        [...left, from],
        [...right, from],
        [...right, to],
        [...left, to],
      ],
      tone,
    );
  mesh.sheet(
    [
      [...left, ceilingZ],
      [...right, ceilingZ],
      [...back.at(-1)!, ceilingZ],
      [...back[0]!, ceilingZ],
    ],
    shaded(palette.plaster, 0.7),
  );
  band(ceilingZ - 0.02, high, palette.plaster);
  band(ceilingZ - 0.06, ceilingZ - 0.02, palette.trim);
  const swags = Math.max(2, Math.round(distanceM(left, right) / SWAG_M));
  for (let swag = 0; swag < swags; swag++) {
    const at = (part: number, z: number): Point3 => [...middle(left, right, (swag + part) / swags), z];
    const [top, hem] = [ceilingZ - 0.06, low + 0.05];
    mesh.sheet(
      [at(0, hem), at(0.5, low), at(1, hem), at(1, top), at(0, top)],
      swag % 2 === 0 ? palette.curtain : shaded(palette.curtain, 0.85),
    );
    mesh.sheet(
      [at(0, hem), at(0.5, low), at(1, hem), at(1, hem + 0.03), at(0.5, low + 0.04), at(0, hem + 0.03)],
      palette.trim,
    );
  }
}

/** Draws the lamps in the underside of a circle. */
export function drawDownlights(mesh: MeshBuilder, { points, low }: Sheet, back: Point2[], backLow: number): void {
  const half = 0.09;
  for (const part of [0.2, 0.6]) {
    for (let piece = 0; piece + 1 < points.length; piece++) {
      const [x, y] = middle(
        middle(points[piece]!, back[piece]!, part),
        middle(points[piece + 1]!, back[piece + 1]!, part),
      );
      const z = low + (backLow - low) * part - 0.02;
      mesh.box([x - half, x + half], [y - half, y + half], [z - 0.03, z], { colour: LAMP_LIGHT, glow: 1 });
    }
  }
}

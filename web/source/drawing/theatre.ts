// The house of a theatre: boxes, fronts of circles, panelled walls, and a ceiling with a chandelier.

import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import { isNight } from "./mood";
import type { Palette } from "./palettes";
import type { Opening } from "./proscenium";
import { drawTheatreStage, openingOf } from "./proscenium";
import type { Point2, Stand } from "./rows";
import { distanceM, middle } from "./rows";
import type { StageFrame } from "./stage-frame";
import { stageFrame } from "./stage-frame";
import { CREAM, GOLD, LAMP_LIGHT, VELVET, VELVET_FOLD } from "./theatre-colours";
import type { VenueMeasures } from "./venue-measures";
import { expanded } from "./venue-measures";

export function buildTheatre(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  const frame = stageFrame(measures);
  const opening = openingOf(frame, measures.roofZ);
  drawTheatreStage(mesh, frame, opening, measures, palette);
  drawPanels(mesh, frame, opening, measures, palette);
  if (!measures.isOpenAir) drawCeiling(mesh, frame, opening, measures, palette);
  return mesh;
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
  const lamp = shaded(LAMP_LIGHT, 0.4 + 0.6 * glow);
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
    const paint = { colour: shaded(LAMP_LIGHT, 0.6 + 0.4 * palette.shine), glow: 0.9 };
    mesh.box([lampX - 0.07, lampX + 0.07], [lampY - 0.07, lampY + 0.07], [lampZ - 0.12, lampZ + 0.12], paint);
  }
}

/** Draws what makes a stand a box: partitions, drapes, a valance, and a ceiling. */
export function drawBox(mesh: MeshBuilder, stand: Stand, { focus }: VenueMeasures, palette: Palette): void {
  const first = stand.strips[0]!;
  const last = stand.strips.at(-1)!;
  const z = first.z;
  const topZ = z + 2.75;
  const ends: [Point2, Point2][] = [
    [first.front[0]!, last.back[0]!],
    [first.front.at(-1)!, last.back.at(-1)!],
  ];
  // A partition is lower than the eyes, so that nobody looks at a wall. Only the last box has a whole side.
  const [paint, dark] = [palette.wall, shaded(palette.wall, 0.6)];
  ends.forEach(([front, back], side) => {
    const at = (part: number, high: number): Point3 => [...middle(front, back, part), z + high];
    mesh.sheet([at(0.1, 0), at(1, 0), at(1, 0.85), at(0.1, 0.78)], [dark, dark, paint, paint]);
    const isOuter = !(side === 0 ? first.isJoined.left : first.isJoined.right) && isAway(ends, side, focus);
    const from = isOuter ? 0.04 : 0.92;
    mesh.sheet([at(from, 0.78), at(1, 0.78), at(1, topZ - z), at(from, topZ - z)], [dark, dark, paint, paint]);
  });
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

/** Whether an end of a box is the one farther from the focus. */
function isAway(ends: [Point2, Point2][], side: number, [x, y]: Point3): boolean {
  const [own, other] = [ends[side]![0], ends[1 - side]![0]];
  return distanceM(own, [x, y]) > distanceM(other, [x, y]);
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
      mesh.box([x - half, x + half], [y - half, y + half], [z - 0.03, z], { colour: LAMP_LIGHT, glow: 1 });
    }
  }
}

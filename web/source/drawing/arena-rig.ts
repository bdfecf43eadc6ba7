// What hangs from the roof of an arena: loudspeakers and lamps for a concert, a cube of screens for a game. All of it is higher
// than every eye, so that it hides nothing.

import { colour, MeshBuilder, shaded } from "./mesh-builder";
import { isNight } from "./mood";
import type { Screen } from "./obstructions";
import type { Palette } from "./palettes";
import { stageFrame } from "./stage-frame";
import type { VenueMeasures } from "./venue-measures";

/** The highest eyes are this far below the roof, with a little to spare. */
const OVER_EYES_M = 5.8;
const BLACK = colour("#17181d");
const LAMPS = ["#ffd9a0", "#ff9ab8", "#9ab6ff", "#ffe9c4"].map(colour);

export type Rig = { mesh: MeshBuilder; screens: Screen[] };

export function buildRig(measures: VenueMeasures, palette: Palette): Rig {
  const rig: Rig = { mesh: new MeshBuilder(), screens: [] };
  if (measures.event === "band") {
    hangForConcert(rig.mesh, measures, palette);
    const hasScreens = measures.plan.obstructions.some(({ kind }) => kind === "screen");
    if (!hasScreens) hangSideScreens(rig, measures, palette);
  }
  if (measures.event === "match") hangCube(rig, measures, palette);
  return rig;
}

/** Hangs bars of lamps over the stage, and loudspeakers on both sides of it. */
function hangForConcert(mesh: MeshBuilder, measures: VenueMeasures, palette: Palette): void {
  const { roofZ, mood } = measures;
  const frame = stageFrame(measures);
  const z = roofZ - OVER_EYES_M + 1.6;
  const half = frame.halfM + 1;
  const steel = { colour: shaded(palette.steel, 0.9) };
  const bars = [frame.backM + 1, (frame.backM + frame.frontM) / 2, frame.frontM + 0.5];
  for (const forwardM of bars) {
    for (const [aside, down] of [
      [0, 0.5],
      [-0.25, 0],
      [0.25, 0],
    ] as const) {
      mesh.bar(frame.at(-half, forwardM + aside, z + down), frame.at(half, forwardM + aside, z + down), 0.09, steel);
    }
    for (const side of [-half, half])
      mesh.bar(frame.at(side, forwardM, z), frame.at(side, forwardM, roofZ), 0.05, steel);
    const lamps = Math.max(4, Math.round(half * 0.9));
    for (let lamp = 0; lamp < lamps; lamp++) {
      const [x, y] = frame.ground(-half + (2 * half * (lamp + 0.5)) / lamps, forwardM);
      mesh.box([x - 0.22, x + 0.22], [y - 0.22, y + 0.22], [z - 0.65, z - 0.1], { colour: BLACK });
      const tint = LAMPS[lamp % LAMPS.length]!;
      mesh.box([x - 0.17, x + 0.17], [y - 0.17, y + 0.17], [z - 0.7, z - 0.65], {
        colour: tint,
        glow: isNight(mood) ? 1 : 0.2,
      });
    }
  }
  for (const sign of [-1, 1]) {
    // A line of boxes that bends towards the seats below it.
    const boxes = 8;
    for (let box = 0; box < boxes; box++) {
      const forwardM = frame.frontM + 1 - 0.05 * box * box * 0.3;
      const [x, y] = frame.ground(sign * (frame.halfM + 1.6), forwardM);
      const top = roofZ - 1.4 - box * 0.5;
      mesh.box([x - 0.62, x + 0.62], [y - 0.4, y + 0.4], [top - 0.46, top], { colour: BLACK });
    }
  }
}

/** Hangs a screen on each side of a stage that people see from one side; over the middle of another, screens on all sides. */
function hangSideScreens(rig: Rig, measures: VenueMeasures, palette: Palette): void {
  if (!measures.isOneSided) {
    hangCube(rig, measures, palette);
    return;
  }
  const frame = stageFrame(measures);
  const [low, high] = [measures.roofZ - OVER_EYES_M + 0.6, measures.roofZ - 1.3];
  const wideM = (high - low) * 1.7;
  for (const sign of [-1, 1]) {
    const inner = sign * (frame.halfM + 3.2);
    const outer = inner + sign * wideM;
    const [left, right] = [Math.min(inner, outer), Math.max(inner, outer)];
    const back = { colour: BLACK };
    rig.mesh.bar(frame.at(left, frame.frontM - 0.15, high), frame.at(right, frame.frontM - 0.15, high), 0.18, back);
    for (const side of [left + 0.6, right - 0.6]) {
      rig.mesh.bar(
        frame.at(side, frame.frontM - 0.15, high),
        frame.at(side, frame.frontM - 0.15, measures.roofZ),
        0.05,
        back,
      );
    }
    rig.mesh.face(
      [
        frame.at(right, frame.frontM - 0.1, low),
        frame.at(left, frame.frontM - 0.1, low),
        frame.at(left, frame.frontM - 0.1, high),
        frame.at(right, frame.frontM - 0.1, high),
      ],
      BLACK,
    );
    rig.screens.push({
      corners: [
        frame.at(left, frame.frontM, low),
        frame.at(right, frame.frontM, low),
        frame.at(right, frame.frontM, high),
        frame.at(left, frame.frontM, high),
      ],
      isRing: true,
    });
  }
}

/** Hangs four screens over the middle of the field. */
function hangCube({ mesh, screens }: Rig, { roofZ, focus }: VenueMeasures, palette: Palette): void {
  const [x, y] = focus;
  const [half, low, high] = [3.4, roofZ - OVER_EYES_M + 0.4, roofZ - 1.4];
  mesh.box([x - half, x + half], [y - half, y + half], [low, high], { colour: shaded(palette.steel, 0.35) });
  mesh.box([x - half - 0.15, x + half + 0.15], [y - half - 0.15, y + half + 0.15], [low - 0.3, low - 0.05], {
    colour: palette.ribbon[0],
    glow: 0.8,
  });
  for (const [sideX, sideY] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const) {
    const at = [x + sideX * half * 0.8, y + sideY * half * 0.8] as const;
    mesh.bar([...at, high], [...at, roofZ], 0.06, { colour: palette.steel });
  }
  const [rim, out] = [half - 0.15, half + 0.04];
  const corners = [
    [-rim, -out, rim, -out],
    [out, -rim, out, rim],
    [rim, out, -rim, out],
    [-out, rim, -out, -rim],
  ] as const;
  for (const [fromX, fromY, toX, toY] of corners) {
    const [from, to] = [
      [x + fromX, y + fromY],
      [x + toX, y + toY],
    ] as const;
    screens.push({
      corners: [
        [from[0], from[1], low + 0.2],
        [to[0], to[1], low + 0.2],
        [to[0], to[1], high - 0.2],
        [from[0], from[1], high - 0.2],
      ],
      isRing: true,
    });
  }
}

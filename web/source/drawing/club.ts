// A small club: a low ceiling with pipes and lamps, and a sign of light behind it.

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
  if (measures.stages.length > 0) drawBackdrop(mesh, frame, measures);
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

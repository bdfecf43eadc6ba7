// A person seen from nearby: a head with hair, ears and a face, a body, and limbs that begin within it.
import type { FigureMeasures } from "./figure-measures";
import type { MeshArrays, Point3 } from "./mesh-builder";
import { MeshBuilder } from "./mesh-builder";
import { ball, grid, type Joint, limb, rings, valueAt } from "./round-shapes";

/** What is painted, as the alpha channel says it: see materials.ts. */
export const CLOTHES = 0;
export const TROUSERS = 0.15;
export const FOREARM = 0.35;
export const SKIN = 0.5;
export const HAIR = 1;
/** What only some people have: a hood, and one or more kinds of hair. */
const HOOD = 0.05;
const CROP = 0.77;
const FULL = 0.8;
const BOB = 0.83;
const LONG_HAIR = 0.86;
const BUN = 0.89;
const CURLS = 0.92;

export type Pose = FigureMeasures & { hipsM: number; sits: boolean };

/** Draws a person whose round parts have more sides, the finer it is. */
export function nearPerson(pose: Pose, fine: number): MeshArrays {
  const mesh = new MeshBuilder();
  const sides = (usual: number): number => Math.max(3, Math.round(usual * fine));
  drawBody(mesh, pose, sides);
  drawHead(mesh, pose.headM, sides, fine > 1);
  if (fine > 1) drawFace(mesh, pose.headM);
  for (const side of [-1, 1]) {
    drawArm(mesh, side, pose, Math.max(5, sides(7)));
    drawLeg(mesh, side, pose, sides(7));
    const ear: Point3 = [side * 0.078, -0.004, pose.headM - 0.014];
    ball(mesh, SKIN, ear, [0.012, 0.018, 0.031], 0.85, sides(7));
  }
  return mesh.geometry();
}

function drawBody(mesh: MeshBuilder, { hipsM, shouldersM, headM }: Pose, sides: (usual: number) => number): void {
  rings(mesh, CLOTHES, sides(12), [
    { z: hipsM, wide: 0.165, deep: 0.12, shade: 0.5 },
    { z: hipsM + (shouldersM - hipsM) * 0.45, wide: 0.165, deep: 0.118, shade: 0.75 },
    { z: shouldersM - 0.15, wide: 0.19, deep: 0.122, shade: 0.92 },
    { z: shouldersM - 0.07, wide: 0.19, deep: 0.115, shade: 1 },
    { z: shouldersM - 0.03, wide: 0.165, deep: 0.1, shade: 1 },
    { z: shouldersM, wide: 0.115, deep: 0.082, shade: 0.98 },
    { z: shouldersM + 0.022, wide: 0.075, deep: 0.07, shade: 0.94 },
    { z: shouldersM + 0.038, wide: 0.062, deep: 0.064, shade: 0.8 },
    { z: shouldersM + 0.02, wide: 0.052, deep: 0.055, shade: 0.4 },
  ]);
  // A hood lies on the back below the head.
  const hood = (u: number, v: number): Point3 => {
    const [turn, up] = [Math.PI * (1 + u), v * Math.PI];
    const round = Math.sin(up);
    const [x, y] = [Math.cos(turn) * 0.125 * round, Math.sin(turn) * 0.12 * round];
    return [x, y - 0.02, shouldersM - 0.045 - Math.cos(up) * 0.065 + 0.02 * Math.abs(Math.cos(turn))];
  };
  grid(mesh, HOOD, [sides(8), Math.max(3, sides(5))], hood, (_, v) => 0.72 + 0.3 * v);
  rings(mesh, SKIN, sides(10), [
    { z: shouldersM, wide: 0.054, deep: 0.058, shade: 0.6 },
    { z: headM - 0.05, wide: 0.05, deep: 0.058, shade: 0.75 },
  ]);
}

/** Of a head, by the height above its middle: half its width, and how far it reaches ahead and back. */
const SKULL: readonly (readonly number[])[] = [
  [-0.122, 0.004, 0.064, 0.05],
  [-0.116, 0.026, 0.086, 0.01],
  [-0.098, 0.044, 0.098, -0.03],
  [-0.065, 0.06, 0.1, -0.07],
  [-0.02, 0.071, 0.098, -0.088],
  [0.03, 0.0745, 0.098, -0.096],
  [0.07, 0.061, 0.078, -0.08],
  [0.1, 0.041, 0.05, -0.055],
  [0.116, 0.02, 0.024, -0.03],
  [0.122, 0.002, -0.002, -0.006],
];
/** How far the hair reaches down, by the angle from the face. */
const HAIRLINE: readonly (readonly number[])[] = [
  [0, 0.072],
  [0.75, 0.062],
  [1.05, 0.02],
  [1.3, -0.022],
  [1.55, 0.012],
  [1.85, -0.055],
  [2.15, -0.085],
  [Math.PI, -0.092],
];
/** The shell of the hair: half its width, and how far it reaches ahead and back where it is widest. With the breadth that
 * people have on average, it is the ellipsoid that the service computes with (figure-measures.ts). */
const SHELL = { wideM: 0.0885, frontM: 0.107, backM: 0.111, widestM: 0.015 };
export const HAIR_TOP_M = 0.134;
/** How far long hair reaches down, and how wide and how far back it is there. */
const LENGTHS = [
  { part: BOB, lowM: -0.105, wideM: 0.08, backM: 0.1 },
  { part: LONG_HAIR, lowM: -0.19, wideM: 0.07, backM: 0.119 },
];

/** Returns a point of a head around its middle, by the angle from its right side and the height. */
function skullAt(turn: number, z: number): Point3 {
  const [wide, front, back] = [1, 2, 3].map((column) => valueAt(SKULL, z, column)) as [number, number, number];
  return [Math.cos(turn) * wide, (front + back) / 2 + (Math.sin(turn) * (front - back)) / 2, z];
}

/** Returns a point of the hair in the same way. Below its widest place it narrows towards the neck. */
export function hairAt(turn: number, z: number, part = 1): Point3 {
  const { wideM, frontM, backM, widestM } = SHELL;
  const up = (z - widestM) / (HAIR_TOP_M - widestM);
  const round = part * (up > 0 ? Math.sqrt(Math.max(0, 1 - up * up)) : 1 - 0.28 * up * up);
  const deep = (frontM + backM) / 2;
  return [Math.cos(turn) * wideM * round, (frontM - backM) / 2 + Math.sin(turn) * deep * round, z];
}

/** Returns a point of short hair: close to the head at its sides and at the nape, as full as other hair above. */
function cropAt(turn: number, z: number): Point3 {
  const [x, y] = skullAt(turn, z);
  const [fullX, fullY] = hairAt(turn, z);
  const part = Math.min(1, Math.max(0, (z + 0.005) / 0.08));
  const full = part * part * (3 - 2 * part);
  const [nearX, nearY] = [x * 1.12, y + Math.sign(y) * 0.011];
  return [nearX + (fullX - nearX) * full, nearY + (fullY - nearY) * full, z];
}

/** Returns a point of curls, which stand off the head here and there, but not beyond other hair. */
function curlAt(turn: number, z: number): Point3 {
  const lump = 0.5 + 0.5 * Math.sin(turn * 7 + Math.sin(z * 95) * 2.2) * Math.cos(z * 120 + turn * 3);
  const [x, y] = hairAt(turn, z);
  return [x * (1.02 - 0.09 * lump), y * (1.02 - 0.09 * lump), z];
}

function drawHead(mesh: MeshBuilder, headM: number, sides: (usual: number) => number, isFine: boolean): void {
  const up = ([x, y, z]: Point3): Point3 => [x, y, headM + z];
  const columns = Math.max(10, sides(isFine ? 20 : 16));
  const hairline = (u: number): number => valueAt(HAIRLINE, Math.PI * Math.abs(2 * u - 1), 1);
  const turnOf = (u: number): number => Math.PI * (2 * u - 0.5);
  // The skin ends under the hair, which is closed towards it.
  const skin = (u: number, v: number): Point3 => up(skullAt(turnOf(u), -0.122 + (hairline(u) + 0.142) * v));
  grid(mesh, SKIN, [columns, sides(7)], skin, (_, v) => 0.8 + 0.2 * Math.min(1, v * 2));
  const rows = Math.max(5, sides(6));
  const drawHair = (part: number, surface: (turn: number, z: number) => Point3, topM: number, lowerM = 0): void => {
    const heightAt = (u: number, v: number): number => {
      const low = hairline(u) - lowerM;
      return low + (topM - low) * Math.sin((Math.max(0, (v * rows - 1) / (rows - 1)) * Math.PI) / 2);
    };
    const hair = (u: number, v: number): Point3 => {
      const z = heightAt(u, v);
      if (v > 0) return up(surface(turnOf(u), z));
      // It is closed towards the skin.
      const [x, y] = skullAt(turnOf(u), z + 0.008);
      return up([x * 0.9, y * 0.9, z + 0.008]);
    };
    grid(mesh, part, [columns, rows], hair, (u, v) => (v === 0 ? 0.6 : strands(turnOf(u), heightAt(u, v))));
  };
  drawHair(CROP, cropAt, HAIR_TOP_M);
  drawHair(FULL, hairAt, HAIR_TOP_M, 0.006);
  drawHair(CURLS, curlAt, HAIR_TOP_M, 0.014);
  // Long hair has the columns of the hair on the head and lies on it, so that neither shines through the other.
  const reach = Math.floor(columns * 0.3) / columns;
  const hangTurn = (u: number): number => turnOf(reach * (2 * u - 1));
  for (const { part, lowM, wideM, backM } of LENGTHS) {
    const fall = (u: number, v: number): Point3 => {
      const low = lowM + 0.02 * Math.abs(2 * u - 1) ** 4 + 0.008 * Math.sin(u * 23);
      const z = low + (HAIR_TOP_M - low) * Math.sin((v * Math.PI) / 2);
      const down = Math.max(0, (SHELL.widestM - z) / (SHELL.widestM - low));
      const bend = down * down * (3 - 2 * down);
      const [x, y] = hairAt(hangTurn(u), Math.max(SHELL.widestM, z), 1.03);
      const [narrow, back] = [1 + bend * (wideM / SHELL.wideM - 1), 1 + bend * (backM / SHELL.backM - 1)];
      return up([x * narrow, y * back, z + 0.002]);
    };
    const shade = (u: number, v: number): number => strands(hangTurn(u), fall(u, v)[2] - headM);
    grid(mesh, part, [Math.round(reach * columns) * 2, rows - 1], fall, shade);
  }
  drawBun(mesh, headM, Math.max(7, sides(9)));
}

/** Draws a knot of hair that stands off the head, darker where both meet. It is so low that the head hides it from those
 * behind who look at the stage over this head. */
function drawBun(mesh: MeshBuilder, headM: number, sides: number): void {
  const bun = (u: number, v: number): Point3 => {
    const [turn, back] = [u * Math.PI * 2, v * Math.PI];
    const round = Math.sin(back) * 0.041;
    return [Math.cos(turn) * round, -0.13 + Math.cos(back) * 0.038, headM - 0.005 + Math.sin(turn) * round];
  };
  grid(mesh, BUN, [sides, sides >> 1], bun, (_, v) => 0.5 + 0.5 * Math.min(1, Math.max(0, 2.4 * v - 0.8)));
}

/** The shade of hair: darker below and at the crown, and different from strand to strand. */
function strands(turn: number, z: number): number {
  const crown = 1 - 0.22 * Math.max(0, (z - 0.1) / (HAIR_TOP_M - 0.1));
  return (
    (0.88 + 0.9 * Math.min(0.1, z)) *
    crown *
    (0.91 + 0.06 * Math.sin(turn * 5 + 1) + 0.07 * Math.sin(turn * 13 + z * 25))
  );
}

/** Draws eyes, brows, a nose and a mouth on the surface of the head. */
function drawFace(mesh: MeshBuilder, headM: number): void {
  const patch = (x: number, z: number, wide: number, tall: number, shade: number, part = SKIN, liftM = 0.001): void => {
    const point = (u: number, v: number): Point3 => {
      const [right, up] = [x + wide * (1 - 2 * u), z + tall * (2 * v - 1)];
      const [, y] = skullAt(Math.acos(right / valueAt(SKULL, up, 1)), up);
      return [right, y + liftM, headM + up];
    };
    grid(mesh, part, [4, 1], point, () => shade);
  };
  for (const side of [-1, 1]) {
    patch(side * 0.03, 0.012, 0.0125, 0.0055, 1.1);
    patch(side * 0.03, 0.012, 0.0055, 0.0055, 0.12, SKIN, 0.002);
    patch(side * 0.03, 0.019, 0.015, 0.002, 0.35, SKIN, 0.002);
    patch(side * 0.031, 0.035, 0.016, 0.003, 0.9, HAIR);
  }
  patch(0, -0.066, 0.021, 0.0025, 0.5);
  patch(0, -0.073, 0.016, 0.0045, 0.75);
  const nose: Joint[] = [
    [[0, 0.095, headM + 0.012], 0.006],
    [[0, 0.106, headM - 0.028], 0.012],
  ];
  limb(mesh, SKIN, nose, 0.95, 8);
}

function drawArm(mesh: MeshBuilder, side: number, { shouldersM, hipsM, sits }: Pose, sides: number): void {
  const elbow: Point3 = [side * 0.193, sits ? -0.01 : -0.025, hipsM + 0.25];
  const wrist: Point3 = sits ? [side * 0.14, 0.21, hipsM + 0.185] : [side * 0.185, 0.08, hipsM + 0.02];
  const ahead = (part: number): Point3 =>
    wrist.map((value, axis) => value + (value - elbow[axis]!) * part) as unknown as Point3;
  const upper: Joint[] = [
    [[side * 0.16, 0, shouldersM - 0.042], 0.036],
    [[side * 0.175, 0, shouldersM - 0.08], 0.058],
    [[side * 0.188, -0.01, shouldersM - 0.19], 0.047],
    [elbow, 0.043],
  ];
  limb(mesh, CLOTHES, upper, 0.9, sides);
  limb(
    mesh,
    FOREARM,
    [
      [elbow, 0.041],
      [ahead(0), 0.028],
    ],
    0.85,
    sides,
  );
  limb(
    mesh,
    SKIN,
    [
      [ahead(0.05), 0.026],
      [ahead(0.28), 0.032],
    ],
    0.9,
    sides,
  );
}

function drawLeg(mesh: MeshBuilder, side: number, { hipsM, sits }: Pose, sides: number): void {
  const x = side * 0.088;
  const foot = sits ? 0.4 : 0;
  const leg: Joint[] = [
    [[x, 0, hipsM + 0.06], 0.084],
    [[x, foot, sits ? hipsM + 0.075 : hipsM * 0.55], 0.064],
    [[x, foot, 0.08], 0.045],
  ];
  limb(mesh, TROUSERS, leg, 0.9, sides);
  if (sides < 6) return;
  limb(
    mesh,
    TROUSERS,
    [
      [[x, foot - 0.02, 0.04], 0.042],
      [[x, foot + 0.12, 0.035], 0.036],
    ],
    0.45,
    sides,
  );
}

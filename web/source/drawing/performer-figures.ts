// A performer's body: limbs that reach where hands and feet are, clothes, a face and hair.
import type { Colour, Point3 } from "./mesh-builder";
import { colour, mixed, shaded } from "./mesh-builder";
import type { PlacedMesh } from "./performer-shapes";
import { cross, minus, plus, times, unit } from "./performer-shapes";
import { seededRandom } from "./seeded-random";

/** Where the ends of a body are. The rest follows. The left side of each pair comes first. */
export type Pose = {
  hips: Point3;
  neck: Point3;
  hands: readonly [Point3, Point3];
  feet: readonly [Point3, Point3];
  /** How far the head is turned to the right, in radians. */
  headTurn?: number;
};

export type HairStyle = "short" | "long" | "bun" | "none" | "helmet";

export type Look = {
  skin: Colour;
  hair: Colour;
  style: HairStyle;
  top: Colour;
  legs: Colour;
  shoes: Colour;
  /** Whether arms and legs are bare from the elbow and the knee on. */
  isBare?: boolean;
  /** A skirt that reaches this far up from the floor. */
  skirtM?: number;
};

export const STANDING: Pose = {
  hips: [0, 0, 0.93],
  neck: [0, 0, 1.45],
  hands: [
    [-0.26, 0.06, 0.86],
    [0.26, 0.06, 0.86],
  ],
  feet: [
    [-0.12, 0, 0.07],
    [0.12, 0.05, 0.07],
  ],
};

export const SITTING: Pose = {
  hips: [0, 0, 0.52],
  neck: [0, 0.02, 1.06],
  hands: [
    [-0.16, 0.3, 0.62],
    [0.16, 0.3, 0.62],
  ],
  feet: [
    [-0.16, 0.42, 0.07],
    [0.16, 0.4, 0.07],
  ],
};

const SKINS = ["#e3b797", "#c88f6a", "#a36b47", "#6f452d", "#f0cdb2"].map(colour);
const HAIRS = ["#17120f", "#3a2418", "#6b4526", "#b08a4e", "#2a1d18", "#7d7a78"].map(colour);
const STYLES: HairStyle[] = ["short", "long", "short", "bun", "short", "none"];

/** A look by lot, always the same for the same number. */
export function lookOf(number: number, clothes: Pick<Look, "top" | "legs" | "shoes"> & Partial<Look>): Look {
  const pick = <One>(from: readonly One[], salt: number): One =>
    from[Math.floor(seededRandom(number, salt) * from.length)]!;
  return { skin: pick(SKINS, 201), hair: pick(HAIRS, 202), style: pick(STYLES, 203), ...clothes };
}

const ARM = { upperM: 0.29, lowerM: 0.27 };
const LEG = { upperM: 0.45, lowerM: 0.45 };
const SHOULDER_M = 0.18;
const HIP_M = 0.09;

export function drawFigure(mesh: PlacedMesh, pose: Pose, look: Look): void {
  drawTorso(mesh, pose, look);
  drawHead(mesh.placed(plus(pose.neck, [0, 0.015, 0.15]), pose.headTurn ?? 0), look);
  const skin = look.isBare ? look.skin : shaded(look.top, 0.92);
  for (const [side, index] of [
    [-1, 0],
    [1, 1],
  ] as const) {
    drawArm(mesh, pose, side, pose.hands[index], look, skin);
    drawLeg(mesh, pose, side, pose.feet[index], look);
  }
}

function drawTorso(mesh: PlacedMesh, { hips, neck }: Pose, { top, legs, skin, skirtM }: Look): void {
  const at = (part: number): Point3 => plus(hips, times(minus(neck, hips), part));
  mesh.loft(
    [
      { at: at(-0.08), wide: 0.13, deep: 0.11 },
      { at: at(0.06), wide: 0.165, deep: 0.125 },
      { at: at(0.22), wide: 0.15, deep: 0.11 },
    ],
    skirtM === undefined ? legs : shaded(top, 0.94),
  );
  mesh.loft(
    [
      { at: at(0.16), wide: 0.155, deep: 0.115 },
      { at: at(0.45), wide: 0.155, deep: 0.112 },
      { at: at(0.78), wide: 0.195, deep: 0.128 },
      { at: at(0.92), wide: 0.17, deep: 0.1 },
      { at: at(1.02), wide: 0.07, deep: 0.06 },
    ],
    top,
  );
  mesh.tube(at(0.96), plus(neck, [0, 0.02, 0.09]), [0.055, 0.05], skin);
  if (skirtM === undefined) return;
  const hem: Point3 = [hips[0], hips[1] + 0.04, skirtM];
  mesh.loft(
    [
      { at: hem, wide: 0.3, deep: 0.27 },
      { at: plus(hips, [0, 0, -0.2]), wide: 0.22, deep: 0.18 },
      { at: at(0.25), wide: 0.14, deep: 0.11 },
    ],
    shaded(top, 0.94),
  );
}

function drawArm(mesh: PlacedMesh, { hips, neck }: Pose, side: number, hand: Point3, look: Look, skin: Colour): void {
  const shoulder = plus(plus(hips, times(minus(neck, hips), 0.87)), [side * SHOULDER_M, 0, 0]);
  const { joint: elbow, end } = bent(shoulder, hand, ARM, [side * 0.6, -0.5, -0.8]);
  mesh.joint(shoulder, 0.062, look.top);
  mesh.tube(shoulder, elbow, [0.057, 0.046], look.top);
  mesh.joint(elbow, 0.046, look.isBare ? look.skin : look.top);
  mesh.tube(elbow, end, [0.044, 0.03], skin);
  const ahead = times(unit(minus(end, elbow)), 0.05);
  mesh.ball(plus(end, ahead), [0.042, 0.042, 0.05], look.skin);
}

function drawLeg(mesh: PlacedMesh, { hips }: Pose, side: number, foot: Point3, look: Look): void {
  const hip = plus(hips, [side * HIP_M, 0, -0.03]);
  const { joint: knee, end } = bent(hip, foot, LEG, [side * 0.15, 1, 0.1]);
  mesh.ball(plus(end, [0, 0.06, -0.025]), [0.048, 0.125, 0.05], look.shoes);
  // Thighs and knees would come through a skirt.
  if (look.skirtM !== undefined) return;
  mesh.tube(hip, knee, [0.088, 0.062], look.legs);
  mesh.joint(knee, 0.062, look.isBare ? look.skin : look.legs);
  mesh.tube(knee, end, [0.058, 0.042], look.isBare ? mixed(look.skin, look.shoes, 0.15) : look.legs);
}

/** Where a limb of two bones bends on its way to a point: towards `pole`. It does not reach farther than it is long. */
function bent(
  from: Point3,
  to: Point3,
  { upperM, lowerM }: { upperM: number; lowerM: number },
  pole: Point3,
): { joint: Point3; end: Point3 } {
  const way = minus(to, from);
  const length = Math.min(Math.hypot(...way), (upperM + lowerM) * 0.995);
  const along = unit(way);
  const near = (length * length + upperM * upperM - lowerM * lowerM) / (2 * Math.max(0.05, length));
  const out = Math.sqrt(Math.max(0, upperM * upperM - near * near));
  const aside = unit(cross(cross(along, pole), along));
  return { joint: plus(plus(from, times(along, near)), times(aside, out)), end: plus(from, times(along, length)) };
}

/** Draws a head around its middle, with a face towards +y. */
function drawHead(mesh: PlacedMesh, { skin, hair, style, top }: Look): void {
  mesh.ball([0, 0, 0], [0.074, 0.09, 0.12], skin);
  mesh.ball([0, 0.03, -0.055], [0.056, 0.06, 0.062], skin);
  for (const side of [-1, 1]) mesh.joint([side * 0.07, -0.005, -0.01], 0.02, shaded(skin, 0.9));
  if (mesh.sides > 6) drawFace(mesh, skin, hair);
  if (style === "helmet") {
    mesh.ball([0, -0.005, 0.02], [0.1, 0.118, 0.128], top, (height, ahead) => height > -0.05 || ahead < -0.25);
    return;
  }
  if (style === "none") return;
  mesh.ball(
    [0, -0.008, 0.008],
    [0.085, 0.1, 0.126],
    hair,
    (height, ahead) => height > 0.5 - ahead * 0.1 || (ahead < 0.1 && height > -0.45),
  );
  if (style === "bun") mesh.ball([0, -0.12, 0.05], [0.05, 0.05, 0.05], hair);
  if (style === "long") {
    mesh.loft(
      [
        { at: [0, -0.07, -0.26], wide: 0.1, deep: 0.035 },
        { at: [0, -0.06, -0.1], wide: 0.095, deep: 0.06 },
        { at: [0, -0.045, 0.06], wide: 0.08, deep: 0.065 },
      ],
      hair,
    );
  }
}

function drawFace(mesh: PlacedMesh, skin: Colour, hair: Colour): void {
  const patch = (x: number, z: number, wide: number, tall: number, y: number, tint: Colour): void =>
    mesh.face(
      [
        [x + wide, y, z - tall],
        [x - wide, y, z - tall],
        [x - wide, y, z + tall],
        [x + wide, y, z + tall],
      ],
      tint,
    );
  for (const side of [-1, 1]) {
    patch(side * 0.03, 0.02, 0.014, 0.007, 0.083, [0.93, 0.92, 0.9]);
    patch(side * 0.03, 0.02, 0.006, 0.007, 0.085, [0.1, 0.07, 0.06]);
    patch(side * 0.031, 0.042, 0.018, 0.004, 0.084, shaded(hair, 0.9));
  }
  mesh.joint([0, 0.088, -0.015], 0.018, skin);
  patch(0, -0.062, 0.022, 0.006, 0.0915, mixed(skin, [0.5, 0.12, 0.12], 0.5));
}

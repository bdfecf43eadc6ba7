// Instruments and props, each drawn where the hands of who plays it are.
import type { Colour, Point3 } from "./mesh-builder";
import { colour, shaded } from "./mesh-builder";
import type { PlacedMesh } from "./performer-shapes";
import { plus, times, unit } from "./performer-shapes";

const BLACK = colour("#17171b");
const STEEL = colour("#9a9da6");
const BRASS = colour("#c9a24a");
const WOOD = colour("#8a4a22");
const SKIN_OF_A_DRUM: Colour = [0.88, 0.87, 0.83];

/** The outline of a guitar's or a violin's body with a length of 1, its neck at the top. */
const WAISTED: readonly (readonly [number, number])[] = [
  [0, -0.5],
  [0.26, -0.46],
  [0.37, -0.28],
  [0.33, -0.1],
  [0.22, 0.06],
  [0.28, 0.26],
  [0.22, 0.44],
  [0, 0.5],
  [-0.22, 0.44],
  [-0.28, 0.26],
  [-0.22, 0.06],
  [-0.33, -0.1],
  [-0.37, -0.28],
  [-0.26, -0.46],
];

/** Draws a body of this length with a neck from it towards a point, and its strings to the front. */
export function drawStrings(
  mesh: PlacedMesh,
  {
    at,
    neckTo,
    front,
    lengthM,
    thickM,
    tint,
  }: {
    at: Point3;
    neckTo: Point3;
    /** The direction in which the player looks over the instrument. */
    front: Point3;
    lengthM: number;
    thickM: number;
    tint: Colour;
  },
): void {
  const up = unit([neckTo[0] - at[0], neckTo[1] - at[1], neckTo[2] - at[2]]);
  const right = unit([
    up[1] * front[2] - up[2] * front[1],
    up[2] * front[0] - up[0] * front[2],
    up[0] * front[1] - up[1] * front[0],
  ]);
  const outline = WAISTED.map(([u, v]) => [u * lengthM, v * lengthM] as const);
  mesh.board(outline, { at, right, up, thickM }, tint, shaded(tint, 0.6));
  const out = times(front, thickM * 0.5 + 0.01);
  mesh.tube(plus(at, plus(out, times(up, -lengthM * 0.25))), plus(neckTo, times(out, 0.5)), [lengthM * 0.05], BLACK);
  mesh.ball(neckTo, [lengthM * 0.08, lengthM * 0.05, lengthM * 0.1], BLACK);
}

export function drawMicrophone(mesh: PlacedMesh, at: Point3, towards: Point3): void {
  mesh.tube(at, plus(at, times(unit(towards), 0.16)), [0.014, 0.018], BLACK);
  mesh.ball(plus(at, times(unit(towards), 0.18)), [0.027, 0.027, 0.027], STEEL);
}

/** Draws a microphone on a stand before the mouth of who stands at the origin. */
export function drawMicrophoneStand(mesh: PlacedMesh, highM: number): void {
  mesh.drum([0, 0.42, 0], 0.14, 0.02, BLACK);
  mesh.tube([0, 0.42, 0], [0, 0.42, highM - 0.12], [0.011], BLACK);
  mesh.tube([0, 0.42, highM - 0.12], [0, 0.2, highM], [0.009], BLACK);
  mesh.ball([0, 0.17, highM + 0.01], [0.026, 0.034, 0.026], STEEL);
}

/** Draws a drum kit before a drummer who sits at the origin. */
export function drawDrumKit(mesh: PlacedMesh, shell: Colour): void {
  mesh.drum([0, -0.02, 0], 0.17, 0.5, BLACK);
  const bass = mesh.placed([0.04, 0.85, 0.32]);
  bass.tube([0, -0.2, 0], [0, 0.22, 0], [0.3], shell);
  const disc = Array.from({ length: 16 }, (_, side): Point3 => {
    const turn = (Math.PI * 2 * side) / 16;
    return [-0.29 * Math.cos(turn), 0.22, 0.29 * Math.sin(turn)];
  });
  bass.face(disc, SKIN_OF_A_DRUM);
  mesh.drum([-0.36, 0.42, 0.5], 0.18, 0.15, shell, SKIN_OF_A_DRUM);
  mesh.drum([0.5, 0.35, 0.25], 0.21, 0.42, shell, SKIN_OF_A_DRUM);
  mesh.drum([-0.14, 0.72, 0.66], 0.15, 0.18, shell, SKIN_OF_A_DRUM);
  mesh.drum([0.24, 0.72, 0.66], 0.16, 0.2, shell, SKIN_OF_A_DRUM);
  for (const [x, y, z, radiusM] of [
    [-0.7, 0.45, 0.85, 0.19],
    [-0.55, 0.95, 1.15, 0.23],
    [0.68, 0.9, 1.1, 0.26],
  ] as const) {
    mesh.tube([x, y, 0], [x, y, z], [0.014], STEEL);
    mesh.drum([x, y, z], radiusM, 0.012, BRASS);
  }
}

export function drawKeyboard(mesh: PlacedMesh): void {
  for (const side of [-1, 1]) {
    mesh.tube([side * 0.5, 0.25, 0], [-side * 0.1, 0.55, 0.92], [0.018], BLACK);
    mesh.tube([side * 0.5, 0.55, 0], [-side * 0.1, 0.25, 0.92], [0.018], BLACK);
  }
  mesh.box([-0.62, 0.62], [0.24, 0.58], [0.92, 1.01], BLACK);
  mesh.box([-0.56, 0.56], [0.25, 0.39], [1.01, 1.018], [0.9, 0.9, 0.88]);
}

export function drawAmplifier(mesh: PlacedMesh): void {
  mesh.box([-0.38, 0.38], [-0.18, 0.18], [0, 0.76], BLACK);
  mesh.box([-0.33, 0.33], [0.18, 0.19], [0.05, 0.7], colour("#33343a"));
  mesh.box([-0.36, 0.36], [-0.15, 0.16], [0.77, 1.03], colour("#2a2326"));
}

/** Draws a tube that widens to a bell: a clarinet, a trumpet, a trombone. */
export function drawHorn(mesh: PlacedMesh, mouth: Point3, bell: Point3, radiusM: number, tint: Colour): void {
  const near = plus(mouth, times([bell[0] - mouth[0], bell[1] - mouth[1], bell[2] - mouth[2]], 0.75));
  mesh.tube(mouth, near, [0.012, 0.016], tint);
  mesh.tube(near, bell, [0.018, radiusM], tint);
}

export function drawMusicStand(mesh: PlacedMesh, ahead = 0.62): void {
  mesh.tube([0, ahead, 0], [0, ahead, 0.98], [0.012], BLACK);
  if (mesh.sides > 7) mesh.drum([0, ahead, 0], 0.16, 0.02, BLACK);
  mesh.face(
    [
      [-0.24, ahead - 0.04, 0.94],
      [0.24, ahead - 0.04, 0.94],
      [0.24, ahead + 0.12, 1.2],
      [-0.24, ahead + 0.12, 1.2],
    ],
    [0.93, 0.92, 0.88],
  );
}

export function drawPlainChair(mesh: PlacedMesh, tint: Colour = BLACK): void {
  mesh.box([-0.2, 0.2], [-0.22, 0.2], [0.4, 0.44], tint);
  mesh.box([-0.2, 0.2], [-0.24, -0.21], [0.5, 0.86], tint);
  if (mesh.sides < 8) return;
  for (const [x, y] of [
    [-0.18, -0.22],
    [0.18, -0.22],
    [-0.18, 0.18],
    [0.18, 0.18],
  ] as const) {
    mesh.tube([x, y, 0], [x, y, y < 0 ? 0.86 : 0.42], [0.014], tint);
  }
}

export function drawTimpani(mesh: PlacedMesh): void {
  for (const [x, y] of [
    [-0.8, 0.35],
    [0, 0.62],
    [0.8, 0.35],
  ] as const) {
    mesh.drum([x, y, 0.3], 0.36, 0.5, shaded(BRASS, 0.85), SKIN_OF_A_DRUM);
    mesh.drum([x, y, 0], 0.24, 0.3, BLACK);
  }
}

/** Draws a lectern with a microphone, before who stands at the origin. */
export function drawLectern(mesh: PlacedMesh): void {
  mesh.box([-0.26, 0.26], [0.32, 0.58], [0, 0.98], colour("#6d4a30"));
  mesh.face(
    [
      [-0.32, 0.24, 1.0],
      [0.32, 0.24, 1.0],
      [0.32, 0.62, 1.13],
      [-0.32, 0.62, 1.13],
    ],
    colour("#83603f"),
  );
  mesh.tube([0.12, 0.55, 1.08], [0.04, 0.3, 1.33], [0.009], BLACK);
  mesh.ball([0.04, 0.29, 1.34], [0.022, 0.03, 0.022], BLACK);
}

export function drawTable(mesh: PlacedMesh): void {
  mesh.drum([0, 0, 0.7], 0.46, 0.04, WOOD);
  mesh.tube([0, 0, 0], [0, 0, 0.7], [0.05], shaded(WOOD, 0.7));
  mesh.drum([0, 0, 0], 0.26, 0.03, shaded(WOOD, 0.7));
}

export const TINTS = { BLACK, STEEL, BRASS, WOOD };

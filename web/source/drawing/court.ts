// The fields and courts of sports other than football: ground, lines, and what stands on them.
import { drawBallpark } from "./ballpark";
import type { FieldKind } from "./focus-extent";
import type { FreeFloor } from "./free-floor";
import { drawStrokes, spots } from "./free-floor";
import type { Colour, MeshBuilder, Point3 } from "./mesh-builder";
import { colour, mixed, shaded } from "./mesh-builder";
import type { Palette } from "./palettes";
import type { Point2 } from "./row-lines";
import type { MarkedField, ToField } from "./sport-lines";
import { markedField, rectangle } from "./sport-lines";
import type { VenueMeasures } from "./venue-measures";
import { counterClockwise } from "./venue-measures";

const OVER_M = 0.02;
const RING_M = 1.1;
const RINK = { halfWideM: 15, halfLongM: 30, cornerM: 8.5, boardsM: 1.07 };
const WHITE: Colour = [0.94, 0.95, 0.94];

/** Draws a field into the rectangle that the plan gives for it. Returns whether it is of grass, and where things are. */
export function drawCourtOf(
  mesh: MeshBuilder,
  kind: Exclude<FieldKind, "football">,
  measures: VenueMeasures,
  palette: Palette,
  free: FreeFloor,
  raisedM: number,
): { isGrass: boolean; to: ToField } {
  const field = markedField(kind);
  const [wide, long] = [free.halfWideM / field.halfWideM, free.halfLongM / field.halfLongM];
  const z = measures.floorZ + (kind === "boxing" ? raisedM || RING_M : raisedM);
  const to: ToField = (plan, up = 0) =>
    spots(
      measures,
      free,
      z + up,
      plan.map(([beside, along]): Point2 => [beside * wide, along * long]),
    );
  if (z > measures.floorZ) drawBase(mesh, to, field, [measures.floorZ, z], palette);
  drawGround(mesh, to, field);
  EQUIPMENT[kind]?.(mesh, to, field);
  if (kind === "baseball") drawBallpark(mesh, to, measures, palette);
  return { isGrass: field.isGrass, to };
}

function drawGround(mesh: MeshBuilder, to: ToField, field: MarkedField): void {
  const { halfLongM, halfWideM, aroundM, ground, around } = field;
  mesh.sheet(to(surrounding(halfWideM, halfLongM, aroundM), OVER_M), around);
  const bands = field.isGrass ? 20 : 8;
  for (let band = 0; band < bands; band++) {
    const edge = (at: number) => -halfLongM + (2 * halfLongM * at) / bands;
    const tone = shaded(ground, band % 2 === 0 ? 1 : field.isGrass ? 0.9 : 0.98);
    mesh.sheet(to(rectangle(-halfWideM, halfWideM, edge(band), edge(band + 1)), 2 * OVER_M), tone);
  }
  for (const [layer, { points, tint }] of field.areas.entries()) mesh.sheet(to(points, (3 + layer) * OVER_M), tint);
  const lineM = (4 + field.areas.length) * OVER_M;
  for (const { points, tint, halfM } of field.lines) {
    drawStrokes([points], (stroke) => mesh.sheet(to(stroke, lineM), tint), halfM);
  }
}

function surrounding(halfWideM: number, halfLongM: number, byM: number): Point2[] {
  return rectangle(-halfWideM - byM, halfWideM + byM, -halfLongM - byM, halfLongM + byM);
}

function drawBase(
  mesh: MeshBuilder,
  to: ToField,
  { halfWideM, halfLongM, aroundM }: MarkedField,
  z: [number, number],
  palette: Palette,
): void {
  const corners = to(surrounding(halfWideM, halfLongM, aroundM)).map(([x, y]): Point2 => [x, y]);
  mesh.prism(counterClockwise(corners), z, { colour: palette.skirt }, palette.deck);
}

type DrawEquipment = (mesh: MeshBuilder, to: ToField, field: MarkedField) => void;

const EQUIPMENT: Partial<Record<FieldKind, DrawEquipment>> = {
  rugby: (mesh, to) => bothEnds((end) => drawPosts(mesh, to, end * 50, { halfM: 2.8, barM: 3, topM: 13 })),
  american_football: (mesh, to) =>
    bothEnds((end) => drawPosts(mesh, to, end * 54.86, { halfM: 2.82, barM: 3.05, topM: 12 })),
  basketball: (mesh, to) => bothEnds((end) => drawHoop(mesh, to, end)),
  ice_hockey: (mesh, to) => {
    drawRink(mesh, to);
    bothEnds((end) => drawGoal(mesh, to, [end * 26, end], [0.92, 1.22], colour("#c1272d")));
  },
  handball: (mesh, to) => bothEnds((end) => drawGoal(mesh, to, [end * 20, end], [1.5, 2], colour("#c1272d"))),
  volleyball: (mesh, to) => drawNet(mesh, to, 5, [1.43, 2.43]),
  tennis: (mesh, to) => drawNet(mesh, to, 6.4, [0, 1]),
  boxing: (mesh, to) => drawRopes(mesh, to),
};

function bothEnds(draw: (end: number) => void): void {
  for (const end of [-1, 1]) draw(end);
}

function drawPosts(
  mesh: MeshBuilder,
  to: ToField,
  along: number,
  { halfM, barM, topM }: { halfM: number; barM: number; topM: number },
): void {
  const at = (beside: number, up: number): Point3 => to([[beside, along]], up)[0]!;
  for (const side of [-halfM, halfM]) mesh.bar(at(side, 0), at(side, topM), 0.15, { colour: WHITE });
  mesh.bar(at(-halfM, barM), at(halfM, barM), 0.15, { colour: WHITE });
}

function drawHoop(mesh: MeshBuilder, to: ToField, end: number): void {
  const at = (beside: number, along: number, up: number): Point3 => to([[beside, end * along]], up)[0]!;
  const steel = { colour: colour("#2d3a4a") };
  mesh.bar(at(0, 15.6, 0), at(0, 15.6, 2.8), 0.25, steel);
  mesh.bar(at(0, 15.6, 2.8), at(0, 12.8, 3.4), 0.15, steel);
  mesh.sheet([at(-0.9, 12.8, 2.9), at(0.9, 12.8, 2.9), at(0.9, 12.8, 3.95), at(-0.9, 12.8, 3.95)], WHITE);
  for (let side = 0; side < 10; side++) {
    const rim = (step: number): Point3 => {
      const turn = (Math.PI * 2 * step) / 10;
      return at(0.23 * Math.cos(turn), 12.425 + 0.23 * Math.sin(turn), 3.05);
    };
    mesh.bar(rim(side), rim(side + 1), 0.04, { colour: colour("#e0662a") });
  }
}

/** Draws a goal with its net as thin sheets. */
function drawGoal(
  mesh: MeshBuilder,
  to: ToField,
  [along, end]: [number, number],
  [halfM, highM]: [number, number],
  tint: Colour,
): void {
  const at = (beside: number, behindM: number, up: number): Point3 => to([[beside, along + end * behindM]], up)[0]!;
  for (const side of [-halfM, halfM]) {
    mesh.bar(at(side, 0, 0), at(side, 0, highM), 0.08, { colour: tint });
    mesh.bar(at(side, 0, highM), at(side, 0.9, 0), 0.04, { colour: WHITE });
  }
  mesh.bar(at(-halfM, 0, highM), at(halfM, 0, highM), 0.08, { colour: tint });
  for (let cord = 1; cord < 8; cord++) {
    const side = -halfM + (2 * halfM * cord) / 8;
    mesh.bar(at(side, 0, highM), at(side, 0.9, 0), 0.02, { colour: shaded(WHITE, 0.8) });
  }
}

/** Draws the boards around the ice. */
function drawRink(mesh: MeshBuilder, to: ToField): void {
  const corner = (x: number, y: number, from: number): Point2[] =>
    Array.from({ length: 7 }, (_, step): Point2 => {
      const turn = ((from + step * 15) * Math.PI) / 180;
      return [x + RINK.cornerM * Math.sin(turn), y + RINK.cornerM * Math.cos(turn)];
    });
  const [acrossM, alongM] = [RINK.halfWideM - RINK.cornerM, RINK.halfLongM - RINK.cornerM];
  const rim = [
    ...corner(acrossM, alongM, 0),
    ...corner(acrossM, -alongM, 90),
    ...corner(-acrossM, -alongM, 180),
    ...corner(-acrossM, alongM, 270),
  ];
  rim.forEach((start, index) => {
    const end = rim[(index + 1) % rim.length]!;
    for (const [low, high, tone] of [
      [0, 0.2, colour("#e0b62f")],
      [0.2, RINK.boardsM, WHITE],
    ] as const) {
      const [a, b] = to([start, end], low);
      const [c, d] = to([end, start], high);
      mesh.sheet([a!, b!, c!, d!], tone);
    }
  });
}

function drawNet(mesh: MeshBuilder, to: ToField, halfM: number, [low, high]: [number, number]): void {
  const at = (beside: number, up: number): Point3 => to([[beside, 0]], up)[0]!;
  for (const side of [-halfM, halfM]) mesh.bar(at(side, 0), at(side, high), 0.09, { colour: colour("#3b4450") });
  mesh.bar(at(-halfM, high), at(halfM, high), 0.07, { colour: WHITE });
  const cords = Math.round(halfM * 5);
  for (let cord = 0; cord <= cords; cord++) {
    const side = -halfM + (2 * halfM * cord) / cords;
    mesh.bar(at(side, low), at(side, high), 0.012, { colour: shaded(WHITE, 0.5) });
  }
  for (let row = 0; row < 4; row++) {
    const up = low + ((high - low) * row) / 4;
    mesh.bar(at(-halfM, up), at(halfM, up), 0.012, { colour: shaded(WHITE, 0.5) });
  }
}

function drawRopes(mesh: MeshBuilder, to: ToField): void {
  const corners = rectangle(-3.05, 3.05, -3.05, 3.05);
  corners.forEach((corner, index) => {
    const next = corners[(index + 1) % 4]!;
    const tint = colour(index % 2 === 0 ? "#b3262f" : "#1d57a8");
    mesh.bar(to([corner])[0]!, to([corner], 1.4)[0]!, 0.12, { colour: tint });
    for (const up of [0.4, 0.7, 1, 1.3]) {
      mesh.bar(to([corner], up)[0]!, to([next], up)[0]!, 0.035, { colour: mixed(tint, WHITE, 0.5) });
    }
  });
}

// The floor and, if the plan has no stage, a court, a platform or a stage with a curtain.
import type { FreeFloor } from "./free-floor";
import { drawStrokes, freeFloor, spots } from "./free-floor";
import { HALLS } from "./halls";
import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import type { VenueMeasures } from "./venue-measures";
import { counterClockwise, expanded } from "./venue-measures";

const PITCH = { halfLongM: 40, halfWideM: 22 };
const COURT = { halfLongM: 11, halfWideM: 6.5 };
/** The distance between a painted surface and the one below it, to avoid z-fighting. */
const OVER_M = 0.02;

export function buildFloor(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  drawFloor(mesh, measures, palette);
  return mesh;
}

/** Builds what people look at if the plan has no stage and there is no room for a pitch. */
export function buildDefaultStage(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  // The stage of a theatre is drawn with the house, even if the seats are spread around it.
  if (HALLS[measures.hall].hasProscenium) return mesh;
  const free = freeFloor(measures);
  if (measures.isOneSided) {
    if (HALLS[measures.hall].building !== "stone") drawProscenium(mesh, measures, palette, free);
  } else if (free.halfLongM >= COURT.halfLongM && free.halfWideM >= COURT.halfWideM) {
    drawCourt(mesh, measures, palette, free);
  } else drawPlatform(mesh, measures, palette, free);
  return mesh;
}

/** Whether a pitch is assumed, since nothing is known and there is room for it. */
export function isPitch(measures: VenueMeasures): boolean {
  if (HALLS[measures.hall].hasProscenium || measures.isOneSided) return false;
  if (measures.stages.length > 0 || measures.plan.focus.extent) return false;
  const { halfLongM, halfWideM } = freeFloor(measures);
  return halfLongM >= PITCH.halfLongM && halfWideM >= PITCH.halfWideM;
}

/** Draws the floor a little below the first rows that stand on it: in one plane, both would flicker. */
function drawFloor(mesh: MeshBuilder, { outline, floorZ, focus }: VenueMeasures, palette: Palette): void {
  const z = floorZ - OVER_M;
  const wide = expanded(outline, 6);
  const edge = shaded(palette.floor, 0.75);
  wide.forEach(([x, y], index) => {
    const [nextX, nextY] = wide[(index + 1) % wide.length]!;
    mesh.face(
      [
        [focus[0], focus[1], z],
        [x, y, z],
        [nextX, nextY, z],
      ],
      [palette.floor, edge, edge],
    );
  });
}

function rectangle(halfWideM: number, fromM: number, toM: number): Point2[] {
  return [
    [-halfWideM, fromM],
    [halfWideM, fromM],
    [halfWideM, toM],
    [-halfWideM, toM],
  ];
}

/** Draws a wooden floor with the lines of an unspecified game. */
function drawCourt(mesh: MeshBuilder, measures: VenueMeasures, palette: Palette, free: FreeFloor): void {
  const halfLongM = Math.min(free.halfLongM, 30);
  const halfWideM = Math.min(free.halfWideM, 15.5, halfLongM / 1.35);
  const z = measures.floorZ + OVER_M;
  const wood = mixed(colour("#c89a66"), palette.floor, 0.25);
  const zone = mixed(wood, palette.board, 0.55);
  mesh.face(spots(measures, free, z, rectangle(halfWideM, -halfLongM, halfLongM)), zone);
  const boards = 12;
  for (let board = 0; board < boards; board++) {
    const edge = (at: number) => -(halfLongM - 2) + (2 * (halfLongM - 2) * at) / boards;
    const tone = shaded(wood, board % 2 === 0 ? 1 : 0.95);
    const plan = rectangle(halfWideM - 1.6, edge(board), edge(board + 1));
    mesh.face(spots(measures, free, z + OVER_M, plan), tone);
  }
  const size = { halfLongM: halfLongM - 3, halfWideM: halfWideM - 2.4, circleM: Math.min(3.6, halfWideM * 0.3) };
  drawLines(mesh, measures, free, size, z + OVER_M);
}

type Field = {
  halfLongM: number;
  halfWideM: number;
  circleM: number;
};

function drawLines(mesh: MeshBuilder, measures: VenueMeasures, free: FreeFloor, field: Field, z: number): void {
  const white: Colour = [0.93, 0.94, 0.93];
  const { halfLongM, halfWideM, circleM } = field;
  const line = (from: Point2, to: Point2): void =>
    drawStrokes([[from, to]], (stroke) => mesh.sheet(spots(measures, free, z + OVER_M, stroke), white));
  const corners = rectangle(halfWideM, -halfLongM, halfLongM);
  for (const [index, corner] of corners.entries()) line(corner, corners[(index + 1) % 4]!);
  line([-halfWideM, 0], [halfWideM, 0]);
  for (let side = 0; side < 36; side++) {
    const at = (step: number): Point2 => {
      const turn = (Math.PI * 2 * step) / 36;
      return [circleM * Math.cos(turn), circleM * Math.sin(turn)];
    };
    line(at(side), at(side + 1));
  }
  for (const end of [-1, 1]) {
    const box = rectangle(halfWideM * 0.46, end * halfLongM, end * halfLongM * 0.7);
    line(box[1]!, box[2]!);
    line(box[2]!, box[3]!);
    line(box[3]!, box[0]!);
  }
}

function drawPlatform(mesh: MeshBuilder, measures: VenueMeasures, palette: Palette, free: FreeFloor): void {
  const { focus, floorZ } = measures;
  const z = floorZ + Math.min(1.2, Math.max(0.4, focus[2] - floorZ - 0.5));
  const [long, wide] = [Math.min(9, free.halfLongM * 0.8), Math.min(7, free.halfWideM * 0.8)];
  const cut = Math.min(long, wide) * 0.35;
  const plan: Point2[] = [
    [-wide + cut, -long],
    [wide - cut, -long],
    [wide, -long + cut],
    [wide, long - cut],
    [wide - cut, long],
    [-wide + cut, long],
    [-wide, long - cut],
    [-wide, -long + cut],
  ];
  const corners = spots(measures, free, z, plan).map(([x, y]): Point2 => [x, y]);
  mesh.prism(counterClockwise(corners), [floorZ, z], { colour: palette.skirt }, palette.deck);
}

/** Draws a stage with a curtain, for a hall whose seats are all on one side. */
function drawProscenium(mesh: MeshBuilder, measures: VenueMeasures, palette: Palette, free: FreeFloor): void {
  const { focus, floorZ, audience, roofZ } = measures;
  const turn = Math.atan2(audience[0], audience[1]);
  const facing: FreeFloor = { ...free, turn };
  const z = floorZ + Math.min(1.4, Math.max(0.5, focus[2] - floorZ - 0.3));
  const half = Math.max(5, Math.min(12, free.halfLongM * 1.2));
  const frontM = Math.max(1, Math.min(3, free.halfWideM - 1));
  const backM = -7;
  const deck = spots(measures, facing, z, rectangle(half, backM, frontM)).map(([x, y]): Point2 => [x, y]);
  mesh.prism(counterClockwise(deck), [floorZ, z], { colour: palette.skirt }, palette.deck);
  const topZ = Math.min(roofZ - 0.5, z + 7);
  const folds = 28;
  const [cloth, fold] = [colour("#7a2630"), colour("#4a141c")];
  for (let piece = 0; piece < folds; piece++) {
    const edge = (at: number): Point2 => [half - (2 * half * at) / folds, backM + 0.3 + (at % 2) * 0.25];
    const [start, end] = spots(measures, facing, 0, [edge(piece), edge(piece + 1)]) as [Point3, Point3];
    const tone = piece % 2 === 0 ? cloth : fold;
    const other = piece % 2 === 0 ? fold : cloth;
    mesh.sheet(
      [
        [start[0], start[1], z],
        [end[0], end[1], z],
        [end[0], end[1], topZ],
        [start[0], start[1], topZ],
      ],
      [tone, other, other, tone],
    );
  }
}

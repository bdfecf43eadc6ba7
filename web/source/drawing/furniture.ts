// What stands on the floor besides stands: tables, raised floors under single seats and crowds, and marked spaces.
import type { PlanTable } from "../plan/plan";
import type { SeatPosition } from "../plan/positions";
import { allSeats } from "../plan/positions";
import { isEmptyHall } from "./event-kind";
import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import type { Palette } from "./palettes";
import { isWheelchairSpace } from "./people";
import type { Point2 } from "./row-lines";
import type { VenueMeasures } from "./venue-measures";
import { areaCorners } from "./venue-measures";

const TABLE = { topM: 0.74, thickM: 0.04, legM: 0.09, footM: 0.5 };
const CHAIR_ROOM_M = 0.95;
const SEAT_HALF_M = 0.5;
/** A floor that is raised by less lies on the floor of the hall. */
const RAISED_M = 0.08;
const SLAB_M = 0.25;
const ROUND_SIDES = 24;
/** A wheelchair space is 0.9 m wide and 1.4 m deep. */
const SPACE = { halfM: 0.45, frontM: 0.7, backM: 0.7, lineM: 0.05 };
const MARK = colour("#3f86d6");
const WHEELCHAIR = { halfM: 0.22, seatM: 0.46, backM: 0.86, wheelM: 0.3, sides: 14 };
const FRAME = colour("#2b2f38");
const TYRE = colour("#16181d");

export function buildFurniture(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  drawAreas(mesh, measures, palette);
  for (const { section, seats } of measures.loose) {
    for (const seat of seats) drawRaised(mesh, squareUnder(seat), seat.z, measures, palette);
    for (const table of section.tables ?? []) {
      drawRaised(mesh, footprint(table, CHAIR_ROOM_M), table.z, measures, palette);
      if (!section.isClosed) drawTable(mesh, table, palette);
    }
  }
  drawWheelchairSpaces(mesh, measures);
  return mesh;
}

function drawAreas(mesh: MeshBuilder, measures: VenueMeasures, palette: Palette): void {
  for (const section of measures.plan.sections) {
    if (section.area === undefined || section.geometry === null) continue;
    drawRaised(mesh, areaCorners(section), section.geometry.elevationM, measures, palette);
  }
}

/** Draws a floor above that of the hall: down to it, or as a slab where people can stand below. */
function drawRaised(
  mesh: MeshBuilder,
  corners: Point2[],
  z: number,
  { floorZ, shape }: VenueMeasures,
  palette: Palette,
): void {
  if (z - floorZ < RAISED_M) return;
  const low = z - floorZ > shape.deckFromM ? z - SLAB_M : floorZ;
  mesh.prism(corners, [low, z], { colour: shaded(palette.concrete, 0.8) }, palette.concrete);
}

function squareUnder({ x, y, facingDeg }: SeatPosition): Point2[] {
  return rectangle(x, y, facingDeg, SEAT_HALF_M, SEAT_HALF_M);
}

function drawTable(mesh: MeshBuilder, table: PlanTable, palette: Palette): void {
  const { x, y, z } = table;
  const wood = mixed(colour("#7a5233"), palette.deck, 0.3);
  const topZ = z + TABLE.topM;
  mesh.prism(footprint(table, 0), [topZ - TABLE.thickM, topZ], { colour: shaded(wood, 0.8) }, wood);
  const steel = { colour: shaded(palette.steel, 0.6) };
  for (const [legX, legY] of legsOf(table)) {
    mesh.bar([legX, legY, z], [legX, legY, topZ - TABLE.thickM], TABLE.legM, steel);
  }
  if (table.shape === "round") {
    const foot = Array.from({ length: 8 }, (_, side): Point2 => {
      const turn = (Math.PI * side) / 4;
      return [x + (TABLE.footM / 2) * Math.cos(turn), y + (TABLE.footM / 2) * Math.sin(turn)];
    });
    mesh.prism(foot, [z, z + 0.03], steel);
  }
  drawCandle(mesh, [x, y, topZ]);
}

/** Draws a small lamp in the middle of a table. */
function drawCandle(mesh: MeshBuilder, [x, y, z]: Point3): void {
  const glass: Colour = [1, 0.78, 0.45];
  mesh.box([x - 0.035, x + 0.035], [y - 0.035, y + 0.035], [z, z + 0.09], { colour: glass, glow: 0.8 });
}

function legsOf(table: PlanTable): Point2[] {
  const { shape, x, y, turnDeg, widthM, depthM } = table;
  if (shape === "round") return [[x, y]];
  return rectangle(x, y, turnDeg, widthM / 2 - 0.12, depthM / 2 - 0.12);
}

/** The footprint of a table with some room around it, counter-clockwise. */
function footprint({ shape, x, y, widthM, depthM, turnDeg }: PlanTable, aroundM: number): Point2[] {
  if (shape === "rectangle") return rectangle(x, y, turnDeg, widthM / 2 + aroundM, depthM / 2 + aroundM);
  return Array.from({ length: ROUND_SIDES }, (_, side): Point2 => {
    const turn = (Math.PI * 2 * side) / ROUND_SIDES;
    return [x + (widthM / 2 + aroundM) * Math.cos(turn), y + (widthM / 2 + aroundM) * Math.sin(turn)];
  });
}

/** A rectangle around a point, counter-clockwise: half its width, and half its depth in the direction that it faces. */
function rectangle(x: number, y: number, turnDeg: number, halfM: number, deepM: number): Point2[] {
  const turn = (turnDeg * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
  const at = (right: number, forward: number): Point2 => [
    x + cosine * right + sine * forward,
    y - sine * right + cosine * forward,
  ];
  return [at(-halfM, -deepM), at(halfM, -deepM), at(halfM, deepM), at(-halfM, deepM)];
}

/** Draws the outline of each wheelchair space on the floor, in the place of a chair, and a wheelchair if it is taken. */
function drawWheelchairSpaces(mesh: MeshBuilder, { plan }: VenueMeasures): void {
  const seats = allSeats(plan);
  for (let index = 0; index < seats.count; index++) {
    if (!isWheelchairSpace(plan, seats, index) || plan.sections[seats.sections[index]!]!.isClosed) continue;
    const [x, y, z] = [0, 1, 2].map((axis) => seats.positions[index * 3 + axis]!) as [number, number, number];
    const [sine, cosine] = [Math.sin(seats.facings[index]!), Math.cos(seats.facings[index]!)];
    const at = (right: number, forward: number): Point3 => [
      x + cosine * right + sine * forward,
      y - sine * right + cosine * forward,
      z + 0.015,
    ];
    const { halfM, frontM, backM, lineM } = SPACE;
    for (const [fromRight, toRight, from, to] of [
      [-halfM, halfM, frontM - lineM, frontM],
      [-halfM, halfM, -backM, -backM + lineM],
      [-halfM, -halfM + lineM, -backM, frontM],
      [halfM - lineM, halfM, -backM, frontM],
    ] as const) {
      mesh.face([at(fromRight, from), at(toRight, from), at(toRight, to), at(fromRight, to)], MARK, 0.2);
    }
    if (!isEmptyHall(plan)) drawWheelchair(mesh, at);
  }
}

/** Draws a wheelchair for the person who sits there: seat, back and two wheels, lower than the shoulders. */
function drawWheelchair(mesh: MeshBuilder, ground: (right: number, forward: number) => Point3): void {
  const at = (right: number, forward: number, up: number): Point3 => {
    const [x, y, z] = ground(right, forward);
    return [x, y, z + up];
  };
  const { halfM, seatM, backM, wheelM, sides } = WHEELCHAIR;
  const across = (from: Point2, to: Point2): void =>
    mesh.sheet([at(-halfM, ...from), at(halfM, ...from), at(halfM, ...to), at(-halfM, ...to)], FRAME);
  across([-0.2, seatM], [0.25, seatM]);
  across([-0.2, seatM], [-0.26, backM]);
  for (const right of [-halfM - 0.05, halfM + 0.05]) {
    const rim = (side: number): Point3 => {
      const turn = (Math.PI * 2 * side) / sides;
      return at(right, -0.05 + wheelM * Math.sin(turn), wheelM + wheelM * Math.cos(turn));
    };
    for (let side = 0; side < sides; side++) mesh.bar(rim(side), rim(side + 1), 0.035, { colour: TYRE });
    mesh.bar(at(right, -0.05, wheelM), at(right * 0.6, -0.05, wheelM), 0.06, { colour: TYRE });
  }
}

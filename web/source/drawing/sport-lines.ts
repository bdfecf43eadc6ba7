// The lines of fields and courts by their sport, in metres beside and along the middle of their usual size.
import type { FieldKind } from "./focus-extent";
import type { Colour, Point3 } from "./mesh-builder";
import { colour } from "./mesh-builder";
import type { Point2 } from "./row-lines";

/** Where something is on the field, by its usual measures, and above its ground. */
export type ToField = (plan: readonly Point2[], upM?: number) => Point3[];

export type MarkedField = {
  /** Half the usual length and width. */
  halfLongM: number;
  halfWideM: number;
  ground: Colour;
  /** The ground around the lines, and how far it reaches. */
  around: Colour;
  aroundM: number;
  isGrass: boolean;
  lines: Marking[];
  /** Areas in another colour, below the lines. */
  areas: Marking[];
};

export type Marking = {
  points: Point2[];
  tint: Colour;
  /** Half the width of a line, if it is not the usual one. */
  halfM?: number;
};

const WHITE: Colour = [0.94, 0.95, 0.94];
const GRASS = { ground: colour("#517541"), around: colour("#49693a"), aroundM: 4, isGrass: true };
const WOOD = { ground: colour("#c69b69"), around: colour("#3f6480"), aroundM: 2, isGrass: false };
const YARD_M = 0.9144;
/** Home plate is so far along a field of baseball, and its foul lines lead away from there to both sides alike. */
export const HOME_M = 42;

/** The markings of a sport. Football has a drawing of its own. */
export function markedField(kind: Exclude<FieldKind, "football">): MarkedField {
  return FIELDS[kind]();
}

const FIELDS: Record<Exclude<FieldKind, "football">, () => MarkedField> = {
  rugby: () => {
    const field = { halfLongM: 50, halfWideM: 35 };
    const across = bothWays([0, 10, 28, 45]).map((along) => acrossAt(along, 35));
    return { ...field, ...GRASS, aroundM: 10, areas: [], lines: white([outline(field), ...across]) };
  },
  american_football: () => {
    const field = { halfLongM: 60 * YARD_M, halfWideM: 26.67 * YARD_M };
    const goalM = 50 * YARD_M;
    const yards = Array.from({ length: 21 }, (_, line) => acrossAt((line * 5 - 50) * YARD_M, field.halfWideM));
    const hashes = Array.from({ length: 99 }, (_, yard) => (yard - 49) * YARD_M).flatMap((along) =>
      [-2.82, 2.82].map((beside): Point2[] => [
        [beside - 0.3, along],
        [beside + 0.3, along],
      ]),
    );
    const ends = [-1, 1].map((end) => ({
      points: rectangle(-field.halfWideM, field.halfWideM, end * goalM, end * field.halfLongM),
      tint: colour("#2f4d7a"),
    }));
    return { ...field, ...GRASS, areas: ends, lines: white([outline(field), ...yards, ...hashes]) };
  },
  baseball: () => {
    const home = HOME_M;
    const [dirt, lawn] = [colour("#a5714a"), GRASS.ground];
    const base = 27.43 / Math.SQRT2;
    const diamond: Point2[] = [
      [0, home],
      [base, home - base],
      [0, home - 2 * base],
      [-base, home - base],
    ];
    const inner = diamond.map(([beside, along]): Point2 => [beside * 0.82, home - base + (along - home + base) * 0.82]);
    const areas = [
      { points: [[0, home + 4], ...arc([0, home - 18.4], 29, 95, 265)] as Point2[], tint: dirt },
      { points: inner, tint: lawn },
      { points: circle([0, home - 18.4], 2.75), tint: dirt },
      { points: circle([0, home], 4), tint: dirt },
    ];
    const foulM = 50;
    // Chalk is narrow, and begins beside the plate: a wide line that leads away from the eye seems to stand upright.
    const fouls = [-1, 1].map((side) => ({
      points: [
        [side, home - 1],
        [side * foulM, home - foulM],
      ] as Point2[],
      tint: WHITE,
      halfM: 0.03,
    }));
    const bases = white(diamond.map((at) => circle(at, 0.1)));
    return { halfLongM: 50, halfWideM: 50, ...GRASS, areas, lines: [...fouls, ...bases] };
  },
  basketball: () => {
    const field = { halfLongM: 14, halfWideM: 7.5 };
    const lines = [outline(field), acrossAt(0, 7.5), circle([0, 0], 1.8)];
    const areas: Marking[] = [];
    for (const end of [-1, 1]) {
      const [back, hoop] = [end * 14, end * (14 - 1.575)];
      const key = rectangle(-2.45, 2.45, back, back - end * 5.8);
      areas.push({ points: key, tint: colour("#3f6480") });
      const towards = end > 0 ? 180 : 0;
      const curve = arc([0, hoop], 6.75, towards - 77.9, towards + 77.9);
      const side = end > 0 ? -1 : 1;
      lines.push(closed(key), arc([0, back - end * 5.8], 1.8, towards - 90, towards + 90));
      lines.push([[-6.6 * side, back], ...curve, [6.6 * side, back]]);
    }
    return { ...field, ...WOOD, areas, lines: white(lines) };
  },
  ice_hockey: () => {
    const field = { halfLongM: 30, halfWideM: 15 };
    const [red, blue] = [colour("#c1272d"), colour("#2353a0")];
    const spots: Point2[] = bothWays([20]).flatMap((along): Point2[] => bothWays([7]).map((beside) => [beside, along]));
    const lines: Marking[] = [
      { points: acrossAt(0, 15), tint: red },
      ...bothWays([7.14]).map((along) => ({ points: acrossAt(along, 15), tint: blue })),
      ...bothWays([26]).map((along) => ({ points: acrossAt(along, 13.4), tint: red })),
      { points: circle([0, 0], 4.5), tint: blue },
      ...spots.map((at) => ({ points: circle(at, 4.5), tint: red })),
    ];
    const ice = colour("#dfe9f0");
    const areas = [-1, 1].map((end) => ({
      points: arc([0, end * 26], 1.8, end > 0 ? 90 : -90, end > 0 ? 270 : 90),
      tint: colour("#9cc3e6"),
    }));
    return { ...field, ground: ice, around: colour("#8b949d"), aroundM: 1.5, isGrass: false, areas, lines };
  },
  handball: () => {
    const field = { halfLongM: 20, halfWideM: 10 };
    const lines = [outline(field), acrossAt(0, 10)];
    for (const end of [-1, 1]) {
      const goal = end * 20;
      for (const [radius, from] of [
        [6, 0],
        [9, 20],
      ] as const) {
        const towards = end > 0 ? 180 : 0;
        const [near, far] = end > 0 ? [1.5, -1.5] : [-1.5, 1.5];
        lines.push([
          ...arc([near, goal], radius, towards - 90 + from, towards),
          ...arc([far, goal], radius, towards, towards + 90 - from),
        ]);
      }
      lines.push([
        [-0.5, goal - end * 7],
        [0.5, goal - end * 7],
      ]);
    }
    return { ...field, ...WOOD, ground: colour("#4f86a6"), areas: [], lines: white(lines) };
  },
  volleyball: () => {
    const field = { halfLongM: 9, halfWideM: 4.5 };
    const lines = [outline(field), ...bothWays([0, 3]).map((along) => acrossAt(along, 4.5))];
    return { ...field, ...WOOD, ground: colour("#d07c45"), aroundM: 3, areas: [], lines: white(lines) };
  },
  tennis: () => {
    const field = { halfLongM: 11.885, halfWideM: 5.485 };
    const sides = bothWays([4.115]).map((beside): Point2[] => [
      [beside, -11.885],
      [beside, 11.885],
    ]);
    const services = bothWays([6.4]).map((along) => acrossAt(along, 4.115));
    const middle: Point2[] = [
      [0, -6.4],
      [0, 6.4],
    ];
    const court = { ground: colour("#3a6ea5"), around: colour("#4d7f5c"), aroundM: 4, isGrass: false };
    return { ...field, ...court, areas: [], lines: white([outline(field), ...sides, ...services, middle]) };
  },
  boxing: () => {
    const field = { halfLongM: 3.05, halfWideM: 3.05 };
    const canvas = { ground: colour("#c9ccd2"), around: colour("#c9ccd2"), aroundM: 0.8, isGrass: false };
    return { ...field, ...canvas, areas: [], lines: [{ points: circle([0, 0], 1), tint: colour("#9aa3b4") }] };
  },
};

/** An arc by compass bearings, on which the field's length is north. */
export function arc([beside, along]: Point2, radiusM: number, fromDeg: number, toDeg: number): Point2[] {
  const pieces = Math.max(6, Math.round((toDeg - fromDeg) / 9));
  return Array.from({ length: pieces + 1 }, (_, piece): Point2 => {
    const turn = ((fromDeg + ((toDeg - fromDeg) * piece) / pieces) * Math.PI) / 180;
    return [beside + radiusM * Math.sin(turn), along + radiusM * Math.cos(turn)];
  });
}

export function closed(line: Point2[]): Point2[] {
  return [...line, line[0]!];
}

/** The corners of a rectangle. */
export function rectangle(left: number, right: number, fromM: number, toM: number): Point2[] {
  return [
    [left, fromM],
    [left, toM],
    [right, toM],
    [right, fromM],
  ];
}

function circle(at: Point2, radiusM: number): Point2[] {
  return arc(at, radiusM, 0, 360);
}

function outline({ halfLongM, halfWideM }: { halfLongM: number; halfWideM: number }): Point2[] {
  return closed(rectangle(-halfWideM, halfWideM, -halfLongM, halfLongM));
}

function acrossAt(along: number, halfWideM: number): Point2[] {
  return [
    [-halfWideM, along],
    [halfWideM, along],
  ];
}

function bothWays(distances: number[]): number[] {
  return distances.flatMap((distance) => (distance === 0 ? [0] : [-distance, distance]));
}

function white(lines: Point2[][]): Marking[] {
  return lines.map((points) => ({ points, tint: WHITE }));
}

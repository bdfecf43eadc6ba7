// Tests of moves: what was grabbed goes where it was dragged to, and nothing else moves.
import { describe, expect, test } from "vitest";
import type { Json } from "../layouts/written-json";
import { movePieces } from "./move-pieces";
import type { Piece } from "./pieces";
import { rulesOf, valueAt } from "./record-edit";
import { rotatePieces } from "./rotate-pieces";
import { seatPlaces } from "./seat-places";

const ROWS = { rows: { first: "A", last: "D" }, seats: { count: 6 } };
const FOCUS = { x: 3, y: -2, z: 0, extent: { kind: "stage", widthM: 10, depthM: 6 } };

/** Rules of one section each, by how they say where they are. */
const SINGLE: Record<string, Json> = {
  straight: { ...ROWS, geometry: { bearingDeg: 200, distanceM: 12, shiftM: 1.5 } },
  "straight, towards the south": { ...ROWS, geometry: { bearingDeg: 180, distanceM: 12 } },
  "bent, aside": { ...ROWS, geometry: { shape: "curved", bearingDeg: -20, distanceM: 12, radiusM: 30, shiftM: 5 } },
  bent: { ...ROWS, geometry: { shape: "curved", bearingDeg: 160, distanceM: 12, radiusM: 30 } },
  "around the focus": { ...ROWS, geometry: { shape: "curved", bearingDeg: 90, distanceM: 15 } },
  "around the focus, aside": { ...ROWS, geometry: { shape: "curved", bearingDeg: 90, distanceM: 15, shiftM: 4 } },
  "at a place, turned": { ...ROWS, geometry: { origin: { x: 4, y: 9 }, facingDeg: 140, shiftM: 2 } },
  "at a place": { ...ROWS, geometry: { origin: { x: 4, y: 9, z: 1 } } },
  "at a place, bent": { ...ROWS, geometry: { shape: "curved", origin: { x: 4, y: 9 }, facingDeg: 140, radiusM: 9 } },
  "at a place, aside": { ...ROWS, geometry: { origin: { x: 4, y: 9 }, shiftM: 3 } },
  "at a place, bent around the focus": { ...ROWS, geometry: { shape: "curved", origin: { x: 14, y: 9 } } },
  listed: { positions: [{ row: "A", seats: [1, 2, 3], x: [100, 155, 210], y: [700, 710, 720], facing: 170 }] },
  "tables at places": {
    ...ROWS,
    geometry: {
      tables: {
        at: [
          [0, 8],
          [3, 8, 20],
          [6, 8],
          [9, 8],
        ],
      },
    },
  },
  "tables in columns": { ...ROWS, geometry: { bearingDeg: 180, distanceM: 9, tables: { columns: 2 } } },
  area: {
    kind: "standing",
    capacity: 80,
    geometry: {
      area: [
        [0, 4],
        [6, 4],
        [6, 9],
        [0, 9],
      ],
    },
  },
};

/** Rules of many sections. */
const MANY: Record<string, Json> = {
  "straight blocks around": { ...ROWS, geometry: { bearingDeg: 10, bearingStepDeg: 60, distanceM: 20, shiftM: 1 } },
  ring: { ...ROWS, geometry: { shape: "curved", bearingStepDeg: 60, distanceM: 20 } },
  "bent blocks around": { ...ROWS, geometry: { shape: "curved", bearingStepDeg: 60, distanceM: 20, radiusM: 50 } },
  "blocks at a place, around": { ...ROWS, geometry: { bearingStepDeg: 60, origin: { x: 5, y: 20 }, facingDeg: 190 } },
  "side by side": { ...ROWS, geometry: { bearingDeg: 180, distanceM: 12, shiftM: -6, shiftStepM: 6 } },
};

const FACING_FOCUS = [
  "at a place, bent around the focus",
  "around the focus",
  "around the focus, aside",
  "bent",
  "bent, aside",
];

function recordOf(rule: Json, ids?: readonly string[]): Json {
  const named = ids === undefined ? { id: "Moved", ...rule } : { ids, ...rule };
  const other = { id: "Other", ...ROWS, geometry: { bearingDeg: 150, distanceM: 30 } };
  return {
    name: "Hall",
    rules: {
      layout: {
        focus: FOCUS,
        sections: [other, named],
        configurations: [
          { id: "c", obstructions: [{ id: "p", kind: "pillar", box: { x: [1, 2], y: [5, 6], z: [0, 4] } }] },
        ],
      },
    },
  };
}

const MOVED: Piece = { kind: "section", rule: 1, id: "Moved" };

function movesOf(before: Json, after: Json): { key: string; dx: number; dy: number; turnDeg: number }[] {
  const later = seatPlaces(after);
  return [...seatPlaces(before)].map(([key, place]) => {
    const { x, y, facingDeg } = later.get(key)!;
    return { key, dx: x - place.x, dy: y - place.y, turnDeg: facingDeg - place.facingDeg };
  });
}

/** The middle of the seats of a section. */
function middleOf(record: Json, section: string): { x: number; y: number } {
  const places = [...seatPlaces(record)].filter(([key]) => key.startsWith(section)).map(([, place]) => place);
  const mean = (axis: "x" | "y") => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  return { x: mean("x"), y: mean("y") };
}

describe("a section that is dragged", () => {
  const rigid = Object.keys(SINGLE).filter((name) => name !== "at a place" && !FACING_FOCUS.includes(name));
  test.each(rigid)("%s: goes by exactly so much and keeps what it faces", (name) => {
    const before = recordOf(SINGLE[name]!);
    const after = movePieces([MOVED], 1.5, -2.25)(before);
    for (const { key, dx, dy, turnDeg } of movesOf(before, after)) {
      const isMoved = key.startsWith("Moved");
      expect(Math.hypot(dx - (isMoved ? 1.5 : 0), dy - (isMoved ? -2.25 : 0)), key).toBeLessThan(
        isMoved ? 0.012 : 1e-9,
      );
      expect(Math.abs(turnDeg), key).toBeLessThan(0.02);
    }
  });

  test.each(FACING_FOCUS)("%s: goes there and turns about the focus", (name) => {
    const before = recordOf(SINGLE[name]!);
    const after = movePieces([MOVED], 2, -1)(before);
    const row = (record: Json) => {
      const [left, right] = ["3", "4"].map((seat) => seatPlaces(record).get(`Moved/A/${seat}`)!);
      return { x: (left!.x + right!.x) / 2, y: (left!.y + right!.y) / 2 };
    };
    expect(row(after).x - row(before).x).toBeCloseTo(2, 1);
    expect(row(after).y - row(before).y).toBeCloseTo(-1, 1);
    const members = Object.keys(valueAt(before, ["rules", "layout", "sections", 1, "geometry"]) as Json);
    expect(Object.keys(valueAt(after, ["rules", "layout", "sections", 1, "geometry"]) as Json)).toEqual(members);
  });

  test.each(Object.keys(SINGLE))(
    "%s: the record differs in its rule only, and a way back leads to the same record",
    (name) => {
      const before = recordOf(SINGLE[name]!);
      const after = movePieces([MOVED], 1.5, -2.25)(before);
      expect(rulesOf(after)[0]).toBe(rulesOf(before)[0]);
      expect(valueAt(after, ["rules", "layout", "focus"])).toBe(valueAt(before, ["rules", "layout", "focus"]));
      const back = movePieces([MOVED], -1.5, 2.25)(after);
      for (const { dx, dy } of movesOf(before, back)) expect(Math.hypot(dx, dy)).toBeLessThan(0.03);
    },
  );

  test("numbers are in centimetres and members with the usual value are left out", () => {
    const after = movePieces([MOVED], 0.123456, -0.5)(recordOf(SINGLE["straight, towards the south"]!));
    expect(rulesOf(after)[1]?.geometry).toEqual({ bearingDeg: 180, distanceM: 12.5, shiftM: 0.12 });
    expect(rulesOf(movePieces([MOVED], -0.12, 0)(after))[1]?.geometry).toEqual({ bearingDeg: 180, distanceM: 12.5 });
  });

  test("one that is dragged over the focus goes on facing as it did, at a place of its own", () => {
    const before = recordOf(SINGLE["straight, towards the south"]!);
    const after = movePieces([MOVED], 0, 20)(before);
    expect(rulesOf(after)[1]?.geometry).toEqual({ origin: { x: 3, y: 6 }, facingDeg: 0 });
    for (const { key, dy } of movesOf(before, after)) expect(dy, key).toBeCloseTo(key.startsWith("Moved") ? 20 : 0, 5);
  });

  test("one that is not dragged at all is the same record", () => {
    const before = recordOf(SINGLE.straight!);
    expect(movePieces([MOVED], 0.001, 0)(before)).toBe(before);
  });
});

describe("sections of one rule", () => {
  const ids = ["1", "2", "3", "4", "5", "6"];
  test.each(Object.keys(MANY))("%s: stay one rule, and the grabbed one goes where it was dragged", (name) => {
    const before = recordOf(MANY[name]!, ids);
    const after = movePieces([{ kind: "section", rule: 1, id: "3" }], 1, -1.5)(before);
    expect(rulesOf(after)).toHaveLength(2);
    const [from, to] = [middleOf(before, "3/"), middleOf(after, "3/")];
    expect(Math.hypot(to.x - from.x - 1, to.y - from.y + 1.5)).toBeLessThan(0.2);
    for (const { key, dx, dy } of movesOf(before, after)) {
      expect(Math.hypot(dx, dy), key).toBeLessThan(key.startsWith("Other") ? 1e-9 : 2.2);
    }
  });
});

describe("the stage", () => {
  const FOCUS_PIECE: Piece = { kind: "focus" };

  test.each(Object.keys(SINGLE))("%s: stays where it is when the stage moves", (name) => {
    const before = recordOf(SINGLE[name]!);
    const after = movePieces([FOCUS_PIECE], 2.5, 1)(before);
    expect(valueAt(after, ["rules", "layout", "focus"])).toEqual({ ...FOCUS, x: 5.5, y: -1 });
    for (const { key, dx, dy } of movesOf(before, after)) expect(Math.hypot(dx, dy), key).toBeLessThan(0.015);
  });

  test.each(Object.keys(MANY).filter((name) => name !== "side by side"))("%s: go with the stage", (name) => {
    const before = recordOf(MANY[name]!, ["1", "2", "3"]);
    const after = movePieces([FOCUS_PIECE], 2.5, 1)(before);
    for (const { key, dx, dy } of movesOf(before, after)) {
      const isRing = !key.startsWith("Other");
      expect(Math.hypot(dx - (isRing ? 2.5 : 0), dy - (isRing ? 1 : 0)), key).toBeLessThan(0.015);
    }
  });

  test.each([...Object.entries(SINGLE), ...Object.entries(MANY)])(
    "%s: everything moved together only shifts",
    (_, rule) => {
      const before = recordOf(rule);
      const all: Piece[] = [{ kind: "section", rule: 0, id: null }, MOVED, FOCUS_PIECE];
      const after = movePieces(all, -3, 7)(before);
      expect(rulesOf(after)[0]).toEqual(rulesOf(before)[0]);
      for (const { key, dx, dy } of movesOf(before, after)) expect(Math.hypot(dx + 3, dy - 7), key).toBeLessThan(0.015);
    },
  );
});

describe("turns", () => {
  const about = { x: 1, y: 6 };
  test.each([...Object.entries(SINGLE), ...Object.entries(MANY)])("%s: turns about a place", (name, rule) => {
    const before = recordOf(rule);
    const after = rotatePieces([MOVED], 30, about)(before);
    const later = seatPlaces(after);
    for (const [key, place] of seatPlaces(before)) {
      const { x, y } = later.get(key)!;
      const [east, north] = [place.x - about.x, place.y - about.y];
      const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
      const wanted = { x: about.x + east * cos + north * sin, y: about.y - east * sin + north * cos };
      const { x: toX, y: toY } = key.startsWith("Moved") ? wanted : place;
      expect(Math.hypot(x - toX, y - toY), `${name} ${key}`).toBeLessThan(0.02);
    }
  });

  test("a ring that turns about the focus changes its bearing only", () => {
    const before = recordOf(MANY.ring!, ["1", "2"]);
    const after = rotatePieces([{ kind: "section", rule: 1, id: "2" }], -15, FOCUS)(before);
    expect(rulesOf(after)[1]?.geometry).toEqual({
      shape: "curved",
      bearingDeg: 345,
      bearingStepDeg: 60,
      distanceM: 20,
    });
  });

  test("a stage turns about itself, and no seat moves", () => {
    const before = recordOf(SINGLE.bent!);
    const after = rotatePieces([{ kind: "focus" }], 90, FOCUS)(before);
    expect(valueAt(after, ["rules", "layout", "focus", "extent", "turnDeg"])).toBe(270);
    expect(rulesOf(after)).toEqual(rulesOf(before));
  });

  test("a body stays a box where it can, and becomes a polygon where it cannot", () => {
    const pillar: Piece = { kind: "obstruction", configuration: 0, index: 0 };
    const at = ["rules", "layout", "configurations", 0, "obstructions", 0];
    const square = rotatePieces([pillar], 90, { x: 1, y: 5 })(recordOf(SINGLE.bent!));
    expect(valueAt(square, at)).toEqual({ id: "p", kind: "pillar", box: { x: [1, 2], y: [4, 5], z: [0, 4] } });
    const turned = valueAt(rotatePieces([pillar], 45, { x: 1, y: 5 })(recordOf(SINGLE.bent!)), at) as Json;
    expect(turned.box).toBeUndefined();
    expect(turned.polygon).toEqual({
      points: [
        [1, 5],
        [1.71, 4.29],
        [2.41, 5],
        [1.71, 5.71],
      ],
      z: [0, 4],
    });
  });
});

// Tests of edits of pieces: where all seats are before and after, and how short the rules stay.
import { describe, expect, test } from "vitest";
import { LayoutReader } from "../layouts/layout-reader";
import type { Json } from "../layouts/written-json";
import { addBlock, addBody, addBox, addCurvedBlock, addStage, addStandingArea, addTables } from "./add-pieces";
import { alignPieces, distributePieces } from "./align-pieces";
import { bendRows, radiusOf } from "./bend-rows";
import { copyPieces, duplicatePieces, pastePieces } from "./copy-pieces";
import { deletePieces } from "./delete-pieces";
import { circleToBothSides, duplicateAlongLine, duplicateAroundCircle, lineToBothSides } from "./duplicate-pieces";
import { type Ground, mirrorIn } from "./ground";
import { mirrorPieces } from "./mirror-pieces";
import { boundsOfPiece, type Drawn } from "./piece-bounds";
import type { Piece } from "./pieces";
import { rulesOf, valueAt } from "./record-edit";
import { renameSection } from "./rename-section";
import { resizePiece } from "./resize-piece";
import { seatPlaces } from "./seat-places";
import { mergeable, mergedRules, splitSection } from "./section-parts";

const ROWS = { rows: { first: "A", last: "D" }, seats: { count: 6 } };
const FOCUS = { x: 3, y: -2, extent: { kind: "stage", widthM: 10, depthM: 6 } };

function hall(...sections: Json[]): Json {
  return { name: "Hall", rules: { layout: { focus: FOCUS, sections } } };
}

function piece(rule: number, id: string | null = null): Piece {
  return { kind: "section", rule, id };
}

function drawn(record: Json): Drawn {
  const reader = new LayoutReader();
  const plan = reader.read(record);
  return { record, plan, ruleOf: (index) => reader.ruleIndexes[index] ?? -1 };
}

function expectSamePlaces(before: Map<string, Ground>, after: Map<string, Ground>, withinM = 0.012): void {
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
  for (const [key, { x, y }] of before) {
    const there = after.get(key)!;
    expect(Math.hypot(there.x - x, there.y - y), key).toBeLessThan(withinM);
  }
}

const GEOMETRIES: Record<string, Json> = {
  straight: { bearingDeg: 200, distanceM: 12, shiftM: 1.5 },
  bent: { shape: "curved", bearingDeg: 160, distanceM: 12, radiusM: 30, shiftM: 3 },
  ring: { shape: "curved", bearingDeg: 90, distanceM: 15 },
  "at a place": { origin: { x: 4, y: 9 }, facingDeg: 140 },
  "around the focus": { bearingDeg: 20, bearingStepDeg: 40, distanceM: 20, shiftM: 1 },
  "ring of sections": { shape: "curved", bearingStepDeg: 40, distanceM: 20 },
  "at places around the focus": { origin: { x: 4, y: 15 }, facingDeg: 140, bearingStepDeg: 40 },
  "side by side": { bearingDeg: 180, distanceM: 12, shiftM: -6, shiftStepM: 6 },
};

describe("mirrored", () => {
  const RULES: Record<string, Json> = {
    ...Object.fromEntries(Object.entries(GEOMETRIES).map(([name, geometry]) => [name, { ...ROWS, geometry }])),
    "rows of unequal length": {
      rows: { first: 1, last: 3 },
      seats: [
        { numbering: "odd", count: 5, direction: "rightToLeft" },
        { numbering: "even", count: 4, exceptions: [{ rows: [2], count: 2 }] },
      ],
      geometry: { bearingDeg: 180, distanceM: 9, align: "left", aisles: [{ after: 1 }, { after: "3", widthM: 0.8 }] },
    },
    listed: {
      positions: [{ row: "A", seats: [1, 2, 3], x: [100, 155, 210], y: [700, 710, 725], facing: [170, 180, 190] }],
    },
  };

  test.each(Object.entries(RULES))("%s: each seat is behind the mirror, under its name", (name, rule) => {
    const many = name in GEOMETRIES && JSON.stringify(rule).includes("Step");
    const before = hall({ ...(many ? { ids: ["1", "2", "3"] } : { id: "1" }), ...rule });
    // Sections around the focus can only be mirrored in a line through it.
    const line = { through: { x: 3, y: many ? -2 : 4 }, bearingDeg: 25 };
    const after = mirrorPieces([piece(0, many ? "2" : "1")], line)(before);
    const mirror = mirrorIn(line.through, line.bearingDeg);
    const wanted = new Map([...seatPlaces(before)].map(([key, place]) => [key, mirror.place(place)]));
    expectSamePlaces(wanted, seatPlaces(after), 0.02);
    const seating = (record: Json) => new LayoutReader().read(record).seatings;
    expect(seating(after)).toEqual(seating(before).map((row) => [...row].reverse()));
    expectSamePlaces(seatPlaces(before), seatPlaces(mirrorPieces([piece(0, "1")], line)(after)), 0.04);
  });
});

describe("bent", () => {
  test.each(Object.keys(GEOMETRIES))("%s: the middle of the first row and what it faces stay", (name) => {
    const many = JSON.stringify(GEOMETRIES[name]).includes("Step");
    const before = hall({
      ...(many ? { ids: [1, 2] } : { id: "1" }),
      rows: ["A", "B"],
      seats: { count: 5 },
      geometry: GEOMETRIES[name],
    });
    for (const radiusM of [10, null, 40]) {
      const after = bendRows(0, radiusM)(before);
      expect(radiusOf(rulesOf(after)[0]!, FOCUS)).toBe(radiusM);
      if (name === "side by side") continue;
      const [one, other] = [seatPlaces(before).get("1/A/3")!, seatPlaces(after).get("1/A/3")!];
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeLessThan(0.012);
      expect(Math.abs(one.facingDeg - other.facingDeg)).toBeLessThan(0.02);
    }
  });

  test("a radius that reaches to the focus is not written, and one that is too small for its rows is made larger", () => {
    const record = hall({ id: 1, rows: ["A"], seats: { count: 40 }, geometry: { distanceM: 12 } });
    expect(rulesOf(bendRows(0, 12)(record))[0]!.geometry).toEqual({ shape: "curved", distanceM: 12 });
    expect(rulesOf(bendRows(0, 1)(record))[0]!.geometry).toEqual({ shape: "curved", distanceM: 12, radiusM: 3.19 });
    expect(rulesOf(bendRows(0, null)(bendRows(0, 20)(record)))).toEqual(rulesOf(record));
  });
});

describe("repeated", () => {
  test("26 like blocks around a bowl are one rule", () => {
    const before = hall({ id: 101, ...ROWS, geometry: { shape: "curved", distanceM: 40 } });
    const after = duplicateAroundCircle(0, 26, 360 / 26)(before);
    expect(rulesOf(after)).toEqual([
      {
        ids: { first: 101, last: 126 },
        ...ROWS,
        geometry: { shape: "curved", distanceM: 40, bearingStepDeg: 13.8462 },
      },
    ]);
  });

  test("blocks side by side are one rule, and blocks behind one another are rules of their own", () => {
    const before = hall({ id: "A", name: "Block A", ...ROWS, geometry: { bearingDeg: 180, distanceM: 12 } });
    const beside = duplicateAlongLine(0, 3, { x: 5, y: 0 })(before);
    expect(rulesOf(beside)).toEqual([
      {
        ids: { first: "A", last: "C" },
        name: "Block {id}",
        ...ROWS,
        geometry: { bearingDeg: 180, distanceM: 12, shiftStepM: 5 },
      },
    ]);
    const behind = duplicateAlongLine(0, 3, { x: 0, y: -5 })(before);
    expect(rulesOf(behind).map(({ id, geometry }) => [id, (geometry as Json).distanceM])).toEqual([
      ["A", 12],
      ["B", 17],
      ["C", 22],
    ]);
  });

  test("blocks to both sides have their middle where the block was, the first at the left", () => {
    const before = hall({ id: "A", ...ROWS, geometry: { bearingDeg: 180, distanceM: 12 } });
    const geometry = (record: Json) => rulesOf(record)[0]!.geometry;
    expect(geometry(lineToBothSides(0, 3, { x: 5, y: 0 })(before))).toEqual({
      bearingDeg: 180,
      distanceM: 12,
      shiftM: -5,
      shiftStepM: 5,
    });
    expect(geometry(circleToBothSides(0, 4, 20)(before))).toEqual({
      bearingDeg: 210,
      distanceM: 12,
      bearingStepDeg: -20,
    });
  });

  test("standing areas and listed seats become rules of their own, under ids that are free", () => {
    const area = {
      kind: "standing",
      capacity: 9,
      geometry: {
        area: [
          [8, 0],
          [9, 0],
          [9, 1],
        ],
      },
    };
    const after = duplicateAroundCircle(0, 3, 90)(hall({ id: "Pit", ...area }, { id: "Pit 2", ...ROWS }));
    expect(rulesOf(after).map(({ id }) => id)).toEqual(["Pit", "Pit 3", "Pit 4", "Pit 2"]);
    expect((rulesOf(after)[1]!.geometry as Json).area).toEqual([
      [5, -7],
      [5, -8],
      [6, -8],
    ]);
  });
});

describe("one section of many", () => {
  const MANY = Object.entries(GEOMETRIES).filter(([, geometry]) => JSON.stringify(geometry).includes("Step"));
  test.each(MANY)("%s: is split off, and all seats stay; together again it is one rule", (_, geometry) => {
    const before = hall({ id: "X", ...ROWS }, { ids: { first: 1, last: 5 }, ...ROWS, geometry });
    const after = splitSection(1, "3")(before);
    expect(rulesOf(after)).toHaveLength(4);
    expectSamePlaces(seatPlaces(before), seatPlaces(after), 0.001 + (geometry.origin == null ? 0 : 0.01));
    if (geometry.origin != null) return;
    expect(mergeable(after, [0, 1])).toBe(false);
    expectSamePlaces(seatPlaces(before), seatPlaces(mergedRules(after, [3, 1, 2])!(after)), 0.02);
    expect(rulesOf(mergedRules(after, [3, 1, 2])!(after))).toEqual(rulesOf(before));
  });

  test("the first and the last one leave one rule behind", () => {
    const before = hall({ ids: { first: 1, last: 5 }, ...ROWS, geometry: GEOMETRIES.ring! });
    expect(rulesOf(splitSection(0, "1")(before)).map(({ id, ids }) => id ?? ids)).toEqual([1, { first: 2, last: 5 }]);
    expect(rulesOf(splitSection(0, "5")(before)).map(({ id, ids }) => id ?? ids)).toEqual([{ first: 1, last: 4 }, 5]);
    expect(splitSection(0, "9")(before)).toBe(before);
  });
});

describe("a section that something names", () => {
  const RECORD: Json = {
    ...hall({ ids: { first: 1, last: 3 }, ...ROWS, geometry: GEOMETRIES.ring! }, { id: "B", ...ROWS }),
    aliases: [{ name: "Venue" }, { name: "Two", section: "2" }],
    imagerySets: [{ id: "s", images: [{ object: "a.jpg", covers: { section: "2" } }, { object: "b.jpg" }] }],
    ads: [{ id: "one", sections: ["2"] }, { id: "two", sections: ["2", "3"] }, { id: "all" }],
    translations: { de: { sections: { 2: "Zwei", 3: "Drei" } }, fr: { levels: {} } },
  };
  const rules = RECORD.rules as Json;
  const WHOLE: Json = {
    ...RECORD,
    rules: {
      layout: { ...(rules.layout as Json), configurations: [{ id: "c", closed: [{ first: 1, last: 2 }] }] },
      seatKeys: {
        rules: [
          { type: "map", name: "zwo", section: "2" },
          { type: "drop", words: ["x"] },
        ],
        examples: [
          { label: "2 A 1", expect: "2/A/1" },
          { label: "3", expect: ["3/A/1", "2/A/2"] },
          { label: "x", expect: null },
        ],
      },
    },
  };

  test("is renamed everywhere", () => {
    const text = JSON.stringify(renameSection(0, "2", "Two")(WHOLE));
    expect(rulesOf(JSON.parse(text) as Json)[0]!.ids).toEqual([1, "Two", 3]);
    expect(text).toContain('"closed":["1","Two"]');
    expect(text).toContain('{"name":"Two","section":"Two"}');
    expect(text).toContain('"covers":{"section":"Two"}');
    expect(text).toContain('"sections":["Two","3"]');
    expect(text).toContain('"Two":"Zwei"');
    expect(text).toContain('"name":"zwo","section":"Two"');
    expect(text).toContain('["3/A/1","Two/A/2"]');
  });

  test("is forgotten everywhere when it is deleted", () => {
    const after = deletePieces([piece(0)])(WHOLE);
    expect(rulesOf(after).map(({ id }) => id)).toEqual(["B"]);
    expect(valueAt(after, ["rules", "layout", "configurations", 0, "closed"])).toEqual([]);
    expect(after.aliases).toEqual([{ name: "Venue" }]);
    expect(valueAt(after, ["imagerySets", 0, "images"])).toEqual([{ object: "b.jpg" }]);
    expect(after.ads).toEqual([{ id: "all" }]);
    expect(valueAt(after, ["rules", "seatKeys", "examples"])).toEqual([{ label: "x", expect: null }]);
  });

  test("leaves all else the same objects", () => {
    const after = renameSection(1, "B", "C")(WHOLE);
    for (const member of ["aliases", "imagerySets", "ads", "translations"]) expect(after[member]).toBe(WHOLE[member]);
  });
});

describe("copied", () => {
  const RECORD = hall({ ids: { first: 1, last: 3 }, level: "Up", category: "A", ...ROWS, geometry: GEOMETRIES.ring! });
  const layout = (RECORD.rules as Json).layout as Json;
  const WHOLE = {
    ...RECORD,
    rules: { layout: { ...layout, levels: [{ name: "Up", heightM: 4 }], categories: [{ id: "A" }, { id: "B" }] } },
  };

  test("pieces are pasted under new ids, beside the others", () => {
    const copies = duplicatePieces(WHOLE, [piece(0)], { x: 1, y: -1 })!;
    expect(rulesOf(copies.record)[1]!.ids).toEqual({ first: 4, last: 6 });
    expect(copies.pieces).toEqual([{ kind: "section", rule: 1, id: "4" }]);
  });

  test("pieces are pasted into another venue, with the levels and categories that they need", () => {
    const pasted = pastePieces({ name: "Other" }, copyPieces(WHOLE, [piece(0)])!, { x: 0, y: 0 })!;
    expect(pasted.record.rules).toEqual({
      layout: { sections: rulesOf(WHOLE), levels: [{ name: "Up", heightM: 4 }], categories: [{ id: "A" }] },
    });
  });

  test("other text is not pasted", () => {
    for (const text of ["", "A to K", "{}", '{"kind":"Seat Preview pieces"', "[1]"]) {
      expect(pastePieces(WHOLE, text, { x: 0, y: 0 })).toBeNull();
    }
  });
});

describe("added", () => {
  const SECTIONS = { addBlock, addCurvedBlock, addStandingArea, addBox, addTables };
  test.each(Object.entries(SECTIONS))("%s: lies around the place, far from the focus and on it", (_, add) => {
    for (const at of [
      { x: 20, y: 9 },
      { x: -5, y: -30 },
      { x: 3, y: -2 },
    ]) {
      const { record, pieces } = add(add(hall(), { x: 0, y: 50 }).record, at);
      const { left, right, bottom, top } = boundsOfPiece(drawn(record), pieces[0]!)!;
      expect(Math.hypot((left + right) / 2 - at.x, (bottom + top) / 2 - at.y)).toBeLessThan(1.5);
    }
  });

  test("names are free", () => {
    let record = hall();
    for (const add of [addBlock, addBlock, addBlock, addBox, addBox, addTables, addTables])
      record = add(record, { x: 0, y: 20 }).record;
    expect(rulesOf(record).map(({ id }) => id)).toEqual([
      "Stalls",
      "Block B",
      "Block C",
      "Box 1",
      "Box 2",
      "Tables",
      "Tables 2",
    ]);
  });

  test("a body brings a configuration along, and a stage takes the place of the one that was there", () => {
    const { record, pieces } = addBody(addBody(hall(), "pillar", { x: 1, y: 2 }).record, "pillar", { x: 3, y: 2 });
    expect(pieces).toEqual([{ kind: "obstruction", configuration: 0, index: 1 }]);
    expect(valueAt(record, ["rules", "layout", "configurations", 0])).toMatchObject({
      id: "usual",
      obstructions: [{ id: "pillar 1" }, { id: "pillar 2", box: { x: [2.7, 3.3], y: [1.7, 2.3], z: [0, 8] } }],
    });
    const field = addStage(hall({ id: "A", ...ROWS }), "football", { x: 9, y: 9 }).record;
    expect(valueAt(field, ["rules", "layout", "focus"])).toEqual({ x: 3, y: -2, extent: { kind: "football" } });
    expect(valueAt(addStage({}, "stage", { x: 9, y: 9 }).record, ["rules", "layout", "focus"])).toMatchObject({
      x: 9,
      y: 9,
    });
  });
});

describe("aligned and resized", () => {
  const RECORD = hall(
    { id: "A", ...ROWS, geometry: { bearingDeg: 180, distanceM: 8 } },
    { id: "B", ...ROWS, geometry: { bearingDeg: 180, distanceM: 14, shiftM: 4 } },
    {
      id: "C",
      kind: "standing",
      capacity: 5,
      geometry: {
        area: [
          [20, -30],
          [24, -30],
          [24, -26],
        ],
      },
    },
  );
  const ALL = [piece(0), piece(1), piece(2)];
  const bounds = (record: Json) => ALL.map((each) => boundsOfPiece(drawn(record), each)!);

  test("pieces are aligned with one another, and with the stage if it is among them", () => {
    for (const { left } of bounds(alignPieces(drawn(RECORD), ALL, "left")(RECORD))) expect(left).toBeCloseTo(1.75, 2);
    const centred = alignPieces(drawn(RECORD), [...ALL, { kind: "focus" }], "centre")(RECORD);
    for (const { left, right } of bounds(centred)) expect((left + right) / 2).toBeCloseTo(3, 2);
    expect(valueAt(centred, ["rules", "layout", "focus"])).toEqual(FOCUS);
  });

  test("the gaps between pieces become equal", () => {
    const [first, second, third] = bounds(distributePieces(drawn(RECORD), ALL, "x")(RECORD));
    expect(second!.left - first!.right).toBeCloseTo(third!.left - second!.right, 1);
  });

  test("an area, a body and a stage get another size, and what is held stays", () => {
    const area = resizePiece(drawn(RECORD), piece(2), 8, 2, { x: -1, y: 1 })(RECORD);
    expect((rulesOf(area)[2]!.geometry as Json).area).toEqual([
      [20, -28],
      [28, -28],
      [28, -26],
    ]);
    const stage = resizePiece(drawn(RECORD), { kind: "focus" }, 14, 6, { x: 1, y: 0 })(RECORD);
    expect(valueAt(stage, ["rules", "layout", "focus"])).toMatchObject({
      x: 1,
      y: -2,
      extent: { widthM: 14, depthM: 6 },
    });
    expectSamePlaces(seatPlaces(RECORD), seatPlaces(stage));
  });
});

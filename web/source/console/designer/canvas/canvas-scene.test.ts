import { expect, test } from "vitest";
import { movePieces } from "../../../layout-edits/move-pieces";
import { Designer } from "../designer";
import { boundsOfScene, hitsAt, piecesInside, piecesOf, sceneOf } from "./canvas-scene";
import { pieceInWords, wayInWords } from "./piece-words";
import { addSeats, type PathMaker, type SeatDetail } from "./seat-paths";
import { linesOfMoved, linesOfOthers, snapped } from "./snapping";

const ROWS = { rows: { first: "A", last: "D" }, seats: { count: 6 } };
const RECORD = {
  name: "Hall",
  rules: {
    layout: {
      focus: { name: "Stage", extent: { kind: "stage", widthM: 10, depthM: 4 } },
      sections: [
        { id: "S", name: "Stalls", ...ROWS, geometry: { origin: { x: 0, y: -10 }, facingDeg: 0 } },
        { id: "B", name: "Balcony", ...ROWS, geometry: { origin: { x: 0, y: -11 }, facingDeg: 0, elevationM: 5 } },
        {
          id: "P",
          name: "Pit",
          kind: "standing",
          capacity: 90,
          geometry: {
            area: [
              [10, -9],
              [16, -9],
              [16, -5],
              [10, -5],
            ],
          },
        },
      ],
      defaultConfiguration: "show",
      configurations: [
        {
          id: "show",
          obstructions: [
            { id: "lost" },
            { id: "pillar", kind: "pillar", box: { x: [20, 21], y: [-6, -5], z: [0, 5] } },
          ],
        },
      ],
    },
  },
};

const opened = () => new Designer(RECORD, "show");
const sceneFrom = (designer: Designer) =>
  sceneOf({
    plan: designer.plan.value,
    record: designer.record.value,
    configuration: designer.configuration.value,
    ruleOf: (index) => designer.ruleOf(index),
  });
const namesAt = (x: number, y: number, hidden: string[] = []) => {
  const scene = sceneFrom(opened());
  return hitsAt(scene, { x, y: -y }, new Set(hidden), 0).map(({ piece, seat }) =>
    seat === null ? pieceInWords(scene, piece) : `${seat.section} ${seat.row} ${seat.seat}`,
  );
};

test("what is higher is met first, and each piece once", () => {
  // The second row of the stalls is at -10.85, and the first one of the balcony at -11.
  expect(namesAt(0.25, -10.95)).toEqual(["B A 4", "S B 4"]);
  expect(namesAt(13, -7)).toEqual(["Pit: space for 90"]);
  expect(namesAt(0, 1)).toEqual(["Stage"]);
  expect(namesAt(-30, 0)).toEqual([]);
});

test("a body is known by its place in the record, though what cannot be drawn comes before it", () => {
  const [hit] = hitsAt(sceneFrom(opened()), { x: 20.5, y: 5.5 }, new Set(), 0);
  expect(hit?.piece).toEqual({ kind: "obstruction", configuration: 0, index: 1 });
});

test("a frame selects blocks that it touches, and other things that are inside of it", () => {
  const scene = sceneFrom(opened());
  const kinds = (left: number, top: number, width: number, height: number) =>
    piecesInside(scene, { left, top, width, height }, new Set()).map((piece) => pieceInWords(scene, piece));
  expect(kinds(-2, 9, 1.5, 1.4)).toEqual(["Stalls: 4 rows, 24 seats"]);
  expect(kinds(-2, 9, 1.5, 4)).toHaveLength(2);
  expect(kinds(-6, -3, 12, 6)).toEqual(["Stage"]);
  expect(kinds(-6, -3, 8, 6)).toEqual([]);
  expect(piecesOf(scene)).toHaveLength(5);
});

test("a drag computes the places of what it moves alone", () => {
  const designer = opened();
  const before = new Set(sceneFrom(designer).parts.map(({ placed }) => placed));
  designer.show(movePieces([{ kind: "section", rule: 1, id: "B" }], 0.5, 0));
  const computed = sceneFrom(designer).parts.filter(({ placed }) => !before.has(placed));
  expect(computed.map(({ placed }) => placed.section.id)).toEqual(["B"]);
});

test("what is moved is aligned with other pieces, with the stage, and otherwise with the grid", () => {
  const scene = sceneFrom(opened());
  const pit = [{ kind: "section" as const, rule: 2, id: null }];
  const [own, others] = [linesOfMoved(scene, pit), linesOfOthers(scene, pit)];
  // Its lower edge comes to the stage's middle, and its left edge to that of the pillar.
  expect(snapped(own, others, 10.1, 9.1, 0.2)).toMatchObject({ dx: 10, dy: 9 });
  expect(snapped(own, others, 10.1, 9.1, 0.2).guides).toHaveLength(2);
  const free = snapped(own, others, 40.13, 50.2, 0.2);
  expect([free.dx, free.dy, free.guides]).toEqual([40, 50, []]);
});

test("small seats are one line for a row, larger ones a mark each", () => {
  const [part] = sceneFrom(opened()).parts.filter(({ placed }) => placed.section.id === "S");
  const starts = (detail: SeatDetail) => {
    let count = 0;
    const nothing = () => undefined;
    const path: PathMaker = { moveTo: () => count++, lineTo: nothing, closePath: nothing, quadraticCurveTo: nothing };
    addSeats(path, part!.placed, [...part!.placed.x.keys()], detail);
    return count;
  };
  expect([starts("lines"), starts("marks"), starts("seats")]).toEqual([4, 24, 24]);
});

test("ways are told as they look on the canvas", () => {
  expect(wayInWords(-1.5, 0.2)).toBe("1.5 m to the left, 0.2 m up");
  expect(wayInWords(0.001, 0)).toBe("not moved");
});

test("everything is what is drawn, and a floor plan that lies elsewhere", () => {
  const scene = sceneFrom(opened());
  const { left, top, width, height } = boundsOfScene(scene);
  const floorPlan = {
    id: "floor-plan",
    place: "below" as const,
    extent: { at: { x: 100, y: 50 }, radiusM: 5 },
    draw: () => {},
  };
  const marks = { id: "marks", place: "above" as const, draw: () => {} };
  expect(boundsOfScene(scene, [marks])).toEqual({ left, top, width, height });
  expect(boundsOfScene(scene, [floorPlan])).toEqual({ left, top: -55, width: 105 - left, height: top + height + 55 });
});

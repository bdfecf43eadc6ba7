// Tests of painting on the canvas: strokes, rows, blocks, rectangles and keys, each as one step.
import { beforeEach, expect, test, vi } from "vitest";
import { rulesOf } from "../../../layout-edits/record-edit";
import type { Plan } from "../../../plan/plan";
import { seatPosition } from "../../../plan/positions";
import type { CanvasPointer } from "../canvas/canvas-tool";
import { Designer } from "../designer";
import { ONE_SEAT_M, type PaintSettings, PaintTool } from "./paint-tool";
import { seatsInWords } from "./painted-seats";

const STRAIGHT = { shape: "straight", bearingDeg: 180, distanceM: 9 };
const RECORD = {
  rules: {
    layout: {
      sections: [
        {
          id: "S",
          rows: { first: "A", last: "D" },
          seats: { count: 6 },
          geometry: STRAIGHT,
        },
        { id: "G", level: "Top", rows: ["A"], seats: { count: 6 }, geometry: STRAIGHT },
      ],
    },
  },
};
const WHEELCHAIR = { has: ["wheelchair"] };

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});

function open(more: Partial<PaintSettings> = {}) {
  const designer = new Designer(RECORD);
  const tool = new PaintTool(designer, () => ({
    paint: { kind: "property", name: "wheelchair" },
    title: "Wheelchair space",
    isErasing: false,
    shape: "brush",
    radiusM: ONE_SEAT_M,
    inAllLike: true,
    ...more,
  }));
  const at = (row: number, slot: number, altKey = false): CanvasPointer => {
    const plan: Plan = designer.plan.value;
    const section = plan.sections[0]!;
    const { x, y } = seatPosition(plan, section, row, slot)!;
    const seat = { section: "S", row: "ABCD"[row]!, seat: String(slot + 1) };
    return { at: { x, y }, seat, altKey } as CanvasPointer;
  };
  const stroke = (...points: CanvasPointer[]) => {
    const isTaken = tool.down(points[0]!);
    for (const point of points.slice(1)) tool.move(point, true);
    tool.up();
    return isTaken;
  };
  const painted = () => rulesOf(designer.settled.value).map(({ properties }) => properties);
  return { designer, tool, at, stroke, painted };
}

test("a stroke over seats is one step, and paints only the level on which it began", () => {
  const { designer, at, stroke, painted } = open();
  stroke(at(0, 0), at(0, 3));
  expect(painted()).toEqual([[{ rows: ["A"], seats: [{ first: 1, last: 4 }], ...WHEELCHAIR }], undefined]);
  expect(designer.history.nextUndo?.title).toBe("Paint 4 seats: Wheelchair space");
  stroke(at(0, 1, true), at(0, 3, true));
  expect(painted()[0]).toEqual([{ rows: ["A"], seats: [1], ...WHEELCHAIR }]);
  designer.undo();
  designer.undo();
  expect(designer.settled.value).toBe(RECORD);
});

test.each([
  ["row", [{ rows: ["B"], ...WHEELCHAIR }]],
  ["block", [WHEELCHAIR]],
] as const)("a click paints a whole %s", (shape, expected) => {
  const { at, stroke, painted } = open({ shape });
  stroke(at(1, 2));
  expect(painted()[0]).toEqual(expected);
});

test("a rectangle paints what is inside, and giving up leaves everything as it was", () => {
  const { designer, tool, at, stroke, painted } = open({ shape: "rectangle" });
  tool.down(at(0, 0));
  tool.move(at(2, 1), true);
  tool.cancel();
  expect([designer.isChanging, designer.settled.value === RECORD]).toEqual([false, true]);
  const around = ({ at: { x, y }, ...pointer }: CanvasPointer, by: number): CanvasPointer => ({
    ...pointer,
    at: { x: x - by, y: y + by },
  });
  stroke(around(at(0, 0), 0.1), around(at(2, 1), -0.1));
  expect(painted()[0]).toEqual([{ rows: [{ first: "A", last: "C" }], seats: [1, 2], ...WHEELCHAIR }]);
});

test("arrow keys go from seat to seat, and the space bar paints", () => {
  const { designer, tool, painted } = open();
  const press = (key: string) => tool.key({ key, altKey: false } as KeyboardEvent);
  designer.pinned.set({ section: "S", row: "A", seat: "1" });
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", " "]) expect(press(key)).toBe(true);
  expect(tool.at.value).toMatchObject({ section: "S", row: "B" });
  expect(painted()[0]).toEqual([{ rows: ["B"], seats: [Number(tool.at.value?.seat)], ...WHEELCHAIR }]);
  expect(tool.said.value).toBe("Painted 1 seat: Wheelchair space");
  expect(press("Escape")).toBe(false);
});

test("a pointer beside all seats is left to the canvas", () => {
  const { tool } = open();
  expect(tool.down({ at: { x: 500, y: 500 }, seat: null } as CanvasPointer)).toBe(false);
});

test("seats are named in words: both ends of each row, or numbers in some rows", () => {
  const { plan } = new Designer(RECORD);
  const sections = plan.value.sections.slice(0, 1);
  const slots = (choice: Parameters<typeof seatsInWords>[2]) =>
    [...(seatsInWords(plan.value, sections, choice).get("S") ?? [])].map(([row, found]) => [row, [...found]]);
  expect(slots({ kind: "ends", count: 1 })).toEqual(["A", "B", "C", "D"].map((row) => [row, [0, 5]]));
  expect(slots({ kind: "named", seats: ["2", "9"], rows: ["A", "C"] })).toEqual([
    ["A", [1]],
    ["C", [1]],
  ]);
});

// Tests of what the pointer does with images on the canvas.
import { expect, test, vi } from "vitest";
import { imagesIn } from "../../../layout-edits/image-edits";
import { planFromRecord } from "../../../layouts/layout-reader";
import type { CanvasPointer } from "../canvas/canvas-tool";
import { type BrushActions, brushTool, type CameraActions, cameraTool, keysUnder, movedYawDeg } from "./image-tools";

const RECORD = {
  rules: {
    layout: {
      sections: [
        { id: "A", rows: ["1", "2"], seats: { count: 3 }, geometry: { bearingDeg: 180, distanceM: 10, treadM: 1 } },
        { id: "B", level: "Balcony", rows: ["1"], seats: { count: 3 }, geometry: { bearingDeg: 180, distanceM: 10 } },
      ],
    },
  },
  imagerySets: [
    { id: "a", kind: "panorama", images: [{ object: "a.jpg", covers: {}, pose: { x: 0, y: -10, z: 1, yawDeg: 0 } }] },
  ],
};
const PLAN = planFromRecord(RECORD);
const [IMAGE] = imagesIn(RECORD);
const SEAT = { section: "A", row: "1", seat: "2" };
const at = (x: number, y: number, more: Partial<CanvasPointer> = {}): CanvasPointer => ({
  at: { x, y },
  piece: null,
  seat: null,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  pointerType: "mouse",
  pixelsPerM: 20,
  ...more,
});

test("a brush touches seats, their rows or their sections, on the level of the seat under it", () => {
  const under = (unit: "seats" | "rows" | "sections", seat = SEAT) =>
    keysUnder(PLAN, { x: 0, y: -10 }, seat, null, { unit, radiusM: 0.3, isAdding: true });
  expect(under("seats")).toEqual(["A/1/2"]);
  expect(under("rows")).toEqual(["A/1/1", "A/1/2", "A/1/3"]);
  expect(under("sections").length).toBe(6);
  expect(under("rows", { section: "B", row: "1", seat: "2" })).toEqual(["B/1/1", "B/1/2", "B/1/3"]);
});

function brush(covered: readonly string[], isAdding = true) {
  const actions: BrushActions = {
    plan: () => PLAN,
    brush: () => ({ unit: "rows", radiusM: 0.3, isAdding }),
    covered: () => new Set(covered),
    pinned: () => SEAT,
    onStroke: vi.fn(),
    onDone: vi.fn(),
    onEnd: vi.fn(),
  };
  return { tool: brushTool(actions), actions };
}

test("a stroke paints rows in until the pointer is lifted, and Alt paints them out", () => {
  const { tool, actions } = brush(["B/1/1"]);
  tool.down?.(at(0, -10, { seat: SEAT }));
  tool.move?.(at(0, -11, { seat: { ...SEAT, row: "2" } }), true);
  tool.up?.(at(0, -11));
  expect([...vi.mocked(actions.onDone).mock.calls[0]![0]]).toHaveLength(7);
  const other = brush(["A/1/1", "A/2/1"]);
  other.tool.down?.(at(0, -10, { seat: SEAT, altKey: true }));
  other.tool.up?.(at(0, -10));
  expect(other.actions.onDone).toHaveBeenCalledWith(new Set(["A/2/1"]));
});

test("a stroke that is given up changes nothing; Enter paints at the pinned seat, Escape ends the brush", () => {
  const { tool, actions } = brush([]);
  tool.down?.(at(0, -10, { seat: SEAT }));
  tool.cancel?.();
  expect(actions.onDone).not.toHaveBeenCalled();
  expect(tool.key?.({ key: "Enter", altKey: false } as KeyboardEvent)).toBe(true);
  expect(actions.onDone).toHaveBeenCalledWith(new Set(["A/1/1", "A/1/2", "A/1/3"]));
  expect(tool.key?.({ key: "Escape" } as KeyboardEvent)).toBe(true);
  expect(actions.onEnd).toHaveBeenCalledOnce();
});

function cameras() {
  const actions: CameraActions = {
    plan: () => PLAN,
    cameras: () => [IMAGE!],
    selected: () => IMAGE!,
    onSelect: vi.fn(),
    onMove: vi.fn(),
    onTurn: vi.fn(),
    onSettle: vi.fn(),
    onCancel: vi.fn(),
  };
  return { tool: cameraTool(actions), actions };
}

test("a camera is chosen by a click, moved by its middle and turned by its arrow; the canvas keeps the rest", () => {
  const { tool, actions } = cameras();
  expect(tool.down?.(at(9, 9))).toBe(false);
  expect(tool.down?.(at(0.1, -10))).toBe(true);
  tool.up?.(at(0.1, -10));
  expect(actions.onSelect).toHaveBeenCalledOnce();
  expect(actions.onSettle).not.toHaveBeenCalled();
  tool.down?.(at(0, -10));
  tool.move?.(at(2, -12), true);
  tool.up?.(at(2, -12));
  expect(actions.onMove).toHaveBeenCalledWith(IMAGE, { x: 2, y: -12, z: expect.any(Number) });
  tool.down?.(at(0, -7.7));
  tool.move?.(at(5, -10), true);
  expect(actions.onTurn).toHaveBeenCalledWith(IMAGE, 90);
});

test("a camera that is moved keeps the focus at the same column of its image", () => {
  expect(movedYawDeg(PLAN, IMAGE!, { x: 10, y: 0, z: 1 })).toBeCloseTo(-90);
});

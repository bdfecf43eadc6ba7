import { type Client, Problem } from "@seatpreview/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FloorPlan, type StoredFloorPlan } from "./floor-plan";
import type { Placement } from "./floor-plan-placement";
import { moveTool, pointsTool } from "./trace-tools";

const PLACEMENT: Placement = { x: 0, y: 0, metresPerPixel: 0.1, turnDeg: 0, opacity: 0.5 };
const STORED = { imageId: "img_1", width: 400, height: 200, placement: PLACEMENT, etag: '"1"' } as StoredFloorPlan;
const POINTER = { piece: null, seat: null, shiftKey: false, ctrlKey: false, altKey: false, pointerType: "mouse" };

function setUp(place = vi.fn(async (_: string, placement: Placement) => ({ ...STORED, placement, etag: '"2"' }))) {
  const api = {
    getFloorPlan: vi.fn(async () => STORED),
    putFloorPlan: vi.fn(async () => ({ ...STORED, imageId: "img_2", placement: null })),
    deleteFloorPlan: vi.fn(async () => {}),
    placeFloorPlan: place,
  };
  const floorPlan = new FloorPlan(api as unknown as Client["venues"], "ven_1", async () => ({}) as CanvasImageSource);
  return { api, floorPlan };
}

const pointer = (x: number, y: number) => ({ ...POINTER, at: { x, y }, pixelsPerM: 10 });
const key = (name: string, more = {}) => ({ key: name, ...more }) as KeyboardEvent;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.useRealTimers();
});

test("a placement is saved once after a pause, with the ETag of what was read", async () => {
  const { api, floorPlan } = setUp();
  await floorPlan.load();
  floorPlan.change("Turn", { ...PLACEMENT, turnDeg: 10 });
  floorPlan.change("Turn", { ...PLACEMENT, turnDeg: 20 });
  expect(floorPlan.save.value.kind).toBe("waiting");
  await vi.advanceTimersByTimeAsync(2000);
  expect(api.placeFloorPlan.mock.calls).toEqual([["ven_1", { ...PLACEMENT, turnDeg: 20 }, { ifMatch: '"1"' }]]);
  expect(floorPlan.save.value.kind).toBe("saved");
});

test("steps are undone one by one, and what is undone is saved too", async () => {
  const { api, floorPlan } = setUp();
  await floorPlan.load();
  floorPlan.change("Scale", { ...PLACEMENT, metresPerPixel: 0.2 });
  floorPlan.change("Move by keys", { ...PLACEMENT, x: 1 }, true);
  floorPlan.change("Move by keys", { ...PLACEMENT, x: 2 }, true);
  expect(floorPlan.steps.value.map(({ title }) => title)).toEqual(["Scale", "Move by keys"]);
  floorPlan.undo();
  expect(floorPlan.placement.value).toEqual({ ...PLACEMENT, metresPerPixel: 0.2 });
  floorPlan.undo();
  floorPlan.undo();
  await floorPlan.flush();
  expect(api.placeFloorPlan.mock.lastCall?.[1]).toEqual(PLACEMENT);
});

test("what somebody else has changed meanwhile is shown, and the person is told", async () => {
  const { floorPlan } = setUp(
    vi.fn(async () => {
      throw new Problem(412, "precondition_failed", "Changed.");
    }),
  );
  await floorPlan.load();
  floorPlan.change("Move", { ...PLACEMENT, x: 5 });
  await floorPlan.flush();
  expect(floorPlan.save.value.kind).toBe("failed");
  expect(floorPlan.placement.value).toEqual(PLACEMENT);
});

test("a venue without a floor plan has none, and an upload lays it where there is room and lets it be moved", async () => {
  const { api, floorPlan } = setUp();
  api.getFloorPlan.mockRejectedValueOnce(new Problem(404, "not_found", "None."));
  await floorPlan.load();
  expect([floorPlan.stored.value, floorPlan.problem.value]).toEqual([null, undefined]);
  await floorPlan.upload(new Blob(["x"], { type: "image/png" }), () => PLACEMENT, vi.fn());
  expect([floorPlan.placement.value, floorPlan.isLocked.value]).toEqual([PLACEMENT, false]);
  await floorPlan.flush();
  expect(api.placeFloorPlan).toHaveBeenCalledOnce();
});

test("the floor plan is dragged where the pointer is on it and it is not locked", async () => {
  const { floorPlan } = setUp();
  await floorPlan.load();
  const tool = moveTool(floorPlan);
  expect(tool.down!(pointer(1, 1))).toBe(false);
  floorPlan.isLocked.set(false);
  expect(tool.down!(pointer(30, 1))).toBe(false);
  expect(tool.down!(pointer(1, 1))).toBe(true);
  tool.move!(pointer(4, -1), true);
  expect(floorPlan.placement.value).toMatchObject({ x: 3, y: -2 });
  tool.cancel!();
  expect(floorPlan.placement.value).toEqual(PLACEMENT);
  expect(tool.key!(key("ArrowRight", { shiftKey: true }))).toBe(true);
  expect(floorPlan.placement.value).toMatchObject({ x: 1, y: 0 });
});

test("two points are set by a click and by keys, and no third one", async () => {
  const { floorPlan } = setUp();
  await floorPlan.load();
  const view = { centre: { x: 0, y: 0 }, pixelsPerM: 10 } as Parameters<typeof pointsTool>[1] extends () => infer V
    ? NonNullable<V>
    : never;
  const tool = pointsTool(floorPlan, () => view);
  expect(tool.down!(pointer(0, 0))).toBe(false);
  floorPlan.points.set([]);
  expect(tool.down!(pointer(-10, 0))).toBe(true);
  for (let count = 0; count < 5; count++) expect(tool.key!(key("ArrowRight", { shiftKey: true }))).toBe(true);
  expect(tool.key!(key("Enter"))).toBe(true);
  expect(floorPlan.points.value).toEqual([
    { x: 100, y: 100 },
    { x: 300, y: 100 },
  ]);
  expect(tool.down!(pointer(3, 3))).toBe(false);
  expect(tool.key!(key("Escape"))).toBe(true);
  expect(floorPlan.points.value).toBeNull();
});

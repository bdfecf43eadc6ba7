import { type Client, Problem } from "@seatpreview/client";
import { expect, test, vi } from "vitest";
import type { CanvasView } from "../canvas/canvas-tool";
import { FloorPlan, type StoredFloorPlan } from "./floor-plan";
import { rectangleOf, SeatSearch, searchTool } from "./seat-search";

const PLACEMENT = { x: 0, y: 0, metresPerPixel: 0.1, turnDeg: 0, opacity: 0.5 };
const STORED = { imageId: "img_1", width: 400, height: 200, placement: PLACEMENT, etag: '"1"' } as StoredFloorPlan;
const FOUND = {
  rows: [
    [
      { x: 100, y: 50 },
      { x: 120, y: 50 },
    ],
    [{ x: 100, y: 80 }],
  ],
  sizePx: 10,
};
const VIEW = { centre: { x: 0, y: 0 }, pixelsPerM: 10 } as CanvasView;

async function setUp(find: () => Promise<object> = async () => FOUND) {
  const api = { getFloorPlan: async () => STORED, findFloorPlanSeats: vi.fn(find) } as unknown as Client["venues"];
  const floorPlan = new FloorPlan(api, "ven_1", async () => ({}) as CanvasImageSource);
  await floorPlan.load();
  const search = new SeatSearch(api, "ven_1", floorPlan);
  return { search, tool: searchTool(search, () => VIEW), find: api.findFloorPlanSeats };
}

const pointer = (x: number, y: number) => ({
  ...{ piece: null, seat: null, shiftKey: false, ctrlKey: false, altKey: false, pointerType: "mouse" },
  at: { x, y },
  pixelsPerM: 10,
});
const key = (name: string) => ({ key: name, shiftKey: true }) as KeyboardEvent;

test("a rectangle is dragged, and seats of it are left out by a click and taken back", async () => {
  const { search, tool, find } = await setUp();
  search.start();
  tool.down!(pointer(-20, 10));
  tool.up!(pointer(10, -5));
  await expect.poll(() => search.found.value).toEqual(FOUND);
  expect(find).toHaveBeenCalledWith("ven_1", { x: 0, y: 0, width: 300, height: 150 });
  expect(search.rows).toEqual([
    [
      { x: -10, y: 5 },
      { x: -8, y: 5 },
    ],
    [{ x: -10, y: 2 }],
  ]);
  expect(tool.down!(pointer(-10, 2))).toBe(true);
  expect(search.rows).toHaveLength(1);
  expect(tool.down!(pointer(-10, 2))).toBe(true);
  expect(search.rows).toHaveLength(2);
  expect(tool.down!(pointer(0, 0))).toBe(false);
});

test("the corners are set by keys as well, and Escape ends the search", async () => {
  const { search, tool, find } = await setUp();
  expect(tool.key!(key("Enter"))).toBe(false);
  search.start();
  expect(tool.key!(key("Enter"))).toBe(true);
  for (const name of ["ArrowRight", "ArrowDown", "Enter"]) expect(tool.key!(key(name))).toBe(true);
  expect(find).toHaveBeenCalledWith("ven_1", { x: 200, y: 100, width: 20, height: 20 });
  await expect.poll(() => search.found.value).not.toBeNull();
  tool.key!(key("Escape"));
  expect([search.corners.value, search.found.value]).toEqual([null, null]);
});

test("an answer that nobody waits for any more is not shown, and a refusal is", async () => {
  const answers: ((value: object) => void)[] = [];
  const { search } = await setUp(() => new Promise((resolve) => answers.push(resolve)));
  search.start();
  await search.addCorner({ x: 0, y: 0 });
  const first = search.addCorner({ x: 90, y: 90 });
  expect(search.isBusy.value).toBe(true);
  search.start();
  answers[0]!(FOUND);
  await first;
  expect([search.found.value, search.isBusy.value]).toEqual([null, false]);

  const refused = await setUp(() => Promise.reject(new Problem(404, "not_found", "None.")));
  refused.search.start();
  await refused.search.addCorner({ x: 0, y: 0 });
  await refused.search.addCorner({ x: 90, y: 90 });
  expect(refused.search.problem.value?.status).toBe(404);
  expect([refused.search.corners.value, refused.search.isBusy.value]).toEqual([null, false]);
});

test("a rectangle lies within the picture, and one that is too small is none", () => {
  const size = { width: 400, height: 200 };
  expect(rectangleOf({ x: 500, y: 150 }, { x: -20, y: 20.4 }, size)).toEqual({ x: 0, y: 20, width: 400, height: 130 });
  expect(rectangleOf({ x: 10, y: 10 }, { x: 15, y: 100 }, size)).toBeNull();
});

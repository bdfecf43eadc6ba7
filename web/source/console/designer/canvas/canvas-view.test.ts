import { expect, test } from "vitest";
import { fitted, pannedBy, pinched, scaleBarM, viewAt, visibleBounds, zoomedAt } from "./canvas-view";

const VIEW = viewAt({ x: 10, y: -4 }, 20, 800, 600);

test("a zoom keeps the ground under the pointer, within its bounds", () => {
  const at = { x: 130, y: 520 };
  for (const factor of [0.001, 0.5, 3, 1000]) {
    const zoomed = zoomedAt(VIEW, at, factor);
    const [before, after] = [VIEW.toGround(at.x, at.y), zoomed.toGround(at.x, at.y)];
    expect([after.x - before.x, after.y - before.y].map((off) => Math.abs(off) < 1e-9)).toEqual([true, true]);
    expect(zoomed.pixelsPerM).toBeGreaterThanOrEqual(0.4);
    expect(zoomed.pixelsPerM).toBeLessThanOrEqual(240);
  }
});

test("the ground under two fingers stays under them", () => {
  const [before, after] = [
    [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ],
    [
      { x: 150, y: 220 },
      { x: 350, y: 220 },
    ],
  ];
  const view = pinched(VIEW, before, after);
  before.forEach(({ x, y }, finger) => {
    const { x: toX, y: toY } = view.toScreen(VIEW.toGround(x, y));
    expect(toX).toBeCloseTo(after[finger]!.x);
    expect(toY).toBeCloseTo(after[finger]!.y);
  });
});

test("panning moves the ground with the hand, and fitting shows all of the bounds", () => {
  const moved = pannedBy(VIEW, 30, -12);
  const { x, y } = moved.toScreen(VIEW.toGround(400, 300));
  expect([x, y]).toEqual([430, 288]);
  const bounds = { left: -50, top: 5, width: 80, height: 20 };
  const shown = visibleBounds(fitted(bounds, 800, 600));
  expect(shown.left).toBeLessThan(bounds.left);
  expect(shown.left + shown.width).toBeGreaterThan(30);
  expect(shown.top).toBeLessThan(5);
  expect(shown.top + shown.height).toBeGreaterThan(25);
});

test("the scale bar has a round length that fits", () => {
  for (const pixelsPerM of [0.4, 1, 7.3, 25, 240]) {
    const metres = scaleBarM(pixelsPerM);
    expect(metres * pixelsPerM).toBeGreaterThanOrEqual(60);
    expect(metres * pixelsPerM).toBeLessThanOrEqual(150);
    expect([1, 2, 5]).toContain(Number(metres.toExponential()[0]));
  }
});

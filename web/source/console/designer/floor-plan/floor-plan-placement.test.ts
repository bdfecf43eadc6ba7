import { expect, test } from "vitest";
import {
  distanceM,
  firstPlacement,
  groundAt,
  isOnPicture,
  movedBy,
  type Placement,
  pixelAt,
  scaledBy,
  turnedTo,
  withWidth,
} from "./floor-plan-placement";

const SIZE = { width: 400, height: 200 };
const PLACEMENT: Placement = { x: 3, y: -7, metresPerPixel: 0.1, turnDeg: 30, opacity: 0.5 };

test("a pixel is found again from its place on the ground, however the picture is turned", () => {
  for (const turnDeg of [-170, -90, 0, 37.5, 90, 180]) {
    const placement = { ...PLACEMENT, turnDeg };
    const pixel = pixelAt(placement, SIZE, groundAt(placement, SIZE, { x: 17, y: 190 }));
    expect(pixel.x).toBeCloseTo(17);
    expect(pixel.y).toBeCloseTo(190);
  }
});

test("the top of a picture that is turned by a quarter points to the east", () => {
  const top = groundAt({ ...PLACEMENT, turnDeg: 90 }, SIZE, { x: 200, y: 0 });
  expect(top.x).toBeCloseTo(13);
  expect(top.y).toBeCloseTo(-7);
});

test("scaling by two points makes them as far apart as was said, and leaves the first where it was", () => {
  const [first, second] = [
    { x: 100, y: 40 },
    { x: 160, y: 120 },
  ];
  const before = groundAt(PLACEMENT, SIZE, first);
  const scaled = scaledBy(PLACEMENT, SIZE, first, second, 25)!;
  expect(groundAt(scaled, SIZE, first).x).toBeCloseTo(before.x);
  expect(groundAt(scaled, SIZE, first).y).toBeCloseTo(before.y);
  expect(distanceM(scaled, first, second)).toBeCloseTo(25);
  const [one, other] = [groundAt(scaled, SIZE, first), groundAt(scaled, SIZE, second)];
  expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeCloseTo(25);
  expect(scaled.turnDeg).toBe(30);
});

test("two points that are the same, and distances that make no sense, do not scale", () => {
  const [first, second] = [
    { x: 100, y: 40 },
    { x: 101, y: 40 },
  ];
  expect(scaledBy(PLACEMENT, SIZE, first, first, 5)).toBeNull();
  for (const metres of [0, -1, Number.NaN, 101]) expect(scaledBy(PLACEMENT, SIZE, first, second, metres)).toBeNull();
});

test("a new floor plan covers what is drawn already, and is thirty metres wide if nothing is", () => {
  expect(firstPlacement(SIZE, [])).toMatchObject({ x: 0, y: 0, metresPerPixel: 30 / 400 });
  const placed = firstPlacement(SIZE, [
    { x: -10, y: 0 },
    { x: 30, y: 60 },
  ]);
  expect(placed).toMatchObject({ x: 10, y: 30, metresPerPixel: 60 / 200, turnDeg: 0 });
});

test("a picture is hit within its edges alone", () => {
  const placement = { ...PLACEMENT, x: 0, y: 0, turnDeg: 90 };
  expect(isOnPicture(placement, SIZE, { x: 0, y: 19 })).toBe(true);
  expect(isOnPicture(placement, SIZE, { x: 19, y: 0 })).toBe(false);
});

test("nothing leaves the bounds that the service has", () => {
  expect(movedBy(PLACEMENT, 5000, -5000)).toMatchObject({ x: 2000, y: -2000 });
  expect(withWidth(PLACEMENT, SIZE, 0).metresPerPixel).toBe(0.0001);
  expect([190, -190, 540, 180, -180].map((turn) => turnedTo(PLACEMENT, turn).turnDeg)).toEqual([
    -170, 170, -180, 180, -180,
  ]);
});

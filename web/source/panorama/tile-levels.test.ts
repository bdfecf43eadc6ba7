import { expect, test } from "vitest";
import { cameraMatrix, type View } from "./sphere-renderer";
import { chooseLevel, placeAt, type TileLevel, tilesInView, tileUrl } from "./tile-levels";

const PHONE: View = { yaw: 0, pitch: 0, verticalFov: 75, width: 390, height: 844 };
const DESK: View = { yaw: 0, pitch: 0, verticalFov: 51, width: 1440, height: 900 };

const LEVELS: TileLevel[] = [
  { width: 8192, columns: 8, rows: 4, url: "8192/{column}_{row}" },
  { width: 2048, columns: 4, rows: 2, url: "2048/{column}_{row}" },
  { width: 4096, columns: 8, rows: 4, url: "4096/{column}_{row}" },
];
const level = (width: number) => LEVELS.find((each) => each.width === width)!;

test("the middle of the screen shows the direction of view", () => {
  expect(placeAt(PHONE, 0, 0)).toEqual({ x: 0.5, y: 0.5 });
  const aside = placeAt({ ...PHONE, yaw: 90, pitch: 45 }, 0, 0);
  expect(aside.x).toBeCloseTo(0.75);
  expect(aside.y).toBeCloseTo(0.25);
});

test("the edges of the screen are half a field of view away", () => {
  expect(placeAt(PHONE, 0, 1).y).toBeCloseTo(0.5 - 37.5 / 180);
  const across = (Math.atan((Math.tan((37.5 * Math.PI) / 180) * 390) / 844) * 180) / Math.PI;
  expect(placeAt(PHONE, 1, 0).x).toBeCloseTo(0.5 + across / 360);
});

test("a place is where the shader draws it", () => {
  const view = { ...DESK, yaw: 200, pitch: -30 };
  const [x, y] = [0.4, -0.7];
  const place = placeAt(view, x, y);
  const [longitude, latitude] = [(place.x - 0.5) * 2 * Math.PI, (0.5 - place.y) * Math.PI];
  const ray = [Math.sin(longitude) * Math.cos(latitude), Math.sin(latitude), -Math.cos(longitude) * Math.cos(latitude)];
  const matrix = cameraMatrix(view);
  const [right, up, ahead] = [0, 1, 2].map((row) =>
    ray.reduce((sum, part, column) => sum + part * matrix[column * 3 + row]!, 0),
  ) as [number, number, number];
  expect(right / ahead).toBeCloseTo(x);
  expect(up / ahead).toBeCloseTo(y);
});

test("a phone does not load the full size, a desk does, and so does a phone that zooms in", () => {
  expect(chooseLevel(LEVELS, PHONE)?.width).toBe(4096);
  expect(chooseLevel(LEVELS, DESK)?.width).toBe(8192);
  expect(chooseLevel(LEVELS, { ...PHONE, verticalFov: 30 })?.width).toBe(8192);
  expect(chooseLevel(LEVELS, { ...PHONE, width: 200, height: 300 })?.width).toBe(2048);
});

test("where no level is large enough, the largest is taken", () => {
  expect(chooseLevel(LEVELS, { ...DESK, verticalFov: 20 })?.width).toBe(8192);
  expect(chooseLevel([level(2048)], DESK)?.width).toBe(2048);
  expect(chooseLevel([], DESK)).toBeNull();
});

test("only tiles in view are loaded, the middle ones first", () => {
  const tiles = tilesInView(level(4096), { ...PHONE, yaw: 22.5, pitch: 22.5 });
  expect(tiles.length).toBeLessThanOrEqual(9);
  expect(tileUrl(tiles[0]!)).toBe("4096/4_1");
});

test("a view across the seam at the back of a panorama has the tiles of both sides", () => {
  const columns = new Set(tilesInView(level(4096), { ...PHONE, yaw: 180 }).map(({ column }) => column));
  expect([...columns].sort()).toEqual([0, 7]);
});

test("looking straight up needs all tiles of the top row and no others", () => {
  const tiles = tilesInView(level(2048), { ...PHONE, pitch: 89 });
  expect(new Set(tiles.map(({ row }) => row))).toEqual(new Set([0]));
  expect(tiles.length).toBe(4);
});

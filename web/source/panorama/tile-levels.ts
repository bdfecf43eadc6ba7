// Chooses the tiles of a panorama to load: the ones in view, at the resolution that the screen can show.
import { radians } from "../view/angles";
import { cameraMatrix, type View } from "./sphere-renderer";

/** The whole panorama at one width, cut into tiles. */
export type TileLevel = {
  /** The width of the whole panorama at this level, in pixels. */
  width: number;
  columns: number;
  rows: number;
  /** The address of a tile, with {column} and {row}. */
  url: string;
};

export type Tile = {
  level: TileLevel;
  column: number;
  row: number;
};

/** The least number of image pixels for a CSS pixel. The next level has four times the bytes. */
const PIXELS_MIN = 0.75;
/** The points of the screen, along each side, whose tiles are loaded. */
const POINTS = 12;

/** Returns the smallest level that has a pixel for each CSS pixel; the largest if none has. */
export function chooseLevel(levels: readonly TileLevel[], view: View): TileLevel | null {
  const sorted = [...levels].sort((one, other) => one.width - other.width);
  // Measured in the middle of the screen, where a degree has the fewest pixels.
  const pixelsPerRadian = (view.height / 2) * focalLength(view);
  const wanted = pixelsPerRadian * 2 * Math.PI * PIXELS_MIN;
  return sorted.find(({ width }) => width >= wanted) ?? sorted.at(-1) ?? null;
}

/** Returns the tiles of a level that are in view, those nearest to the middle of the screen first. */
export function tilesInView(level: TileLevel, view: View): Tile[] {
  const found = new Map<string, Tile>();
  for (const { x, y } of SCREEN_POINTS) {
    const place = placeAt(view, x, y);
    const column = Math.min(level.columns - 1, Math.floor(place.x * level.columns));
    const row = Math.min(level.rows - 1, Math.floor(place.y * level.rows));
    const tile = { level, column, row };
    if (!found.has(tileName(tile))) found.set(tileName(tile), tile);
  }
  return [...found.values()];
}

/** A name for a tile that is unique in its panorama. Addresses cannot serve as names, since each signature differs. */
export function tileName({ level, column, row }: Tile): string {
  return `${level.width} ${column} ${row}`;
}

export function tileUrl({ level, column, row }: Tile): string {
  return level.url.replace("{column}", String(column)).replace("{row}", String(row));
}

/** The place in the panorama, from 0 to 1, that is shown at a point of the screen, from -1 to 1. */
export function placeAt(view: View, x: number, y: number): { x: number; y: number } {
  const matrix = cameraMatrix(view);
  // The inverse of the camera: its directions are at right angles, so it is transposed and scaled back.
  const up = focalLength(view);
  const right = (up * view.height) / view.width;
  const [a, b] = [x / right ** 2, y / up ** 2];
  const ray = (axis: number) => matrix[axis]! * a + matrix[axis + 1]! * b + matrix[axis + 2]!;
  const [toRight, toUp, toBack] = [ray(0), ray(3), ray(6)];
  const latitude = Math.atan2(toUp, Math.hypot(toRight, toBack));
  const turn = Math.atan2(toRight, -toBack) / (2 * Math.PI) + 0.5;
  return { x: turn - Math.floor(turn), y: 0.5 - latitude / Math.PI };
}

function focalLength({ verticalFov }: View): number {
  return 1 / Math.tan(radians(verticalFov) / 2);
}

/** Points all over the screen and a little beyond it, those nearest to the middle first. */
const SCREEN_POINTS = Array.from({ length: POINTS * POINTS }, (_, index) => ({
  x: (((index % POINTS) / (POINTS - 1)) * 2 - 1) * 1.02,
  y: ((Math.floor(index / POINTS) / (POINTS - 1)) * 2 - 1) * 1.02,
})).sort((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y));

// The sky of halls without a roof: a dome with clouds and a sun by day, and with stars by night.
import { BufferAttribute, BufferGeometry, DoubleSide, Mesh } from "three";
import type { Colour } from "./mesh-builder";
import { mixed } from "./mesh-builder";
import type { Mood } from "./mood";
import { isNight } from "./mood";
import type { Palette } from "./palettes";
import { skyMaterial } from "./see-through-materials";
import { seededRandom } from "./seeded-random";

const RADIUS = 10;
const COLUMNS = 96;
const ROWS = 30;
const STARS = 260;
/** The direction of the sun, as the daylight of `lighting.ts` has it. */
const SUN = [-0.477, -0.572, 0.667] as const;

export function buildSky(palette: Palette, mood: Mood): Mesh {
  const positions: number[] = [];
  const colours: number[] = [];
  const indices: number[] = [];
  const add = (x: number, y: number, z: number, tint: Colour): void => {
    positions.push(x * RADIUS, y * RADIUS, z * RADIUS);
    colours.push(...tint.map((part) => Math.round(Math.min(1, part) * 255)), 255);
  };
  for (let row = 0; row <= ROWS; row++) {
    // Rows are denser near the horizon, where the colour changes most.
    const up = (row / ROWS) ** 1.6 * (Math.PI / 2 + 0.25) - 0.25;
    for (let column = 0; column <= COLUMNS; column++) {
      const turn = (Math.PI * 2 * column) / COLUMNS;
      const [x, y, z] = [Math.sin(turn) * Math.cos(up), Math.cos(turn) * Math.cos(up), Math.sin(up)];
      add(x, y, z, tintOf(x, y, z, palette, mood));
      if (row === ROWS || column === COLUMNS) continue;
      const at = row * (COLUMNS + 1) + column;
      indices.push(at, at + 1, at + COLUMNS + 2, at, at + COLUMNS + 2, at + COLUMNS + 1);
    }
  }
  if (isNight(mood)) addStars(add, indices, () => positions.length / 3);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute("color", new BufferAttribute(new Uint8Array(colours), 4, true));
  geometry.setIndex(indices);
  const material = skyMaterial();
  material.side = DoubleSide;
  const dome = new Mesh(geometry, material);
  dome.frustumCulled = false;
  dome.renderOrder = -1;
  return dome;
}

function tintOf(x: number, y: number, z: number, palette: Palette, mood: Mood): Colour {
  const up = Math.max(0, z);
  let tint = mixed(palette.skyLow, palette.skyHigh, Math.min(1, up ** 0.55 * 1.05));
  if (mood === "daylight") {
    const towardsSun = Math.max(0, x * SUN[0] + y * SUN[1] + z * SUN[2]);
    tint = mixed(tint, [1, 0.98, 0.92], 0.75 * towardsSun ** 60 + 0.2 * towardsSun ** 6);
  }
  if (mood === "daylight" || mood === "house_lights") {
    const cloud = Math.max(0, cloudAt(x / (up + 0.25), y / (up + 0.25)) - 0.5) * 2.1 * Math.min(1, up * 6);
    tint = mixed(tint, mood === "daylight" ? [0.98, 0.985, 1] : [0.92, 0.62, 0.5], Math.min(0.85, cloud));
  }
  return tint;
}

/** Smooth noise in three octaves, from 0 to 1. */
function cloudAt(x: number, y: number): number {
  return noise(x * 1.7, y * 1.7) * 0.55 + noise(x * 4.1 + 7, y * 4.1) * 0.3 + noise(x * 9.3, y * 9.3 + 3) * 0.15;
}

function noise(x: number, y: number): number {
  const [left, low] = [Math.floor(x), Math.floor(y)];
  const smooth = (part: number) => part * part * (3 - 2 * part);
  const [u, v] = [smooth(x - left), smooth(y - low)];
  const at = (column: number, row: number) => seededRandom((left + column) * 57 + (low + row) * 131 + 9999, 71);
  const below = at(0, 0) + (at(1, 0) - at(0, 0)) * u;
  const above = at(0, 1) + (at(1, 1) - at(0, 1)) * u;
  return below + (above - below) * v;
}

function addStars(
  add: (x: number, y: number, z: number, tint: Colour) => void,
  indices: number[],
  count: () => number,
): void {
  for (let star = 0; star < STARS; star++) {
    const turn = Math.PI * 2 * seededRandom(star, 61);
    const up = Math.asin(0.12 + 0.86 * seededRandom(star, 62));
    const size = 0.0008 + 0.0014 * seededRandom(star, 63) ** 3;
    const shine = 0.35 + 0.6 * seededRandom(star, 64);
    const first = count();
    for (const [right, high] of [
      [-1, 0],
      [0, -1],
      [1, 0],
      [0, 1],
    ] as const) {
      const [bearing, height] = [turn + (right * size) / Math.cos(up), up + high * size];
      add(
        Math.sin(bearing) * Math.cos(height) * 0.99,
        Math.cos(bearing) * Math.cos(height) * 0.99,
        Math.sin(height) * 0.99,
        [shine, shine, shine * 1.05],
      );
    }
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
}

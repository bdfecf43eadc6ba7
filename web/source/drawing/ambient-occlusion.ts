// Ambient occlusion from a coarse grid of the stands above each part of the ground plan.
import type { Stand } from "./rows";
import type { Openness } from "./stands";

const CELL_M = 2;
const NEAREST_M = 2.2;
const FARTHEST_M = 9;
const DARKEST = 0.62;

/** Returns a function for the light at a point. It is darkest under a low deck that covers all sides. */
export function ambientOcclusion(stands: Stand[]): Openness {
  const heights = new Map<number, number[]>();
  for (const { strips } of stands) {
    for (const { front, z } of strips) {
      for (const [x, y] of front) addHeight(heights, x, y, z);
    }
  }
  return (x, y, z) => {
    let covered = 0;
    for (let column = -1; column <= 1; column++) {
      for (let row = -1; row <= 1; row++) {
        const above = heights.get(keyOf(x + column * CELL_M, y + row * CELL_M));
        if (above?.some((deck) => deck - z > NEAREST_M && deck - z < FARTHEST_M)) covered++;
      }
    }
    return 1 - (1 - DARKEST) * Math.min(1, covered / 6);
  };
}

function addHeight(heights: Map<number, number[]>, x: number, y: number, z: number): void {
  const key = keyOf(x, y);
  const known = heights.get(key);
  if (known === undefined) heights.set(key, [z]);
  else if (!known.includes(z)) known.push(z);
}

function keyOf(x: number, y: number): number {
  return Math.round(x / CELL_M) * 8192 + Math.round(y / CELL_M);
}

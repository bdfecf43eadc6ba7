// The bar of a club: a counter, and shelves of lit bottles behind it.
import type { Colour } from "./mesh-builder";
import { colour, type MeshBuilder, mixed, shaded } from "./mesh-builder";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import type { VenueMeasures } from "./venue-measures";

const WARM: Colour = [1, 0.72, 0.36];

/** Draws a counter, with shelves of lit bottles behind it. */
export function drawCounter(
  mesh: MeshBuilder,
  plan: Point2[],
  [low, high]: [number, number],
  { outline, focus }: VenueMeasures,
  palette: Palette,
): void {
  const wood = mixed(palette.deck, colour("#5a3620"), 0.6);
  mesh.prism(plan, [low, high], { colour: wood }, shaded(wood, 1.35));
  const sides = plan.map((corner, index) => [corner, plan[(index + 1) % plan.length]!] as const);
  const length = ([from, to]: readonly [Point2, Point2]) => Math.hypot(to[0] - from[0], to[1] - from[1]);
  const widest = Math.max(...sides.map(length));
  const away = ([[ax, ay], [bx, by]]: readonly [Point2, Point2]) =>
    Math.hypot((ax + bx) / 2 - focus[0], (ay + by) / 2 - focus[1]);
  const long = sides.filter((side) => length(side) > widest * 0.9).sort((one, other) => away(one) - away(other));
  const [front, back] = [long[0]!, long.at(-1)!];
  const out = ([from, to]: readonly [Point2, Point2], byM: number): [Point2, Point2] => {
    const [x, y] = [((to[1] - from[1]) / widest) * byM, (-(to[0] - from[0]) / widest) * byM];
    return [
      [from[0] + x, from[1] + y],
      [to[0] + x, to[1] + y],
    ];
  };
  const [lightFrom, lightTo] = out(front, 0.02);
  mesh.wall(lightFrom, lightTo, high - 0.14, high - 0.07, { low: WARM, high: WARM, glow: 0.9 });
  const roomM = Math.min(1.3, Math.max(0.15, roomBehind(back, outline) - 0.1));
  // The shelves face the counter: their line runs the other way.
  const [shelfTo, shelfFrom] = out(back, roomM);
  const at = (part: number): Point2 => [
    shelfFrom[0] + (shelfTo[0] - shelfFrom[0]) * part,
    shelfFrom[1] + (shelfTo[1] - shelfFrom[1]) * part,
  ];
  mesh.wall(shelfFrom, shelfTo, low, low + 2.2, { low: shaded(wood, 0.6), high: shaded(wood, 0.8) });
  const bottles = ["#6fae5c", "#c98a3a", "#e6d7b0", "#7d2f2a", "#4d7fa8"].map(colour);
  const count = Math.floor(widest / 0.13);
  for (let shelf = 0; shelf < 3; shelf++) {
    const z = low + 1.15 + shelf * 0.34;
    const [litFrom, litTo] = [at(0.01), at(0.99)];
    mesh.wall(forward(litFrom, shelfFrom, shelfTo, 0.05), forward(litTo, shelfFrom, shelfTo, 0.05), z - 0.03, z, {
      low: WARM,
      high: WARM,
      glow: 0.9,
    });
    for (let bottle = 0; bottle < count; bottle++) {
      const [from, to] = [at((bottle + 0.2) / count), at((bottle + 0.75) / count)];
      const tint = bottles[(bottle * 7 + shelf * 3) % bottles.length]!;
      const tall = 0.2 + 0.07 * ((bottle * 5 + shelf) % 3);
      mesh.wall(forward(from, shelfFrom, shelfTo, 0.06), forward(to, shelfFrom, shelfTo, 0.06), z, z + tall, {
        low: tint,
        high: shaded(tint, 0.6),
        glow: 0.55,
      });
    }
  }
}

function forward([x, y]: Point2, from: Point2, to: Point2, byM: number): Point2 {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [x + ((to[1] - from[1]) / length) * byM, y - ((to[0] - from[0]) / length) * byM];
}

/** How far the wall of the hall is behind a side of a counter. */
function roomBehind([from, to]: readonly [Point2, Point2], outline: Point2[]): number {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [outX, outY] = [(to[1] - from[1]) / length, -(to[0] - from[0]) / length];
  let room = Infinity;
  outline.forEach(([ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length]!;
    const cross = outX * (by - ay) - outY * (bx - ax);
    if (Math.abs(cross) < 1e-6) return;
    const away = ((ax - x) * (by - ay) - (ay - y) * (bx - ax)) / cross;
    const along = ((ax - x) * outY - (ay - y) * outX) / cross;
    if (away > 0 && along >= 0 && along <= 1) room = Math.min(room, away);
  });
  return Number.isFinite(room) ? room : 0.2;
}

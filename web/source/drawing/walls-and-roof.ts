// The building around the stands: walls, and a roof with lamps or a canopy under the sky.
import { BackSide, BufferAttribute, Mesh, SphereGeometry } from "three";
import type { Palette } from "./lighting";
import { skyMaterial } from "./materials";
import type { Colour, Point3 } from "./mesh-builder";
import { MeshBuilder, mixed, shaded } from "./mesh-builder";
import type { Point2 } from "./rows";
import { seededRandom } from "./seeded-random";
import type { VenueMeasures } from "./venue-measures";
import { expanded } from "./venue-measures";

const PANEL_M = 4;
const TRUSS_M = 9;
const LAMP_M = 0.32;
const CANOPY_PART = 0.26;

export function buildWallsAndRoof(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  drawWalls(mesh, measures, palette);
  if (measures.isOpenAir) drawCanopy(mesh, measures, palette);
  else drawCeiling(mesh, measures, palette);
  return mesh;
}

export function buildSky(palette: Palette): Mesh {
  const geometry = new SphereGeometry(10, 24, 16);
  const places = geometry.getAttribute("position");
  const colours = new Uint8Array(places.count * 4);
  for (let index = 0; index < places.count; index++) {
    const up = Math.max(0, places.getZ(index) / 10);
    const tint = mixed(palette.skyLow, palette.skyHigh, Math.sqrt(up));
    colours.set([...tint.map((part) => Math.round(part * 255)), 255], index * 4);
  }
  geometry.setAttribute("color", new BufferAttribute(colours, 4, true));
  const material = skyMaterial();
  material.side = BackSide;
  const dome = new Mesh(geometry, material);
  dome.frustumCulled = false;
  dome.renderOrder = -1;
  return dome;
}

/** Draws the outer walls, which are seen from inside. */
function drawWalls(mesh: MeshBuilder, { outline, floorZ, roofZ }: VenueMeasures, palette: Palette): void {
  for (const [start, end] of pieces(outline, PANEL_M)) {
    const tone = 0.94 + 0.1 * seededRandom(Math.round(start[0] * 7 + start[1] * 13), 41);
    const wall = shaded(palette.wall, tone);
    const half = floorZ + (roofZ - floorZ) * 0.5;
    mesh.wall(end, start, floorZ, half, { low: shaded(wall, 0.55), high: wall });
    mesh.wall(end, start, half, roofZ, { low: wall, high: shaded(palette.wallTop, tone) });
  }
}

function drawCeiling(mesh: MeshBuilder, measures: VenueMeasures, palette: Palette): void {
  const { outline, roofZ, focus } = measures;
  const edge = shaded(palette.ceiling, 0.7);
  const deckZ = roofZ + 1.6;
  const wide = expanded(outline, 1);
  wide.forEach(([x, y], index) => {
    const [nextX, nextY] = wide[(index + 1) % wide.length]!;
    mesh.face(
      [
        [focus[0], focus[1], deckZ],
        [nextX, nextY, deckZ],
        [x, y, deckZ],
      ],
      [palette.ceiling, edge, edge],
    );
    mesh.wall([nextX, nextY], [x, y], roofZ, deckZ, { low: edge, high: edge });
  });
  drawTrusses(mesh, measures, palette);
}

/** Draws trusses across the hall, with lamps under them. */
function drawTrusses(mesh: MeshBuilder, { outline, roofZ }: VenueMeasures, palette: Palette): void {
  const ys = outline.map(([, y]) => y);
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const count = Math.max(2, Math.min(16, Math.round((high - low) / TRUSS_M)));
  const steel = { colour: shaded(palette.steel, 0.85) };
  for (let truss = 0; truss < count; truss++) {
    const y = low + ((high - low) * (truss + 0.5)) / count;
    const [left, right] = across(outline, y);
    if (right - left < 4) continue;
    mesh.bar([left, y, roofZ], [right, y, roofZ], 0.22, steel);
    mesh.bar([left, y, roofZ + 1.3], [right, y, roofZ + 1.3], 0.22, steel);
    const bays = Math.max(2, Math.round((right - left) / 2.6));
    for (let bay = 0; bay < bays; bay++) {
      const at = (step: number) => left + ((right - left) * step) / bays;
      const isRising = bay % 2 === 0;
      const from: Point3 = [at(bay), y, roofZ + (isRising ? 0 : 1.3)];
      const to: Point3 = [at(bay + 1), y, roofZ + (isRising ? 1.3 : 0)];
      mesh.bar(from, to, 0.1, steel);
    }
    drawLamps(mesh, y, [left, right], roofZ - 0.2, palette);
  }
}

function drawLamps(mesh: MeshBuilder, y: number, [left, right]: [number, number], z: number, palette: Palette): void {
  const lamps = Math.max(2, Math.round((right - left) / 8));
  const light: Colour = palette.shine < 1 ? [1, 0.98, 0.93] : [0.5, 0.52, 0.66];
  for (let lamp = 0; lamp < lamps; lamp++) {
    const x = left + ((right - left) * (lamp + 0.5)) / lamps;
    mesh.box([x - LAMP_M * 2, x + LAMP_M * 2], [y - LAMP_M, y + LAMP_M], [z - 0.1, z], { colour: light, glow: 1 });
  }
}

/** Draws a roof over the stands only, with lamps along its inner edge. */
function drawCanopy(mesh: MeshBuilder, { outline, roofZ, focus }: VenueMeasures, palette: Palette): void {
  const inner = ([x, y]: Point2): Point2 => [x + (focus[0] - x) * CANOPY_PART, y + (focus[1] - y) * CANOPY_PART];
  const tipZ = roofZ + 3;
  const panel = shaded(palette.ceiling, 0.9);
  const edge: Colour = mixed(palette.ceiling, [1, 1, 1], 0.25);
  const light: Colour = [1, 0.97, 0.9];
  pieces(outline, 6).forEach(([start, end], index) => {
    const [innerStart, innerEnd] = [inner(start), inner(end)];
    mesh.sheet(
      [
        [...start, roofZ],
        [...innerStart, tipZ],
        [...innerEnd, tipZ],
        [...end, roofZ],
      ],
      [shaded(panel, 0.6), edge, edge, shaded(panel, 0.6)],
    );
    mesh.bar([...start, roofZ - 0.2], [...innerStart, tipZ - 0.3], 0.35, { colour: palette.steel });
    if (index % 2 === 0) {
      mesh.wall(innerEnd, innerStart, tipZ - 0.9, tipZ - 0.2, { low: light, high: light, glow: 1 });
    }
  });
}

/** The range of x inside of an outline at a given y. */
function across(outline: Point2[], y: number): [number, number] {
  const xs: number[] = [];
  outline.forEach(([ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length]!;
    if (ay > y !== by > y) xs.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
  });
  return xs.length < 2 ? [0, 0] : [Math.min(...xs), Math.max(...xs)];
}

function pieces(outline: Point2[], pieceM: number): [Point2, Point2][] {
  const all: [Point2, Point2][] = [];
  outline.forEach((corner, index) => {
    const next = outline[(index + 1) % outline.length]!;
    const count = Math.max(1, Math.round(Math.hypot(next[0] - corner[0], next[1] - corner[1]) / pieceM));
    const at = (step: number): Point2 => [
      corner[0] + ((next[0] - corner[0]) * step) / count,
      corner[1] + ((next[1] - corner[1]) * step) / count,
    ];
    for (let piece = 0; piece < count; piece++) all.push([at(piece), at(piece + 1)]);
  });
  return all;
}

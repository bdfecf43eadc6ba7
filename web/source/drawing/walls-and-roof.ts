// The building around the stands: walls, and a roof with lamps or a canopy under the sky.
import { HALLS } from "./halls";
import type { Colour, Point3 } from "./mesh-builder";
import { MeshBuilder, shaded } from "./mesh-builder";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import { seededRandom } from "./seeded-random";
import { drawCanopy, isBeyondOutfield, OUTFIELD_WALL_M } from "./stadium";
import { isBehindProscenium } from "./stage-opening";
import type { VenueMeasures } from "./venue-measures";
import { expanded, outlinePieces } from "./venue-measures";

const PANEL_M = 4;
const TRUSS_M = 9;
const LAMP_M = 0.32;

/** Builds the walls. An amphitheatre has none under the sky. */
export function buildWalls(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  if (HALLS[measures.hall].building !== "stone" || !measures.isOpenAir) drawWalls(mesh, measures, palette);
  return mesh;
}

/** Builds the roof of an arena or a stadium. Under the sky, a stadium has one over its stands. */
export function buildRoof(measures: VenueMeasures, palette: Palette): MeshBuilder {
  const mesh = new MeshBuilder();
  const { building, isUnderTheSky } = HALLS[measures.hall];
  if (building !== "bowl" && building !== "stone") return mesh;
  if (!measures.isOpenAir) drawCeiling(mesh, measures, palette);
  else if (building === "bowl" && isUnderTheSky) drawCanopy(mesh, measures, palette);
  return mesh;
}

/** Draws the outer walls, which are seen from inside. */
function drawWalls(mesh: MeshBuilder, measures: VenueMeasures, palette: Palette): void {
  const { outline, floorZ, roofZ } = measures;
  const isStage = isBehindProscenium(measures);
  const isOpen = isBeyondOutfield(measures);
  for (const [start, end] of outlinePieces(outline, PANEL_M)) {
    if (isStage(start) && isStage(end)) continue;
    const tone = 0.94 + 0.1 * seededRandom(Math.round(start[0] * 7 + start[1] * 13), 41);
    const wall = shaded(palette.wall, tone);
    const top = isOpen(start) ? Math.min(roofZ, floorZ + OUTFIELD_WALL_M) : roofZ;
    const half = floorZ + (top - floorZ) * 0.5;
    mesh.wall(end, start, floorZ, half, { low: shaded(wall, 0.55), high: wall });
    mesh.wall(end, start, half, top, { low: wall, high: shaded(palette.wallTop, tone) });
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

/** The range of x inside of an outline at a given y. */
function across(outline: Point2[], y: number): [number, number] {
  const xs: number[] = [];
  outline.forEach(([ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length]!;
    if (ay > y !== by > y) xs.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
  });
  return xs.length < 2 ? [0, 0] : [Math.min(...xs), Math.max(...xs)];
}

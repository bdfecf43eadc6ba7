// A stadium: a roof over the stands, with the sky over the field, and floodlights.

import type { Colour, Point3 } from "./mesh-builder";
import { colour, type MeshBuilder, mixed, shaded } from "./mesh-builder";
import { isNight } from "./mood";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import type { VenueMeasures } from "./venue-measures";
import { outlinePieces } from "./venue-measures";

const CANOPY_PART = 0.27;
const PANEL_M = 6;
const MAST_OVER_ROOF_M = 16;

/** The height of the wall behind an outfield. There is no roof over it. */
export const OUTFIELD_WALL_M = 12;

/** Whether a point is behind the outfield of a field of baseball. */
export function isBeyondOutfield({ plan, outline }: VenueMeasures): (at: Point2) => boolean {
  const { focus } = plan;
  if (focus.extent?.kind !== "baseball" || outline.length === 0) return () => false;
  const turn = (focus.extent.turnDeg * Math.PI) / 180;
  const [outX, outY] = [-Math.sin(turn), -Math.cos(turn)];
  return ([x, y]) => {
    const [awayX, awayY] = [x - focus.x, y - focus.y];
    return awayX * outX + awayY * outY > 0.5 * Math.hypot(awayX, awayY);
  };
}

/** Draws a roof over the stands only, with trusses, a clear edge, and lamps along it. */
export function drawCanopy(mesh: MeshBuilder, measures: VenueMeasures, palette: Palette): void {
  const { outline, roofZ, focus, mood } = measures;
  const inner = ([x, y]: Point2, part = CANOPY_PART): Point2 => [x + (focus[0] - x) * part, y + (focus[1] - y) * part];
  const tipZ = roofZ + 3.2;
  const roof = palette.ceiling;
  const night = isNight(mood);
  const edge = night ? mixed(roof, colour("#5c7ea8"), 0.5) : mixed(roof, [0.85, 0.93, 1], 0.7);
  const light: Colour = night ? [1, 0.99, 0.95] : [0.75, 0.77, 0.8];
  const isOpen = isBeyondOutfield(measures);
  outlinePieces(outline, PANEL_M).forEach(([start, end], index) => {
    if (isOpen(start)) return;
    const [edgeStart, edgeEnd] = [inner(start, CANOPY_PART * 0.72), inner(end, CANOPY_PART * 0.72)];
    const [tipStart, tipEnd] = [inner(start), inner(end)];
    const edgeZ = roofZ + (tipZ - roofZ) * 0.72;
    const seam = index % 2 === 0 ? 1 : 0.94;
    mesh.sheet(
      [
        [...start, roofZ],
        [...edgeStart, edgeZ],
        [...edgeEnd, edgeZ],
        [...end, roofZ],
      ],
      [shaded(roof, 0.6 * seam), shaded(roof, 0.85 * seam), shaded(roof, 0.85 * seam), shaded(roof, 0.6 * seam)],
    );
    // The inner edge lets light through, for the grass.
    mesh.sheet(
      [
        [...edgeStart, edgeZ],
        [...tipStart, tipZ],
        [...tipEnd, tipZ],
        [...edgeEnd, edgeZ],
      ],
      shaded(edge, seam),
      night ? 0 : 0.3,
    );
    mesh.bar([...start, roofZ - 0.9], [...tipStart, tipZ - 0.5], 0.34, { colour: palette.steel });
    mesh.bar([...start, roofZ - 2.6], [...edgeStart, edgeZ - 0.6], 0.22, { colour: palette.steel });
    mesh.bar([...tipStart, tipZ - 0.5], [...tipEnd, tipZ - 0.5], 0.3, { colour: palette.steel });
    drawEdgeLamps(mesh, tipStart, tipEnd, tipZ - 0.9, light, night);
  });
  drawMasts(mesh, measures, palette, light, night);
}

function drawEdgeLamps(mesh: MeshBuilder, start: Point2, end: Point2, z: number, light: Colour, isOn: boolean): void {
  for (const part of [0.3, 0.7]) {
    const [x, y] = [start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part];
    mesh.box([x - 0.4, x + 0.4], [y - 0.4, y + 0.4], [z - 0.25, z + 0.25], { colour: light, glow: isOn ? 1 : 0.2 });
  }
}

/** Draws a mast with a panel of lamps behind each corner of the stands. */
function drawMasts(
  mesh: MeshBuilder,
  { outline, floorZ, roofZ, focus }: VenueMeasures,
  palette: Palette,
  light: Colour,
  isOn: boolean,
): void {
  const topZ = roofZ + MAST_OVER_ROOF_M;
  for (const [signX, signY] of [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ] as const) {
    const corner = outline.reduce((best, point) => {
      const far = ([x, y]: Point2) => (x - focus[0]) * signX + (y - focus[1]) * signY;
      return far(point) > far(best) ? point : best;
    });
    const away = Math.hypot(corner[0] - focus[0], corner[1] - focus[1]) || 1;
    const [outX, outY] = [(corner[0] - focus[0]) / away, (corner[1] - focus[1]) / away];
    const [x, y] = [corner[0] + outX * 5, corner[1] + outY * 5];
    mesh.bar([x, y, floorZ], [x, y, topZ], 1.1, { colour: palette.steel });
    const at = (right: number, up: number, ahead: number): Point3 => [
      x - outY * right - outX * ahead,
      y + outX * right - outY * ahead,
      topZ + up,
    ];
    const back = shaded(palette.steel, 0.5);
    mesh.sheet([at(-4.6, -3.6, 0.7), at(4.6, -3.6, 0.7), at(4.6, 3.6, 0.2), at(-4.6, 3.6, 0.2)], back);
    for (let row = 0; row < 5; row++) {
      for (let lamp = 0; lamp < 7; lamp++) {
        const [right, up] = [-3.9 + lamp * 1.3, -2.8 + row * 1.4];
        const ahead = 0.8 - row * 0.1;
        const [half, tall] = [0.5, 0.52];
        mesh.sheet(
          [
            at(right - half, up - tall, ahead),
            at(right + half, up - tall, ahead),
            at(right + half, up + tall, ahead),
            at(right - half, up + tall, ahead),
          ],
          light,
          isOn ? 1 : 0.15,
        );
      }
    }
  }
}

/** The share of daylight under the roof of a stadium, and on its field. */
export function shadeUnderCanopy({ outline, focus }: VenueMeasures): (x: number, y: number) => number {
  const radii = outline.map(([x, y]) => Math.hypot(x - focus[0], y - focus[1]));
  const [least, most] = [Math.min(...radii) * (1 - CANOPY_PART), Math.max(...radii) * (1 - CANOPY_PART)];
  return (x, y) => {
    const away = Math.hypot(x - focus[0], y - focus[1]);
    const part = Math.min(1, Math.max(0, (away - least * 0.75) / (most - least * 0.75 || 1)));
    return 1 - 0.34 * part;
  };
}

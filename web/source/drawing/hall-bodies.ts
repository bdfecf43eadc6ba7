// The bodies of a hall that can hide something, as the plan has them: fronts, rails and undersides of stands, parapets
// of circles, and boxes. What decorates them stays within them, so that the picture hides what the words say.
import type { Plan, PlanBody } from "../plan/plan";
import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import { distanceM, middle } from "./rows";
import type { Sheet } from "./theatre";
import type { VenueMeasures } from "./venue-measures";

/** The part of a deck's front that shines. */
const RIBBON = { low: 0.9, high: 0.28 };
const RAIL = { highM: 0.72, postM: 0.03, postsApartM: 2 };
/** The part of a circle's edge that its parapet covers. */
const BEHIND_PARAPET = 0.62;
/** A front that ends higher above the floor of the hall is the edge of a deck. */
const HANGS_M = 0.1;

/** Where panels and mouldings of a circle's underside follow each other, from its front to its back. */
const MOULDINGS = [0, 0.08, 0.11, 0.36, 0.39, 0.66, 0.69, 1];

/** It is never as dark as the ceiling of a dark house: it would be a black slab over the seats below it. */
const PLASTER = colour("#a3968a");

type Body = PlanBody & Sheet;
/** How parts of a theatre are drawn; null in other halls. */
type Theatre = typeof import("./theatre") | null;
type DrawBody = (mesh: MeshBuilder, body: Body, measures: VenueMeasures, palette: Palette, theatre: Theatre) => void;

export function buildHallBodies(
  bodies: readonly PlanBody[],
  measures: VenueMeasures,
  palette: Palette,
  theatre: Theatre,
): MeshBuilder {
  const mesh = new MeshBuilder();
  const suites = suitesWithoutSeats(measures.plan);
  for (const body of bodies) {
    // The rooms of suites are drawn with their guests (suites.ts), apart from their rails.
    if (body.kind !== "rail" && suites.has(body.section ?? "")) continue;
    const [low = 0, high = 0] = body.z;
    DRAW[body.kind]?.(mesh, { ...body, points: pointsOf(body.line), low, high }, measures, palette, theatre);
  }
  return mesh;
}

function suitesWithoutSeats({ sections }: Plan): ReadonlySet<string> {
  return new Set(sections.filter(({ kind, rows }) => kind === "suite" && rows.length === 0).map(({ id }) => id));
}

/** Boards and dugouts of a pitch are drawn with it, and the proscenium with the stage. */
const DRAW: Partial<Record<PlanBody["kind"], DrawBody>> = {
  front: drawFront,
  rail: (mesh, body, _, palette) => forPieces(body, (start, end) => drawRail(mesh, start, end, body, palette)),
  parapet: (mesh, body, _, palette, theatre) =>
    forPieces(body, (start, end) => theatre?.drawParapet(mesh, [start, end], [body.low, body.high], palette)),
  partition: (mesh, body, _, palette, theatre) => theatre?.drawSide(mesh, body, palette),
  overhang: drawOverhang,
  wall: drawOutside,
};

/** Calls back with the ends of each piece of the line, such that a wall between them is seen from the front. */
function forPieces({ points }: Sheet, draw: (start: Point2, end: Point2) => void): void {
  for (let piece = 0; piece + 1 < points.length; piece++) draw(points[piece + 1]!, points[piece]!);
}

/** Draws boards down to the floor, or the edge of a deck. */
function drawFront(mesh: MeshBuilder, body: Body, { floorZ }: VenueMeasures, palette: Palette): void {
  const { low, high } = body;
  forPieces(body, (start, end) => {
    if (low - floorZ > HANGS_M) drawEdge(mesh, start, end, [low, high], palette);
    else mesh.wall(start, end, low, high, { low: shaded(palette.board, 0.55), high: palette.board });
  });
}

function drawEdge(mesh: MeshBuilder, start: Point2, end: Point2, z: [number, number], palette: Palette): void {
  const steel = shaded(palette.steel, 0.8);
  const [one, other] = palette.ribbon;
  const tint = (at: Point2): Colour => mixed(one, other, 0.5 + 0.5 * Math.sin(at[0] * 0.11 + at[1] * 0.07));
  const [low, high] = [RIBBON.low, RIBBON.high].map((part) => z[1] - (z[1] - z[0]) * part) as [number, number];
  mesh.wall(start, end, z[0], low, { low: shaded(steel, 0.6), high: steel });
  mesh.wall(start, end, high, z[1], { low: steel, high: steel });
  mesh.face(
    [up(start, low), up(end, low), up(end, high), up(start, high)],
    [tint(start), tint(end), tint(end), tint(start)].map((own) => shaded(own, palette.shine)),
    0.8,
  );
}

function drawRail(mesh: MeshBuilder, start: Point2, end: Point2, { low, high }: Sheet, palette: Palette): void {
  const paint = { colour: shaded(palette.steel, 0.9) };
  const z = (low + high) / 2;
  // Bars reach over the bends of a rail, where there would be a gap between them.
  const over = (high - low) / 2 / (distanceM(start, end) || 1);
  mesh.bar(up(middle(start, end, -over), z), up(middle(start, end, 1 + over), z), high - low, paint);
  const posts = Math.max(1, Math.round(distanceM(start, end) / RAIL.postsApartM));
  for (let post = 0; post < posts; post++) {
    const foot = middle(start, end, (post + 0.5) / posts);
    mesh.bar(up(foot, z - RAIL.highM), up(foot, z), RAIL.postM, paint);
  }
}

/** Draws the underside of a deck, or the ceiling of a box with the valance at its front. */
function drawOverhang(mesh: MeshBuilder, body: Body, _: VenueMeasures, palette: Palette, theatre: Theatre): void {
  const back = pointsOf(body.back);
  const [backLow = body.low, backHigh = body.high] = body.backZ ?? [];
  if (body.low < backLow && body.high === backHigh) {
    theatre?.drawValance(mesh, body, back, backLow, palette);
    return;
  }
  const paint = theatre !== null ? mixed(palette.ceiling, PLASTER, 0.45) : palette.wall;
  const [edge, dark] = [shaded(paint, 0.85), shaded(paint, 0.5)];
  // The underside of a circle has mouldings between plain panels, and is darker towards the back.
  const strips = theatre === null ? [0, 1] : MOULDINGS;
  for (let piece = 0; piece + 1 < body.points.length; piece++) {
    const [start, end] = [body.points[piece]!, body.points[piece + 1]!];
    const across = (part: number): [Point3, Point3] => {
      const z = body.low + (backLow - body.low) * part;
      return [up(middle(start, back[piece]!, part), z), up(middle(end, back[piece + 1]!, part), z)];
    };
    for (let strip = 0; strip + 1 < strips.length; strip++) {
      const [from, to] = [strips[strip]!, strips[strip + 1]!];
      const [a, b] = across(from);
      const [d, c] = across(to);
      const tone = strip % 2 === 0 ? 1 : 0.72;
      const [near, far] = [from, to].map((part) => shaded(mixed(edge, dark, part), tone)) as [Colour, Colour];
      mesh.face([a, b, c, d], [near, near, far, far]);
    }
    // The upper part of a circle's edge is behind its parapet.
    const edgeZ = body.high - (body.high - body.low) * BEHIND_PARAPET;
    if (theatre !== null) mesh.wall(end, start, body.low, edgeZ, { low: edge, high: dark });
  }
  if (body.high !== backHigh) theatre?.drawDownlights(mesh, body, back, backLow);
}

/** Draws the outside of a wall behind a stand, for those who look over it. */
function drawOutside(mesh: MeshBuilder, body: Body, _: VenueMeasures, palette: Palette): void {
  if (body.section == null) return;
  const paint = { low: shaded(palette.wall, 0.5), high: shaded(palette.wall, 0.8) };
  for (let piece = 0; piece + 1 < body.points.length; piece++) {
    mesh.wall(body.points[piece]!, body.points[piece + 1]!, body.low, body.high, paint);
  }
}

function pointsOf(line: readonly (readonly number[])[]): Point2[] {
  return line.map(([x = 0, y = 0]): Point2 => [x, y]);
}

function up([x, y]: Point2, z: number): Point3 {
  return [x, y, z];
}

// The obstructions of a configuration, each drawn by its kind.
import type { Obstruction } from "../plan/plan";
import { drawCounter } from "./counter";
import { HALLS } from "./halls";
import type { Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import { isNight } from "./mood";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import { distanceM, middle } from "./rows";
import { frontsOf } from "./screen-fronts";
import type { VenueMeasures } from "./venue-measures";
import { footprintOf, heightOf } from "./venue-measures";

const BLACK = colour("#1f212a");
const CLOTH = colour("#d9dade");

/** A flat rectangle that shows a picture. */
export type Screen = {
  /** The corners, counter-clockwise from the lower left as seen from the front. */
  corners: [Point3, Point3, Point3, Point3];
  /** Whether it is one of several sides of a screen that people see from all around. */
  isRing: boolean;
};

export type ObstructionMeshes = {
  mesh: MeshBuilder;
  screens: Screen[];
};

export function buildObstructions(measures: VenueMeasures, palette: Palette): ObstructionMeshes {
  const bodies: ObstructionMeshes = { mesh: new MeshBuilder(), screens: [] };
  for (const body of measures.plan.obstructions) {
    if (footprintOf(body).length > 2) draw(bodies, body, measures, palette);
  }
  return bodies;
}

function draw(bodies: ObstructionMeshes, body: Obstruction, measures: VenueMeasures, palette: Palette): void {
  const { mesh } = bodies;
  const plan = footprintOf(body);
  const [low, high] = heightOf(body);
  switch (body.kind) {
    case "stage":
      drawStage(mesh, plan, [low, high], palette, measures.event === "band" && !HALLS[measures.hall].hasProscenium);
      return;
    case "screen":
      drawScreen(bodies, plan, [low, high], measures, palette);
      return;
    case "rigging":
      if (low > measures.floorZ + 2) drawSpeakers(mesh, plan, [low, high], measures.roofZ, palette);
      else drawTower(mesh, plan, [low, high], palette);
      return;
    case "rail":
      drawRail(mesh, plan, [low, high], palette);
      return;
    case "pillar":
      drawPillar(mesh, plan, [low, high], palette);
      return;
    case "wall":
      mesh.prism(plan, [low, high], { colour: palette.wall }, shaded(palette.wallTop, 0.9));
      return;
    default:
      if (measures.hall === "club" && isCounter(plan, [low, high])) {
        drawCounter(mesh, plan, [low, high], measures, palette);
        return;
      }
      mesh.prism(plan, [low, high], { colour: mixed(palette.steel, BLACK, 0.55) }, shaded(palette.steel, 0.7));
  }
}

/** Whether a body has the measures of a bar: long, and as high as one leans on. */
function isCounter(plan: Point2[], [low, high]: [number, number]): boolean {
  const longest = Math.max(...plan.map((corner, index) => distanceM(corner, plan[(index + 1) % plan.length]!)));
  return longest >= 2.5 && high - low > 0.8 && high - low < 1.4;
}

/** Draws a stage with a dark skirt, and for a concert with a band of light along its edge. */
function drawStage(
  mesh: MeshBuilder,
  plan: Point2[],
  [low, high]: [number, number],
  palette: Palette,
  hasBand: boolean,
): void {
  mesh.prism(plan, [low, high], { colour: palette.skirt }, palette.deck);
  const tall = high - low;
  if (tall < 0.3 || !hasBand) return;
  const [bandLow, bandHigh] = [high - Math.min(0.42, tall * 0.4), high - Math.min(0.2, tall * 0.2)];
  const rim = pushed(plan, 0.02);
  rim.forEach((corner, index) => {
    const next = rim[(index + 1) % rim.length]!;
    const pieces = Math.max(1, Math.round(distanceM(corner, next) / 0.9));
    for (let piece = 0; piece < pieces; piece++) {
      const start = middle(corner, next, piece / pieces);
      const end = middle(corner, next, (piece + 0.9) / pieces);
      const tint = mixed(colour("#b04a86"), colour("#ffb066"), 0.5 + 0.5 * Math.sin((start[0] + start[1]) * 0.8));
      mesh.wall(start, end, bandLow, bandHigh, { low: tint, high: tint, glow: 0.95 * palette.shine });
    }
  });
}

/** Draws a screen: a frame and a picture on its front, a plain back. Before a film the picture is not there yet. */
function drawScreen(
  { mesh, screens }: ObstructionMeshes,
  plan: Point2[],
  [low, high]: [number, number],
  measures: VenueMeasures,
  palette: Palette,
): void {
  mesh.prism(plan, [low, high], { colour: shaded(palette.steel, 0.6) });
  const rimM = Math.min(0.18, (high - low) * 0.05);
  const isBlank = measures.event === "film" && !isNight(measures.mood);
  const fronts = frontsOf(plan, measures);
  for (const [start, end] of fronts) {
    const width = distanceM(start, end);
    const [x, y] = [((end[1] - start[1]) / width) * 0.03, (-(end[0] - start[0]) / width) * 0.03];
    const at = (part: number, z: number): Point3 => {
      const [groundX, groundY] = middle(start, end, part);
      return [groundX + x, groundY + y, z];
    };
    const inset = rimM / width;
    const corners: Screen["corners"] = [
      at(inset, low + rimM),
      at(1 - inset, low + rimM),
      at(1 - inset, high - rimM),
      at(inset, high - rimM),
    ];
    if (isBlank) mesh.face(corners, CLOTH);
    else screens.push({ corners, isRing: fronts.length > 1 });
  }
}

/** Draws loudspeakers that hang from the roof. */
function drawSpeakers(
  mesh: MeshBuilder,
  plan: Point2[],
  [low, high]: [number, number],
  roofZ: number,
  palette: Palette,
): void {
  const pieces = Math.max(1, Math.round((high - low) / 0.6));
  for (let piece = 0; piece < pieces; piece++) {
    const from = low + ((high - low) * piece) / pieces;
    mesh.prism(plan, [from, from + ((high - low) / pieces) * 0.9], { colour: BLACK }, shaded(palette.steel, 0.4));
  }
  const [x, y] = centre(plan);
  mesh.bar([x, y, high - 0.1], [x, y, roofZ], 0.06, { colour: shaded(palette.steel, 0.6) });
}

/** Draws a tower of posts and braces with loudspeakers at the top; a low one is a stack of loudspeakers. */
function drawTower(mesh: MeshBuilder, plan: Point2[], [low, high]: [number, number], palette: Palette): void {
  if (high - low < 4) {
    const pieces = Math.max(1, Math.round((high - low) / 0.85));
    for (let piece = 0; piece < pieces; piece++) {
      const from = low + ((high - low) * piece) / pieces;
      const to = from + ((high - low) / pieces) * 0.97;
      mesh.prism(pushed(plan, piece % 2 === 0 ? 0 : -0.03), [from, to], { colour: BLACK }, shaded(palette.steel, 0.4));
    }
    return;
  }
  const steel = { colour: palette.steel };
  const inner = pushed(plan, -0.06);
  const storeys = Math.max(1, Math.round((high - low) / 1.2));
  inner.forEach((corner, index) => {
    const next = inner[(index + 1) % inner.length]!;
    mesh.bar([...corner, low], [...corner, high], 0.1, steel);
    for (let storey = 0; storey < storeys; storey++) {
      const from = low + ((high - low) * storey) / storeys;
      const to = low + ((high - low) * (storey + 1)) / storeys;
      const [one, other] = (storey + index) % 2 === 0 ? [corner, next] : [next, corner];
      mesh.bar([...one, from], [...other, to], 0.05, steel);
    }
  });
  if (high - low > 4) mesh.prism(pushed(plan, -0.02), [high - 2.4, high], { colour: BLACK });
}

function drawRail(mesh: MeshBuilder, plan: Point2[], [low, high]: [number, number], palette: Palette): void {
  const steel = { colour: palette.steel };
  plan.forEach((corner, index) => {
    const next = plan[(index + 1) % plan.length]!;
    for (const part of [0.5, 1]) {
      const z = low + (high - low) * part;
      mesh.bar([...corner, z], [...next, z], 0.05, steel);
    }
    const posts = Math.max(1, Math.round(distanceM(corner, next) / 1.8));
    for (let post = 0; post < posts; post++) {
      const foot = middle(corner, next, post / posts);
      mesh.bar([...foot, low], [...foot, high], 0.05, steel);
    }
  });
}

/** Draws a pillar, which is round if its footprint is about square. */
function drawPillar(mesh: MeshBuilder, plan: Point2[], z: [number, number], palette: Palette): void {
  const [x, y] = centre(plan);
  const reach = Math.min(...plan.map((corner, index) => distanceM(corner, plan[(index + 1) % plan.length]!))) / 2;
  const isSquare = plan.length === 4 && distanceM(plan[0]!, plan[2]!) < reach * 3.4;
  const round = Array.from({ length: 16 }, (_, side): Point2 => {
    const turn = (Math.PI * 2 * side) / 16;
    return [x + reach * Math.cos(turn), y + reach * Math.sin(turn)];
  });
  mesh.prism(isSquare ? round : plan, z, { colour: mixed(palette.concrete, palette.wallTop, 0.3) });
}

function pushed(plan: Point2[], byM: number): Point2[] {
  const [x, y] = centre(plan);
  return plan.map(([cornerX, cornerY]) => {
    const away = Math.hypot(cornerX - x, cornerY - y) || 1;
    return [cornerX + ((cornerX - x) / away) * byM, cornerY + ((cornerY - y) / away) * byM];
  });
}

function centre(plan: Point2[]): Point2 {
  const sum = plan.reduce(([x, y], corner): [number, number] => [x + corner[0], y + corner[1]], [0, 0]);
  return [sum[0] / plan.length, sum[1] / plan.length];
}

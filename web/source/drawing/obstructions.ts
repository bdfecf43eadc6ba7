// The obstructions of a configuration, each drawn by its kind.
import type { Obstruction } from "../plan/plan";
import { drawCounter } from "./club";
import type { InstanceList } from "./instanced-crowd";
import type { Colour, Point3 } from "./mesh-builder";
import { colour, MeshBuilder, mixed, shaded } from "./mesh-builder";
import { isNight } from "./mood";
import type { Palette } from "./palettes";
import type { Point2 } from "./rows";
import { distanceM, middle } from "./rows";
import type { VenueMeasures } from "./venue-measures";
import { footprintOf, heightOf, isInside } from "./venue-measures";

const BLACK = colour("#1f212a");
const BAND_TINTS = ["#e8ddd2", "#8a3f50", "#40568f", "#c0a860", "#3a3d4c"].map(colour);

/** A flat rectangle that shows a picture. */
export type Screen = {
  /** The corners, counter-clockwise from the lower left as seen from the front. */
  corners: [Point3, Point3, Point3, Point3];
};

export type ObstructionMeshes = {
  mesh: MeshBuilder;
  screens: Screen[];
};

export function buildObstructions(measures: VenueMeasures, palette: Palette, players: InstanceList): ObstructionMeshes {
  const bodies: ObstructionMeshes = { mesh: new MeshBuilder(), screens: [] };
  for (const body of measures.plan.obstructions) {
    if (footprintOf(body).length > 2) draw(bodies, body, measures, palette);
  }
  // In a theatre, nobody is on the stage before the curtain is up.
  const isUp = measures.hall !== "theatre" || isNight(measures.mood);
  for (const stage of isUp ? measures.stages : []) {
    band(players, footprintOf(stage), heightOf(stage)[1], measures);
  }
  return bodies;
}

function draw(
  { mesh, screens }: ObstructionMeshes,
  body: Obstruction,
  measures: VenueMeasures,
  palette: Palette,
): void {
  const plan = footprintOf(body);
  const [low, high] = heightOf(body);
  switch (body.kind) {
    case "stage":
      drawStage(mesh, plan, [low, high], palette, measures.mood === "concert" && measures.hall !== "theatre");
      return;
    case "screen":
      drawScreen(mesh, screens, plan, [low, high], palette);
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

/** Draws a screen. Each of its wide sides has a frame and a picture. */
function drawScreen(
  mesh: MeshBuilder,
  screens: Screen[],
  plan: Point2[],
  [low, high]: [number, number],
  palette: Palette,
): void {
  mesh.prism(plan, [low, high], { colour: shaded(palette.steel, 0.3) });
  const sides = plan.map((corner, index) => [corner, plan[(index + 1) % plan.length]!] as const);
  const widest = Math.max(...sides.map(([start, end]) => distanceM(start, end)));
  const rimM = Math.min(0.18, (high - low) * 0.05);
  for (const [start, end] of sides) {
    const width = distanceM(start, end);
    if (width < widest * 0.6) continue;
    const [x, y] = [((end[1] - start[1]) / width) * 0.03, (-(end[0] - start[0]) / width) * 0.03];
    const at = (part: number, z: number): Point3 => {
      const [groundX, groundY] = middle(start, end, part);
      return [groundX + x, groundY + y, z];
    };
    const inset = rimM / width;
    screens.push({
      corners: [at(inset, low + rimM), at(1 - inset, low + rimM), at(1 - inset, high - rimM), at(inset, high - rimM)],
    });
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

/** Adds a few people on a stage, to show its size. */
function band(players: InstanceList, plan: Point2[], z: number, { focus, audience }: VenueMeasures): void {
  const near = isInside(plan, [focus[0], focus[1]]) ? ([focus[0], focus[1]] as const) : centre(plan);
  const reach = Math.min(5.5, Math.sqrt(areaOf(plan)) * 0.3);
  const aside: Point2 = [-audience[1], audience[0]];
  const spots: [number, number][] = [
    [0, 0.25],
    [-0.75, -0.1],
    [0.8, -0.15],
    [0.05, -0.8],
    [-1.15, -0.5],
  ];
  spots.forEach(([beside, forward], index) => {
    const at: Point2 = [
      near[0] + (aside[0] * beside + audience[0] * forward) * reach,
      near[1] + (aside[1] * beside + audience[1] * forward) * reach,
    ];
    if (!isInside(plan, at)) return;
    const turn = Math.atan2(audience[0], audience[1]) - beside * 0.3;
    players.add([...at, z], turn, BAND_TINTS[index]! as Colour, 1.03);
  });
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

function areaOf(plan: Point2[]): number {
  return Math.abs(
    plan.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = plan[(index + 1) % plan.length]!;
      return sum + (x * nextY - y * nextX) / 2;
    }, 0),
  );
}

// What is on the canvas, in the order in which it is drawn, and which piece of the record each part belongs to.
import { apartM } from "../../../layout-edits/ground";
import { keyOfPiece, type Piece } from "../../../layout-edits/pieces";
import { LAYOUT, valueAt } from "../../../layout-edits/record-edit";
import type { Json } from "../../../layouts/written-json";
import { withField } from "../../../plan/field-on-map";
import { extentOutline } from "../../../plan/focus-shapes";
import { elevationOf } from "../../../plan/map-order";
import { type Bounds, boundsOf, isInside, type MapPoint, obstructionOutline } from "../../../plan/map-shapes";
import { idsOfSlot, type Obstruction, type Plan, type PlanSection, type SeatIds } from "../../../plan/plan";
import type { CanvasLayer } from "./canvas-tool";
import { isOnFloor, type PlacedSection, placedSection, seatAt } from "./placed-section";

export type ScenePart = { placed: PlacedSection; sectionIndex: number; piece: Piece & { kind: "section" } };

type SceneBody = { body: Obstruction; outline: readonly MapPoint[]; piece: Piece };

export type Scene = {
  /** With the field that is drawn where a stadium states none. */
  plan: Plan;
  /** What is higher comes later. */
  parts: readonly ScenePart[];
  bodies: readonly SceneBody[];
  focusOutline: readonly MapPoint[];
  /** The names of levels, from the lowest to the highest. */
  levels: readonly string[];
};

/** What is under the pointer. */
export type Hit = { piece: Piece; seat: SeatIds | null };

/** A place without an outline can be met this far around its middle. */
const POINT_REACH_M = 1.5;

type SceneSource = {
  plan: Plan;
  record: Json;
  configuration: string | null;
  ruleOf: (sectionIndex: number) => number;
};

export function sceneOf({ plan, record, configuration, ruleOf }: SceneSource): Scene {
  const parts = plan.sections.map((section, sectionIndex) => ({
    placed: placedSection(plan, section),
    sectionIndex,
    piece: { kind: "section" as const, rule: ruleOf(sectionIndex), id: section.id },
  }));
  parts.sort((one, other) => heightOf(one) - heightOf(other) || areaOf(other) - areaOf(one));
  const shapes = parts.map(({ placed }) => ({ ...placed, path: "" }));
  const closed = new Set(plan.sections.filter(({ isClosed }) => isClosed).map(({ id }) => id));
  const shown = withField(plan, shapes, closed);
  return {
    plan: shown,
    parts,
    bodies: bodiesOf(plan, record, configuration),
    focusOutline: extentOutline(shown.focus),
    levels: levelsOf(parts),
  };
}

/** What is at a place on the map, the uppermost first: seats, bodies, floors of sections, then the stage. */
export function hitsAt(scene: Scene, at: MapPoint, hidden: ReadonlySet<string>, withinM: number): Hit[] {
  const parts = scene.parts.filter(({ placed }) => !hidden.has(levelOf(placed.section))).reverse();
  const seats = parts.flatMap((part) => {
    const seat = seatAt(part.placed, at, withinM);
    return seat === null ? [] : [{ piece: part.piece, seat: idsOf(scene.plan, part.placed, seat) }];
  });
  const bodies = scene.bodies
    .filter(({ outline }) => isInside(at, outline))
    .sort((one, other) => sizeOf(boundsOf(one.outline)) - sizeOf(boundsOf(other.outline)));
  const floors = parts.filter(({ placed }) => isOnFloor(placed, at));
  const focus: Hit[] = isAtFocus(scene, at, withinM) ? [{ piece: { kind: "focus" }, seat: null }] : [];
  const all = [...seats, ...[...bodies, ...floors].map(({ piece }) => ({ piece, seat: null })), ...focus];
  const first = new Map<string, Hit>();
  for (const hit of all) {
    const key = keyOfPiece(hit.piece);
    if (!first.has(key)) first.set(key, hit);
  }
  return [...first.values()];
}

/** All pieces that are on the canvas, in the order of the record: the stage, blocks, bodies. */
export function piecesOf(scene: Scene): Piece[] {
  const blocks = new Map<string, Piece>();
  for (const { piece } of [...scene.parts].sort((one, other) => one.sectionIndex - other.sectionIndex)) {
    const key = keyOfPiece(piece);
    if (!blocks.has(key)) blocks.set(key, { ...piece, id: null });
  }
  return [{ kind: "focus" }, ...blocks.values(), ...scene.bodies.map(({ piece }) => piece)];
}

/** The pieces of which a part is inside of a rectangle on the map. */
export function piecesInside(scene: Scene, frame: Bounds, hidden: ReadonlySet<string>): Piece[] {
  const met = scene.parts.filter(({ placed }) => !hidden.has(levelOf(placed.section)) && isPartlyInside(placed, frame));
  const bodies = scene.bodies.filter(({ outline }) => outline.every((point) => isWithin(frame, point)));
  const hasFocus = scene.focusOutline.length > 0 && scene.focusOutline.every((point) => isWithin(frame, point));
  const found: Piece[] = [...met, ...bodies].map(({ piece }) => piece);
  return hasFocus ? [{ kind: "focus" }, ...found] : found;
}

/** The parts that belong to a piece. */
export function outlinesOf(scene: Scene, piece: Piece): (readonly MapPoint[])[] {
  if (piece.kind === "section") {
    return scene.parts.filter((part) => part.piece.rule === piece.rule).map(({ placed }) => placed.outline);
  }
  if (piece.kind === "focus") return [focusShape(scene)];
  const key = keyOfPiece(piece);
  return scene.bodies.filter((body) => keyOfPiece(body.piece) === key).map(({ outline }) => outline);
}

export function boundsOfPieces(scene: Scene, pieces: readonly Piece[]): Bounds | null {
  const points = pieces.flatMap((piece) => outlinesOf(scene, piece)).flat();
  return points.length === 0 ? null : boundsOf(points);
}

/** What is drawn, and the layers that have a place on the ground. */
export function boundsOfScene(scene: Scene, layers: readonly CanvasLayer[] = []): Bounds {
  const places = layers.flatMap(({ extent }) => (extent === undefined ? [] : [extent]));
  const corners = places.flatMap(({ at: { x, y }, radiusM }) => [
    { x: x - radiusM, y: -y - radiusM },
    { x: x + radiusM, y: -y + radiusM },
  ]);
  const points = scene.parts.flatMap(({ placed: { bounds } }) => [
    { x: bounds.left, y: bounds.top },
    { x: bounds.left + bounds.width, y: bounds.top + bounds.height },
  ]);
  return boundsOf([...points, ...corners, ...scene.bodies.flatMap(({ outline }) => outline), ...focusShape(scene)]);
}

/** The level of a section; of one without a level, an empty text. */
export function levelOf(section: PlanSection): string {
  return section.level ?? "";
}

export function idsOf(plan: Plan, { section, row, slot }: PlacedSection, seat: number): SeatIds {
  return idsOfSlot(plan, section, row[seat]!, slot[seat]!);
}

function heightOf({ placed }: ScenePart): number {
  return elevationOf(placed.section);
}

function areaOf({ placed }: ScenePart): number {
  return sizeOf(placed.bounds);
}

function sizeOf({ width, height }: Bounds): number {
  return width * height;
}

function levelsOf(parts: readonly ScenePart[]): string[] {
  return [...new Set(parts.map(({ placed }) => levelOf(placed.section)))];
}

/** The bodies of the shown configuration. What cannot be drawn has no place here, but counts in the record. */
function bodiesOf(plan: Plan, record: Json, configuration: string | null): SceneBody[] {
  const configurations = valueAt(record, [...LAYOUT, "configurations"]);
  if (!Array.isArray(configurations)) return [];
  const index = configurations.findIndex((each) => valueAt(each, ["id"]) === configuration);
  const written = valueAt(configurations[index], ["obstructions"]);
  if (!Array.isArray(written)) return [];
  const drawn = written.flatMap((body: unknown, at) => (isDrawn(body) ? [at] : []));
  return plan.obstructions.flatMap((body, order) => {
    const at = drawn[order];
    if (at === undefined) return [];
    return [
      {
        body,
        outline: obstructionOutline(body),
        piece: { kind: "obstruction" as const, configuration: index, index: at },
      },
    ];
  });
}

function isDrawn(body: unknown): boolean {
  const hasBox = ["x", "y", "z"].every((axis) => Array.isArray(valueAt(body, ["box", axis])));
  return hasBox || Array.isArray(valueAt(body, ["polygon", "points"]));
}

function isAtFocus(scene: Scene, at: MapPoint, withinM: number): boolean {
  return isInside(at, scene.focusOutline) || apartM(at, middleOfFocus(scene)) < Math.min(POINT_REACH_M, 0.4 + withinM);
}

function focusShape(scene: Scene): readonly MapPoint[] {
  if (scene.focusOutline.length > 0) return scene.focusOutline;
  const { x, y } = middleOfFocus(scene);
  return [
    { x: x - POINT_REACH_M, y: y - POINT_REACH_M },
    { x: x + POINT_REACH_M, y: y - POINT_REACH_M },
    { x: x + POINT_REACH_M, y: y + POINT_REACH_M },
    { x: x - POINT_REACH_M, y: y + POINT_REACH_M },
  ];
}

function middleOfFocus({ plan: { focus } }: Scene): MapPoint {
  return { x: focus.x, y: -focus.y };
}

function isPartlyInside(placed: PlacedSection, frame: Bounds): boolean {
  const { left, top, width, height } = placed.bounds;
  if (left > frame.left + frame.width || left + width < frame.left) return false;
  if (top > frame.top + frame.height || top + height < frame.top) return false;
  for (let seat = 0; seat < placed.count; seat++) {
    if (isWithin(frame, { x: placed.x[seat]!, y: placed.y[seat]! })) return true;
  }
  return isWithin(frame, placed.centre);
}

function isWithin({ left, top, width, height }: Bounds, { x, y }: MapPoint): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

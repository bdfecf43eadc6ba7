// Reads what a layout says besides its sections: the focus and its extent, categories, levels, obstructions.
import type { Plan, PlanExtent } from "../plan/plan";
import { corners, type Json, list, number, object, oneOf, text } from "./written-json";
import { nameOf } from "./written-names";

/** Playing fields without the ground around them, the longer side across, and what else has an extent. */
const USUAL_SIZES_M: Record<PlanExtent["kind"], [number, number]> = {
  stage: [12, 8],
  screen: [12, 1],
  football: [105, 68],
  rugby: [100, 70],
  american_football: [109.7, 48.8],
  baseball: [100, 100],
  basketball: [28, 15],
  ice_hockey: [60, 30],
  handball: [40, 20],
  volleyball: [18, 9],
  tennis: [23.77, 10.97],
  boxing: [6.1, 6.1],
};
const EXTENT_KINDS = Object.keys(USUAL_SIZES_M) as PlanExtent["kind"][];
const HALLS = [
  "arena",
  "theatre",
  "stadium",
  "amphitheatre",
  "club",
  "opera",
  "playhouse",
  "black_box",
  "concert_hall",
  "cinema",
  "school_hall",
  "church",
  "conference",
  "ballpark",
] as const;
const MOODS = ["concert", "house_lights", "daylight", "floodlights"] as const;
const ASSUMED = ["places", "heights", "scale", "focus"] as const;

export function pointOf(written: unknown, at: string): { x: number; y: number; z: number } {
  const point = object(written ?? {}, at);
  return { x: number(point.x, 0), y: number(point.y, 0), z: number(point.z, 0) };
}

export function focusOf(written: unknown, at: string): Plan["focus"] {
  const focus = object(written ?? {}, at);
  return { name: text(focus.name) || null, ...pointOf(focus, at), extent: extentOf(focus.extent, `${at}/extent`) };
}

export function hallOf(layout: Json): Plan["hall"] {
  return oneOf(HALLS, layout.hall);
}

export function roofOf(layout: Json): Plan["roof"] {
  return oneOf(["closed", "open"] as const, layout.roof);
}

export function moodOf(part: Json): Plan["mood"] {
  return oneOf(MOODS, part.mood);
}

export function assumedOf(layout: Json, at: string): Plan["assumed"] {
  return list(layout.assumed ?? [], at).flatMap((each) => oneOf(ASSUMED, each) ?? []);
}

export function categoriesOf(layout: Json, at: string): Plan["categories"] {
  return list(layout.categories ?? [], at).map((each, index) => {
    const category = object(each, `${at}/${index}`);
    const colour = text(category.colour).toLowerCase();
    return {
      id: nameOf(category.id, `${at}/${index}/id`),
      name: text(category.name) || null,
      colour: /^#[0-9a-f]{6}$/.test(colour) ? colour : null,
    };
  });
}

/** The heights of levels by their names, as names of levels are compared. */
export function levelHeights(layout: Json, at: string): ReadonlyMap<string, number> {
  const levels = list(layout.levels ?? [], at).map((each, index) => object(each, `${at}/${index}`));
  return new Map(levels.map((level) => [foldedLevel(level.name), number(level.heightM, 0)]));
}

export function foldedLevel(level: unknown): string {
  return text(level).toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}

export function obstructionsOf(configuration: Json, at: string): Plan["obstructions"] {
  return list(configuration.obstructions ?? [], at).flatMap((each) => {
    const body = object(each, at) as unknown as Partial<Plan["obstructions"][number]>;
    const [box, polygon] = [body.box ?? null, body.polygon ?? null];
    if (!isBox(box) && !Array.isArray(polygon?.points)) return [];
    const { name = null, kind = "other" } = body;
    return [{ id: text(body.id), name, kind, box: isBox(box) ? box : null, polygon }];
  });
}

function extentOf(written: unknown, at: string): PlanExtent | null {
  if (written === undefined || written === null) return null;
  const extent = object(written, at);
  const kind = oneOf(EXTENT_KINDS, extent.kind) ?? "stage";
  const [widthM, depthM] = USUAL_SIZES_M[kind];
  return {
    kind,
    widthM: number(extent.widthM, widthM),
    depthM: number(extent.depthM, depthM),
    heightM: number(extent.heightM, 0),
    turnDeg: number(extent.turnDeg, 180),
    points: corners(extent.points ?? [], `${at}/points`),
  };
}

function isBox(box: unknown): boolean {
  return typeof box === "object" && box !== null && ["x", "y", "z"].every((axis) => Array.isArray((box as Json)[axis]));
}

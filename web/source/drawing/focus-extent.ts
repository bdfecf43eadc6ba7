// The stage, screen or field that a plan describes as what people look at.
import type { Obstruction, Plan } from "../plan/plan";
import type { Point2 } from "./row-lines";

export type FocusExtent = NonNullable<Plan["focus"]["extent"]>;
/** The kinds that are fields or courts of a sport. */
export type FieldKind = Exclude<FocusExtent["kind"], "stage" | "screen">;

const STAGE_LEAST_M = 0.04;
/** A screen is this wide in relation to its height, and this thick. */
const SCREEN = { ratio: 2.2, thickM: 0.3, leastZ: 0.6 };

/** The field that people look at; null if it is a stage or a screen, or nothing is known. Stages of a configuration
 * are built over it. */
export function fieldOf(plan: Plan): (FocusExtent & { kind: FieldKind }) | null {
  const { extent } = plan.focus;
  if (extent === null || extent.kind === "stage" || extent.kind === "screen" || hasStage(plan)) return null;
  return extent as FocusExtent & { kind: FieldKind };
}

/** The plan with its stage or screen as a body. Bodies of a configuration replace it. */
export function withFocusBody(plan: Plan, floorZ: number): Plan {
  const { extent } = plan.focus;
  if (extent === null || (extent.kind !== "stage" && extent.kind !== "screen") || hasStage(plan)) return plan;
  const body = extent.kind === "stage" ? stageOf(plan, extent, floorZ) : screenOf(plan, extent, floorZ);
  return { ...plan, obstructions: [body, ...plan.obstructions] };
}

/** The corners of an extent on the ground plan. */
export function extentCorners({ focus }: Plan, extent: FocusExtent): Point2[] {
  if (extent.points.length > 2) return extent.points.map(([x = 0, y = 0]): Point2 => [x, y]);
  return rectangle(focus, extent, extent.depthM);
}

function hasStage(plan: Plan): boolean {
  return plan.obstructions.some(({ kind }) => kind === "stage");
}

function stageOf(plan: Plan, extent: FocusExtent, floorZ: number): Obstruction {
  const z: [number, number] = [floorZ, floorZ + Math.max(STAGE_LEAST_M, extent.heightM)];
  return bodyOf("stage", extentCorners(plan, extent), z);
}

function screenOf(plan: Plan, extent: FocusExtent, floorZ: number): Obstruction {
  const tallM = extent.widthM / SCREEN.ratio;
  const hungZ = extent.heightM > 0 ? floorZ + extent.heightM : plan.focus.z - tallM / 2;
  const low = Math.max(floorZ + SCREEN.leastZ, hungZ);
  return bodyOf("screen", rectangle(plan.focus, extent, SCREEN.thickM), [low, low + tallM]);
}

function bodyOf(kind: "stage" | "screen", points: Point2[], z: [number, number]): Obstruction {
  return { id: "focus", name: null, kind, box: null, polygon: { points: points.map(([x, y]) => [x, y]), z } };
}

function rectangle({ x, y }: Plan["focus"], { widthM, turnDeg }: FocusExtent, depthM: number): Point2[] {
  const turn = (turnDeg * Math.PI) / 180;
  const [forwardX, forwardY] = [Math.sin(turn), Math.cos(turn)];
  const corners: Point2[] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  return corners.map(
    ([side, forward]): Point2 => [
      x + (forwardY * side * widthM + forwardX * forward * depthM) / 2,
      y + (-forwardX * side * widthM + forwardY * forward * depthM) / 2,
    ],
  );
}

// Begins a scene: builds what its first picture needs.
import { Vector3, type WebGLRenderer } from "three";
import type { Plan, Point } from "../plan/plan";
import type { ViewStage } from "../view/view-marks";
import { partsOf } from "./hall-building";
import { compilerFor, type LaterUploads, pauseBetweenTasks } from "./scene-building";
import { VenueScene } from "./venue-scene";

/** The share of the work up to the first picture that is done after each stage, on a slow phone. */
export const PROGRESS: Record<ViewStage, number> = {
  script: 0.3,
  renderer: 0.35,
  measures: 0.4,
  stands: 0.55,
  people: 0.7,
  "first-frame": 1,
};

type Building = { renderer: WebGLRenderer; uploads: LaterUploads; onStage?: (stage: ViewStage) => void };

export function beginScene(
  plan: Plan,
  at: Point | null,
  { renderer, uploads, ...more }: Building,
): Promise<VenueScene> {
  const pause = pauseBetweenTasks();
  const building = { pause, compile: compilerFor(renderer), upload: uploads.upload, ...more };
  return VenueScene.begin(partsOf(plan, at, pause), building);
}

export function vectorOf(at: Point | null): Vector3 | null {
  return at === null ? null : new Vector3(at.x, at.y, at.z);
}

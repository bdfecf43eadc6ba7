// Creates a drawn view, in tasks that let the page show its progress.
import type { Plan } from "../plan/plan";
import { eyePosition } from "../plan/positions";
import type { Viewpoint } from "../plan/previewed-seats";
import { startStage, type ViewStage } from "../view/view-marks";
import { beginScene, PROGRESS, vectorOf } from "./begin-scene";
import { type DrawnOptions, DrawnView } from "./drawn-view";
import { LaterUploads, prepareFirstFrame, uploaderFor } from "./scene-building";
import { createRenderer } from "./webgl-renderer";

/** Builds what the first picture from a place needs. Rejects if the plan has no geometry, and without WebGL. */
export async function createDrawnView(
  container: HTMLElement,
  plan: Plan,
  first: Viewpoint | null,
  options: DrawnOptions,
): Promise<DrawnView> {
  if (!plan.sections.some((section) => section.geometry !== null)) {
    throw new Error("The plan does not say where its sections are.");
  }
  const endOfRenderer = startStage("renderer");
  const renderer = createRenderer();
  endOfRenderer();
  // Lets the page show its progress bar before the scene is built.
  await new Promise((resolve) => setTimeout(resolve));
  const uploads = new LaterUploads(uploaderFor(renderer));
  const at = first === null ? null : (first.eye ?? eyePosition(plan, first));
  const onStage = (stage: ViewStage) => options.onProgress?.(PROGRESS[stage]);
  onStage("renderer");
  const venueScene = await beginScene(plan, at, { renderer, uploads, onStage });
  if (options.isBesideWork === true) await prepareFirstFrame(renderer, venueScene.group, uploads);
  return new DrawnView(container, plan, options, renderer, venueScene, uploads, vectorOf(at));
}

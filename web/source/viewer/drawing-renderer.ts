// The renderer for drawings: an adapter for the drawn view.

import { createDrawnView } from "../drawing/create-drawn-view";
import type { Plan } from "../plan/plan";
import type { Viewpoint } from "../plan/previewed-seats";
import { horizontalFov, signedAngle } from "../view/angles";
import type { RendererOptions, ViewRenderer } from "./renderer";

/** The scene is built once from the plan, so another plan needs another renderer. */
export async function createDrawingRenderer(
  container: HTMLElement,
  plan: Plan,
  first: Viewpoint,
  { reducedMotion, onLost, onMoved, onProgress }: RendererOptions,
): Promise<ViewRenderer> {
  const view = await createDrawnView(container, plan, first, {
    reducedMotion,
    onMoved,
    onProgress,
    onLost: () => onLost(new Error("The graphics device was lost.")),
  });
  return {
    show: ({ place, look }) => view.show(place, look),
    whenComplete: () => view.whenComplete(),
    turn: (rightDeg, upDeg) => view.turn(rightDeg, upDeg),
    aim: (yawDeg, pitchDeg) => view.turn(signedAngle(yawDeg - view.look.yaw), pitchDeg - view.look.pitch),
    direction: () => ({
      ...view.look,
      fov: horizontalFov(view.look.fov, container.clientWidth, container.clientHeight),
    }),
    zoom: (factor) => view.zoom(factor),
    drawNow: () => view.drawNow(),
    lookPast: { isUseful: (told) => view.hasSomethingNear(told), set: (isOn, told) => view.lookPast(isOn, told) },
    headset: { show: (session) => view.showInHeadset(session) },
    dispose: () => view.dispose(),
  };
}

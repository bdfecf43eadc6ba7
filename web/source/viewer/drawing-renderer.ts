// The renderer for drawings: an adapter for the drawn view.

import { createDrawnView } from "../drawing/drawn-view";
import type { Plan } from "../plan/plan";
import { horizontalFov, signedAngle } from "../view/angles";
import type { RendererOptions, ViewRenderer } from "./renderer";

/** The scene is built once from the plan, so another plan needs another renderer. */
export async function createDrawingRenderer(
  container: HTMLElement,
  plan: Plan,
  { reducedMotion, onLost, onMoved }: RendererOptions,
): Promise<ViewRenderer> {
  const view = await createDrawnView(container, plan, {
    reducedMotion,
    onMoved,
    onLost: () => onLost(new Error("The graphics device was lost.")),
  });
  return {
    show: async ({ place, look }) => view.show(place, look),
    turn: (rightDeg, upDeg) => view.turn(rightDeg, upDeg),
    aim: (yawDeg, pitchDeg) => view.turn(signedAngle(yawDeg - view.look.yaw), pitchDeg - view.look.pitch),
    direction: () => ({
      ...view.look,
      fov: horizontalFov(view.look.fov, container.clientWidth, container.clientHeight),
    }),
    zoom: (factor) => view.zoom(factor),
    drawNow: () => view.drawNow(),
    lookPast: { isUseful: () => view.hasSomethingNear(), set: (isOn) => view.lookPast(isOn) },
    headset: { show: (session) => view.showInHeadset(session) },
    dispose: () => view.dispose(),
  };
}

// The renderer for drawings: an adapter for the drawn view.

import { createDrawnView } from "../drawing/drawn-view";
import type { DrawnView } from "../drawing/types";
import type { Plan } from "../plan/plan";
import type { RendererOptions, Subject, ViewRenderer } from "./renderer";
import type { Look } from "./types";
import { horizontalFov } from "./view-angles";

/** The scene is built once from the plan, so another plan needs another renderer. */
export async function createDrawingRenderer(
  container: HTMLElement,
  plan: Plan,
  { reducedMotion, onLost, onMoved }: RendererOptions,
): Promise<ViewRenderer> {
  const lost = () => onLost(new Error("The graphics device was lost."));
  const options = { reducedMotion, onLost: lost, onLook: onMoved };
  return new DrawingRenderer(container, await createDrawnView(container, plan, options));
}

class DrawingRenderer implements ViewRenderer {
  constructor(
    private readonly container: HTMLElement,
    private readonly view: DrawnView,
  ) {}

  async show({ place, look }: Subject): Promise<void> {
    this.view.show(place, look);
  }

  turn(rightDeg: number, upDeg: number): void {
    this.view.turn(rightDeg, upDeg);
  }

  aim(yawDeg: number, pitchDeg: number): void {
    const { yaw, pitch } = this.view.look;
    this.view.turn(((yawDeg - yaw + 540) % 360) - 180, pitchDeg - pitch);
  }

  direction(): Look {
    const { look } = this.view;
    return { ...look, fov: horizontalFov(look.fov, this.container.clientWidth, this.container.clientHeight) };
  }

  zoom(factor: number): void {
    this.view.zoom(factor);
  }

  dispose(): void {
    this.view.dispose();
  }
}

// The renderer for panoramas: an adapter for the panorama view.

import { PanoramaView, VERTICAL_FOV_MIN_DEG } from "../panorama/panorama-view";
import { horizontalFov } from "../view/angles";
import { tileLevels } from "./image-urls";
import type { RendererOptions, Subject, ViewRenderer } from "./renderer";

export function createPanoramaRenderer(
  container: HTMLElement,
  { reducedMotion, renewImagery, onLost, onMoved }: RendererOptions,
): ViewRenderer {
  const renewLevels = async () => {
    const imagery = await renewImagery();
    return imagery === null ? [] : tileLevels(imagery);
  };
  const view = new PanoramaView(container, { reducedMotion, renewLevels, onFailed: onLost, onMoved });
  return {
    async show({ imagery, look }: Subject): Promise<void> {
      if (imagery === null) throw new Error("There is no picture to show.");
      await view.show({ url: imagery.url, smallUrl: imagery.previewUrl, levels: tileLevels(imagery) }, look);
    },
    whenComplete: () => view.whenComplete(),
    turn: (rightDeg, upDeg) => view.turn(rightDeg, upDeg),
    aim: (yawDeg, pitchDeg) => view.aim(yawDeg, pitchDeg),
    direction() {
      const { yaw, pitch, fov } = view.direction;
      const { clientWidth, clientHeight } = container;
      return { yaw, pitch, fov: horizontalFov(fov, clientWidth, clientHeight, VERTICAL_FOV_MIN_DEG) };
    },
    zoom: (factor) => view.zoom(factor),
    drawNow: () => view.drawNow(),
    headset: { show: (session) => view.showInHeadset(session) },
    dispose: () => view.dispose(),
  };
}

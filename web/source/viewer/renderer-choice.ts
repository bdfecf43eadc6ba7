// The choice of a renderer for a preview.
import type { Plan } from "../plan/plan";
import { imageryKind } from "./imagery-kinds";
import type { RendererKind } from "./renderer";
import type { Preview } from "./types";

type Possibilities = {
  /** Whether the drawing is to be shown rather than the picture. */
  isDrawn: boolean;
  hasGraphics: boolean;
  canDraw: boolean;
  /** The plan: undefined while it is loading, null if there is none. */
  plan: Plan | null | undefined;
};

/** Chooses the renderer. `none` means that the view can only be described; null, that this is not known yet. */
export function chooseRenderer(
  { imagery, drawing }: Pick<Preview, "imagery" | "drawing">,
  { isDrawn, hasGraphics, canDraw, plan }: Possibilities,
): RendererKind | "none" | null {
  if (!isDrawn && imagery !== null) {
    const { renderer, rendererWithoutWebGl } = imageryKind(imagery.kind);
    return hasGraphics ? renderer : rendererWithoutWebGl;
  }
  if (!canDraw || drawing === null) return "none";
  return plan === undefined ? null : "drawing";
}

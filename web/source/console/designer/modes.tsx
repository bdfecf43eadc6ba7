// What can be worked on in the designer. Each has a panel, which sets its tool and its layers of the canvas while it is
// shown.
import type { ComponentType } from "preact";
import { ChecksMark } from "./checks/checks-mark";
import { ChecksPanel } from "./checks/checks-panel";
import type { DesignerProps } from "./designer-props";
import { DrawPanel } from "./draw/draw-panel";
import { TracePanel } from "./floor-plan/trace-panel";
import { ImagesPanel } from "./images/images-panel";
import { PaintPanel } from "./paint/paint-panel";

type Mode = {
  id: string;
  title: string;
  Panel: ComponentType<DesignerProps>;
  /** What the button says behind the title, in every mode. */
  Mark?: ComponentType<DesignerProps>;
};

export const MODES: readonly Mode[] = [
  { id: "draw", title: "Draw", Panel: DrawPanel },
  { id: "paint", title: "Paint seats", Panel: PaintPanel },
  { id: "images", title: "Images", Panel: ImagesPanel },
  { id: "trace", title: "Floor plan", Panel: TracePanel },
  { id: "checks", title: "Checks", Panel: ChecksPanel, Mark: ChecksMark },
];

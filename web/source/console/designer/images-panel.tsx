// The panel for images: where each was taken, and which seats it is for.
import type { DesignerProps } from "./designer-props";

export function ImagesPanel(_: DesignerProps) {
  return <div class="card panel" />;
}

// The panel for painting seats: wheelchair spaces, restricted views, categories.
import type { DesignerProps } from "./designer-props";

export function PaintPanel(_: DesignerProps) {
  return <div class="card panel" />;
}

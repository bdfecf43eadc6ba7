// The panel for what is selected: what it is called, its rows and seats, and where it is.
import type { DesignerProps } from "./designer-props";

export function DrawPanel(_: DesignerProps) {
  return <div class="card panel" />;
}

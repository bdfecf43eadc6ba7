// The panel for what is wrong or doubtful in the layout.
import type { DesignerProps } from "./designer-props";

export function ChecksPanel(_: DesignerProps) {
  return <div class="card panel" />;
}

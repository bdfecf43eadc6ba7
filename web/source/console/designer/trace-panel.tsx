// The panel for a floor plan that lies below the seats.
import type { DesignerProps } from "./designer-props";

export function TracePanel(_: DesignerProps) {
  return <div class="card panel" />;
}

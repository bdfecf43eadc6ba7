// The designer: the plan on a canvas, the view from a seat beside it, and what can be changed.

import { DesignerBar } from "./designer-bar";
import type { DesignerProps } from "./designer-props";
import { MODES } from "./modes";
import { PlanCanvas } from "./plan-canvas";
import { SeatViewPanel } from "./seat-view-panel";
import { useMode } from "./use-mode";
import "./designer.css";

export function DesignerTab(props: DesignerProps) {
  const [modeId, setMode] = useMode(props.stored.venue.venueId);
  const mode = MODES.find(({ id }) => id === modeId) ?? MODES[0]!;
  return (
    <div class="designer">
      <DesignerBar {...props} />
      <div class="designer-canvas card">
        <PlanCanvas {...props} />
      </div>
      <aside class="designer-side" aria-label="View and settings">
        <SeatViewPanel {...props} />
        <fieldset class="designer-modes row" aria-label="What to work on">
          {MODES.map(({ id, title, Mark }) => (
            <button
              key={id}
              type="button"
              class="button button-small"
              aria-pressed={id === mode.id}
              onClick={() => setMode(id)}
            >
              {title}
              {Mark !== undefined && <Mark {...props} />}
            </button>
          ))}
        </fieldset>
        <mode.Panel key={mode.id} {...props} />
      </aside>
    </div>
  );
}

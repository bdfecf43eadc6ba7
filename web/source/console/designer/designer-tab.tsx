// The designer: the plan on a canvas, the view from a seat beside it, and what can be changed.
import { DraftBar } from "../venues/draft-bar";
import { DraftPanel } from "../venues/draft-panel";
import type { DraftSaver } from "../venues/draft-saver";
import type { KeyNames } from "../venues/key-names";
import { DesignerBar } from "./bar/designer-bar";
import { PlanCanvas } from "./canvas/plan-canvas";
import type { DesignerProps } from "./designer-props";
import { FloorPlanLayer } from "./floor-plan/floor-plan-layer";
import { MODES } from "./modes";
import { TextFaultNotice } from "./text-fault-notice";
import { useMode } from "./use-mode";
import { HeatMapBar } from "./views/heat-map-bar";
import { SeatViewPanel } from "./views/seat-view-panel";
import "./designer.css";

type DesignerTabProps = DesignerProps & {
  saver: DraftSaver;
  nameOf: KeyNames;
  /** Called to show where the record's text is not JSON. */
  onShowFault: () => void;
};

export function DesignerTab(props: DesignerTabProps) {
  const [modeId, setMode] = useMode(props.stored.venue.venueId);
  const mode = MODES.find(({ id }) => id === modeId) ?? MODES[0]!;
  return (
    <div class="designer">
      <div class="designer-top">
        <DesignerBar {...props} />
        <DraftBar {...props} />
        <DraftPanel {...props} isBrief />
        <TextFaultNotice {...props} />
      </div>
      <div class="designer-canvas card">
        <div class="designer-plan">
          <PlanCanvas {...props} />
        </div>
        <div class="designer-switches">
          <HeatMapBar {...props} />
          <FloorPlanLayer {...props} />
        </div>
      </div>
      <aside class="designer-side" aria-label="View and settings">
        <fieldset class="designer-modes" aria-label="What to work on">
          {MODES.map(({ id, title, Mark }) => (
            <button
              key={id}
              type="button"
              class="designer-mode"
              aria-pressed={id === mode.id}
              onClick={() => setMode(id)}
            >
              {title}
              {Mark !== undefined && <Mark {...props} />}
            </button>
          ))}
        </fieldset>
        <SeatViewPanel {...props} />
        <div class="designer-panel">
          <mode.Panel key={mode.id} {...props} />
        </div>
      </aside>
    </div>
  );
}

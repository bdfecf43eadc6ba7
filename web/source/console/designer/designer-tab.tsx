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
import { HeatMapBar } from "./views/heat-map-bar";
import { SeatViewPanel } from "./views/seat-view-panel";
import "./designer.css";
import { useEffect, useState } from "preact/hooks";
import { WarningIcon } from "../../design/icons";
import { hashOf, routeOf } from "../shell/route";
import { useWatched } from "../shell/watched";

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

/** Says in the designer that the record's text is not JSON at the moment, so that the designer does not follow it. */
function TextFaultNotice({ saver }: { saver: DraftSaver }) {
  const fault = useWatched(saver.document.textFault);
  if (fault === null) return null;
  return (
    <div class="note note-warn" role="status">
      <WarningIcon />
      <p>
        The text of the record is not valid JSON at the moment, so the designer shows the record as it was before. If
        you change something here, that text is replaced; Undo in the text brings it back.
      </p>
    </div>
  );
}

/** What is being worked on in the designer, as the address names it: #/venues/<id>/design/images. */
function useMode(venueId: string): [string, (id: string) => void] {
  const [mode, setMode] = useState(() => namedMode() ?? MODES[0]!.id);
  useEffect(() => {
    // An address of the designer that names nothing to work on leaves it as it was.
    const follow = () => setMode((before) => namedMode() ?? before);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const go = (id: string) => {
    setMode(id);
    location.hash = hashOf(`/venues/${venueId}/design/${id}`);
  };
  return [mode, go];
}

function namedMode(): string | null {
  const [, tab, mode] = routeOf(location.hash).path;
  return tab === "design" ? (MODES.find(({ id }) => id === mode)?.id ?? null) : null;
}

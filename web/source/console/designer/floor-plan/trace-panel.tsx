// The panel for a floor plan that lies below the seats: it is chosen, scaled, turned, faded and moved here.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Confirm } from "../../../design/dialog";
import { TrashIcon } from "../../../design/icons";
import { CheckField } from "../../shell/form-fields";
import { refusalOf } from "../../shell/permissions";
import { Refusal } from "../../shell/permitted";
import { ProblemNotice } from "../../shell/problem-notice";
import { useAction } from "../../shell/use-request";
import { useWatched } from "../../shell/watched";
import { bytesText } from "../../venues/uploads";
import type { CanvasView } from "../canvas/canvas-tool";
import type { Designer } from "../designer";
import type { DesignerProps } from "../designer-props";
import { FindSeats } from "./find-seats";
import { type FloorPlan, floorPlanOf, type StoredFloorPlan } from "./floor-plan";
import { pointsLayer } from "./floor-plan-drawing";
import { SeatSearch, searchTool } from "./seat-search";
import { TraceFields } from "./trace-fields";
import { TraceScale } from "./trace-scale";
import { moveTool, pointsTool } from "./trace-tools";
import { TraceUpload } from "./trace-upload";
import "./trace-panel.css";

export function TracePanel(props: DesignerProps) {
  const { designer, api, caller } = props;
  const { venue } = props.stored;
  const floorPlan = floorPlanOf(designer, api, venue.venueId);
  const refusal = refusalOf(caller, "putFloorPlan", { venue });
  const stored = useWatched(floorPlan.stored);
  const problem = useWatched(floorPlan.problem);
  const search = useMemo(() => new SeatSearch(api.venues, venue.venueId, floorPlan), [api, venue.venueId, floorPlan]);
  useTraceTools(designer, search, refusal === null);
  return (
    <section class="card panel trace-panel" aria-label="Floor plan">
      <ProblemNotice problem={problem} onRetry={() => void floorPlan.load()} />
      {refusal !== null && <Refusal reason={refusal} />}
      {stored === null && refusal === null && (
        <>
          <p>
            Lay a drawing of your hall below the seats, and draw on top of it. Nobody but you and your colleagues sees
            it: buyers never do.
          </p>
          <TraceUpload designer={designer} floorPlan={floorPlan} />
        </>
      )}
      {stored && refusal === null && <PlacedFloorPlan designer={designer} search={search} stored={stored} />}
    </section>
  );
}

type PlacedProps = { designer: Designer; search: SeatSearch; stored: StoredFloorPlan };

function PlacedFloorPlan({ designer, search, stored }: PlacedProps) {
  const { floorPlan } = search;
  const isShown = useWatched(floorPlan.isShown);
  const isLocked = useWatched(floorPlan.isLocked);
  const [isRemoving, setRemoving] = useState(false);
  const removal = useAction(async () => {
    await floorPlan.remove();
    setRemoving(false);
  });
  return (
    <>
      <div class="trace-checks">
        <CheckField label="Show it" isChecked={isShown} onChecked={(isOn) => floorPlan.isShown.set(isOn)} />
        <CheckField
          label="Lock it"
          help="Then dragging on the plan does not move it."
          isChecked={isLocked}
          onChecked={(isOn) => floorPlan.isLocked.set(isOn)}
        />
      </div>
      <TraceScale designer={designer} floorPlan={floorPlan} size={stored} onStart={() => search.clear()} />
      <FindSeats designer={designer} search={search} />
      <TraceFields floorPlan={floorPlan} size={stored} />
      <SaveAndUndo floorPlan={floorPlan} />
      <p class="soft small">
        {stored.width} × {stored.height} pixels, {bytesText(stored.sizeBytes)}. Uploaded on{" "}
        {new Date(stored.storedAt).toLocaleDateString()} with {stored.storedBy}.
      </p>
      <TraceUpload designer={designer} floorPlan={floorPlan} isReplacing />
      <p>
        <button type="button" class="button button-small button-warning" onClick={() => setRemoving(true)}>
          <TrashIcon /> Remove the floor plan
        </button>
      </p>
      {isRemoving && (
        <Confirm
          title="Remove the floor plan?"
          action="Remove"
          isBusy={removal.isBusy}
          onConfirm={() => void removal.run()}
          onClose={() => setRemoving(false)}
        >
          <p>The picture is deleted, and where it lies is forgotten. What you have drawn stays.</p>
          <ProblemNotice problem={removal.problem} />
        </Confirm>
      )}
    </>
  );
}

function SaveAndUndo({ floorPlan }: { floorPlan: FloorPlan }) {
  const save = useWatched(floorPlan.save);
  const last = useWatched(floorPlan.steps).at(-1);
  return (
    <>
      {save.kind === "failed" && <ProblemNotice problem={save.problem} />}
      <div class="row trace-saved">
        <button
          type="button"
          class="button button-small"
          disabled={last === undefined}
          onClick={() => floorPlan.undo()}
          title={last === undefined ? "" : `Undo: ${last.title}`}
        >
          {last === undefined ? "Undo" : `Undo: ${last.title}`}
        </button>
        <span class="soft small" role="status">
          {save.kind === "saved" ? "Saved" : save.kind === "failed" ? "Not saved" : "Saving …"}
        </span>
      </div>
    </>
  );
}

/** While the panel is shown, pointer and keys move the floor plan, set the points that scale it, or mark seats in it. */
function useTraceTools(designer: Designer, search: SeatSearch, mayChange: boolean): void {
  const { floorPlan } = search;
  const view = useRef<CanvasView | null>(null);
  const hasPicture = useWatched(floorPlan.picture) !== null;
  const isScaling = useWatched(floorPlan.points) !== null;
  const isLocked = useWatched(floorPlan.isLocked);
  const isSearching = useWatched(search.corners) !== null;
  const wanted = isScaling ? "points" : isSearching ? "search" : isLocked ? null : "move";
  const tool = mayChange && hasPicture ? wanted : null;
  useEffect(() => {
    if (tool === null) return;
    const made = {
      points: () => pointsTool(floorPlan, () => view.current),
      search: () => searchTool(search, () => view.current),
      move: () => moveTool(floorPlan),
    }[tool]();
    designer.tool.set(made);
    return () => {
      if (designer.tool.value === made) designer.tool.set(null);
    };
  }, [designer, floorPlan, search, tool]);

  useEffect(() => {
    const redraw = () => {
      designer.addLayer(pointsLayer(floorPlan, (shown) => (view.current = shown)));
    };
    const ends = [
      floorPlan.points.watch(redraw),
      floorPlan.cursor.watch(redraw),
      floorPlan.placement.watch(redraw),
      floorPlan.isShown.watch(redraw),
      floorPlan.isLocked.watch(redraw),
    ];
    redraw();
    return () => {
      for (const end of ends) end();
      floorPlan.points.set(null);
      designer.layers.set(designer.layers.value.filter(({ id }) => id !== "floor-plan-points"));
    };
  }, [designer, floorPlan]);
}

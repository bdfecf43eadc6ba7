// Shows the floor plan on the canvas, whatever is worked on, with a switch to hide it.
import { useEffect } from "preact/hooks";
import { may } from "../../shell/permissions";
import { useWatched } from "../../shell/watched";
import type { Designer } from "../designer";
import type { DesignerProps } from "../designer-props";
import { floorPlanOf } from "./floor-plan";
import { pictureLayer } from "./floor-plan-drawing";
import "./trace-panel.css";

export function FloorPlanLayer({ designer, api, caller, stored }: DesignerProps) {
  const { venue } = stored;
  const floorPlan = floorPlanOf(designer, api, venue.venueId);
  const mayRead = may(caller, "getFloorPlan", { venue });
  const picture = useWatched(floorPlan.picture);
  const isShown = useWatched(floorPlan.isShown);

  useEffect(() => {
    if (!mayRead) return;
    const control = new AbortController();
    void floorPlan.load(control.signal);
    return () => {
      control.abort();
      void floorPlan.flush();
    };
  }, [floorPlan, mayRead]);

  useEffect(() => {
    // A layer that is added again is drawn again. Without a picture there is none: seats have a lighter ground above one.
    const redraw = () => {
      if (floorPlan.picture.value !== null && floorPlan.isShown.value) designer.addLayer(pictureLayer(floorPlan));
      else withoutLayer(designer);
    };
    const ends = [floorPlan.picture.watch(redraw), floorPlan.placement.watch(redraw), floorPlan.isShown.watch(redraw)];
    redraw();
    return () => {
      for (const end of ends) end();
      withoutLayer(designer);
    };
  }, [designer, floorPlan]);

  if (picture === null) return null;
  return (
    <label class="floor-plan-switch small">
      <input
        type="checkbox"
        checked={isShown}
        onChange={(event) => floorPlan.isShown.set(event.currentTarget.checked)}
      />
      Floor plan
    </label>
  );
}

function withoutLayer(designer: Designer): void {
  const others = designer.layers.value.filter(({ id }) => id !== "floor-plan");
  if (others.length < designer.layers.value.length) designer.layers.set(others);
}

// Sets the scale of a floor plan: two points of it, and how far they are apart in the hall.
import { useEffect, useState } from "preact/hooks";
import { TextField } from "../../shell/form-fields";
import { useWatched } from "../../shell/watched";
import type { Designer } from "../designer";
import type { FloorPlan } from "./floor-plan";
import { extentOf, type Pixel, type Size, scaledBy } from "./floor-plan-placement";

type ScaleProps = { designer: Designer; floorPlan: FloorPlan; size: Size; onStart: () => void };

export function TraceScale(props: ScaleProps) {
  const { floorPlan } = props;
  const points = useWatched(floorPlan.points);
  const start = () => {
    props.onStart();
    floorPlan.isShown.set(true);
    floorPlan.cursor.set(null);
    floorPlan.points.set([]);
    // The next key or click is for the canvas.
    document.querySelector<HTMLElement>(".designer-canvas [role=application]")?.focus();
  };
  if (points === null) {
    return (
      <div class="stack-small">
        <p class="small">
          Does it have the right size? Choose two points whose distance you know, such as the two ends of the stage.
        </p>
        <p>
          <button type="button" class="button button-primary" onClick={start}>
            Set the scale by two points
          </button>
        </p>
      </div>
    );
  }
  return (
    <div class="note trace-steps">
      <div class="stack-small">
        <p role="status">
          <strong>{INSTRUCTIONS[points.length]}</strong>
        </p>
        {points.length < 2 ? (
          <p class="small">By keyboard: the arrow keys move a cross on the plan, and Enter sets the point.</p>
        ) : (
          <Distance {...props} first={points[0]!} second={points[1]!} />
        )}
        <p class="row">
          {points.length > 0 && (
            <button type="button" class="button button-small" onClick={start}>
              Choose other points
            </button>
          )}
          <button type="button" class="button button-small" onClick={() => floorPlan.points.set(null)}>
            Cancel
          </button>
        </p>
      </div>
    </div>
  );
}

const INSTRUCTIONS = [
  "Click two points whose distance you know. The first one:",
  "Now the second point.",
  "How far apart are they in the hall?",
];

function Distance(props: ScaleProps & { first: Pixel; second: Pixel }) {
  const { designer, floorPlan, size, first, second } = props;
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string[]>([]);
  useEffect(() => {
    // Whoever has set the points goes on by typing.
    document.querySelector<HTMLInputElement>(".trace-distance input")?.focus();
  }, []);
  const apply = () => {
    const placement = floorPlan.placement.value;
    const metres = Number(text.replace(",", ".").replace(/\s*m$/, ""));
    if (placement === null) return;
    if (!(metres > 0)) {
      setFault(["Type a number of metres, such as 12.5."]);
      return;
    }
    const scaled = scaledBy(placement, size, first, second, metres);
    if (scaled === null) {
      setFault(["The floor plan would be too large or too small. Are the points and the distance right?"]);
      return;
    }
    floorPlan.change("Scale", scaled);
    floorPlan.points.set(null);
    floorPlan.isLocked.set(true);
    designer.shown.set(extentOf(scaled, size));
  };
  return (
    <form
      class="trace-distance"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField label="Distance in metres" faults={fault} value={text} onValue={setText} />
      <button type="submit" class="button button-primary">
        Scale
      </button>
    </form>
  );
}

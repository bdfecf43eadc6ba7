// Colours the seats on the canvas by what is chosen, with a legend.
import { useEffect, useState } from "preact/hooks";
import { useWatched } from "../../shell/watched";
import type { DesignerProps } from "../designer-props";
import { type HeatKind, type HeatMap, heatMap } from "./heat-map";
import { serviceViewsOf } from "./service-views";
import { useServiceViews } from "./use-service-views";
import { ViewsProgress } from "./views-progress";
import "./heat-map.css";

const CHOICES: readonly { kind: HeatKind; title: string; help: string }[] = [
  { kind: "distance", title: "Distance", help: "From the eyes to the point that people look at" },
  {
    kind: "cValue",
    title: "View over the row in front",
    help: "The C-value: how far the view passes above eyes in front",
  },
  { kind: "hidden", title: "What is hidden", help: "How much of the stage, screen or field is seen with a full house" },
];

type Choice = { kind: HeatKind | null };

export function HeatMapBar(props: DesignerProps) {
  const [choice, setChoice] = useState<Choice>({ kind: null });
  const { kind } = choice;
  const used = useServiceViews(props, kind === "hidden");
  const { legend, isShown } = useColours(props, choice);
  // Colours of what is painted may be above these. To choose them again brings them back.
  const chosen = isShown ? CHOICES.find((choice) => choice.kind === kind) : undefined;
  return (
    <div class="seat-heat">
      <label class="seat-heat-choice">
        <span>Colour seats by</span>
        <select
          class="input seat-heat-select"
          value={chosen?.kind ?? ""}
          onChange={(event) => setChoice({ kind: (event.currentTarget.value || null) as HeatKind | null })}
        >
          <option value="">Nothing</option>
          {CHOICES.map((choice) => (
            <option key={choice.kind} value={choice.kind}>
              {choice.title}
            </option>
          ))}
        </select>
      </label>
      {chosen !== undefined && (
        <ul class="seat-heat-legend" aria-label={`Colours: ${chosen.title}`} title={chosen.help}>
          {legend.map(({ label, count }, index) => (
            <li key={label} class="seat-heat-class">
              <span class={`seat-heat-colour seat-heat-colour-${index}`} aria-hidden="true" />
              {label}
              <span class="soft" title={count === 1 ? "1 seat" : `${count.toLocaleString()} seats`}>
                ({count.toLocaleString()})
              </span>
            </li>
          ))}
        </ul>
      )}
      {chosen?.kind === "hidden" && <ViewsProgress used={used} />}
    </div>
  );
}

/** Colours the seats, also while something is dragged. Each choice, also of the same as before, comes above other colours. */
function useColours({ designer }: DesignerProps, choice: Choice): { legend: HeatMap["legend"]; isShown: boolean } {
  const [map, setMap] = useState<HeatMap | null>(null);
  const shown = useWatched(designer.seatColour);
  useEffect(() => {
    const { kind } = choice;
    if (kind === null) return;
    const views = serviceViewsOf(designer);
    const part = designer.colouring.begin();
    let last: HeatMap | null = null;
    const colour = () => {
      last = heatMap(designer.plan.value, kind, views.state.value.seats, last);
      part.show(last.colour);
      setMap(last);
    };
    colour();
    const ends = [designer.plan.watch(colour), kind === "hidden" ? views.state.watch(colour) : () => {}];
    return () => {
      for (const end of ends) end();
      part.end();
    };
  }, [designer, choice]);
  return { legend: map?.legend ?? [], isShown: map !== null && shown === map.colour };
}

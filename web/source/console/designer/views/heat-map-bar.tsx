// Colours the seats on the canvas by what is chosen, with a legend.
import { useEffect, useState } from "preact/hooks";
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

export function HeatMapBar(props: DesignerProps) {
  const [kind, setKind] = useState<HeatKind | null>(null);
  const used = useServiceViews(props, kind === "hidden");
  const legend = useColours(props, kind);
  const chosen = CHOICES.find((choice) => choice.kind === kind);
  return (
    <div class="seat-heat">
      <label class="seat-heat-choice">
        <span>Colour seats by</span>
        <select
          class="input seat-heat-select"
          value={kind ?? ""}
          onChange={(event) => setKind((event.currentTarget.value || null) as HeatKind | null)}
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
      {kind === "hidden" && <ViewsProgress used={used} />}
    </div>
  );
}

/** Colours the seats, also while something is dragged. Returns the legend. */
function useColours({ designer }: DesignerProps, kind: HeatKind | null): HeatMap["legend"] {
  const [legend, setLegend] = useState<HeatMap["legend"]>([]);
  useEffect(() => {
    if (kind === null) return;
    const views = serviceViewsOf(designer);
    let own: HeatMap["colour"] | null = null;
    const colour = () => {
      const map = heatMap(designer.plan.value, kind, views.state.value.seats);
      own = map.colour;
      designer.seatColour.set(own);
      setLegend((before) => (JSON.stringify(before) === JSON.stringify(map.legend) ? before : map.legend));
    };
    colour();
    const ends = [designer.plan.watch(colour), kind === "hidden" ? views.state.watch(colour) : () => {}];
    return () => {
      for (const end of ends) end();
      if (designer.seatColour.value === own) designer.seatColour.set(null);
    };
  }, [designer, kind]);
  return legend;
}

// Everything on the map except sections and seats: the focus, obstructions, the seat marker, and the legends.

import type { MapMessages } from "./map-messages";
import { conePath, obstructionPath } from "./map-shapes";
import type { Plan } from "./plan";
import { bearingDeg } from "./positions";
import { levelColour } from "./section-colours";

/** A position on the ground, in metres: x to the east, y to the north. */
export type MapPosition = {
  x: number;
  y: number;
  /** The bearing of the view. By default it points to the focus. */
  lookDeg?: number;
  fovDeg?: number;
};

const TEXT_PIXELS = 12;
const CONE_PIXELS = 64;

/** The focus and the obstructions of the configuration. If there is a stage, the name is written on it only. */
export function ObstructionMarks({ plan, pixelsPerM }: { plan: Plan; pixelsPerM: number }) {
  const size = { fontSize: `${(TEXT_PIXELS / pixelsPerM).toFixed(3)}px` };
  const focus = { x: plan.focus.x, y: -plan.focus.y };
  const hasStage = plan.obstructions.some((body) => body.kind === "stage");
  return (
    <g class="venue-map-bodies" aria-hidden="true">
      {plan.obstructions.map((body) => (
        <path key={body.id} class={`venue-map-body is-${body.kind}`} d={obstructionPath(body)}>
          {body.name !== null && <title>{body.name}</title>}
        </path>
      ))}
      {!hasStage && <circle class="venue-map-focus" cx={focus.x} cy={focus.y} r={4 / pixelsPerM} />}
      {plan.focus.name !== null && (
        <text x={focus.x} y={hasStage ? focus.y : focus.y + 14 / pixelsPerM} style={size}>
          {plan.focus.name}
        </text>
      )}
    </g>
  );
}

/** A dot at a seat, with a cone that shows its field of view, and smaller dots at the seats that belong to it. */
export function SeatMarker(props: {
  place: MapPosition;
  others: readonly MapPosition[];
  plan: Plan;
  pixelsPerM: number;
  messages: MapMessages;
}) {
  const { place, others, plan, pixelsPerM, messages } = props;
  const look = place.lookDeg ?? bearingDeg({ ...place, z: 0 }, plan.focus);
  const at = { x: place.x, y: -place.y };
  return (
    <g class="venue-map-here" role="img" aria-label={others.length > 0 ? messages.hereSeveral : messages.here}>
      <path class="venue-map-cone" d={conePath(at, look, place.fovDeg ?? 70, CONE_PIXELS / pixelsPerM)} />
      {others.map(({ x, y }) => (
        <circle key={`${x} ${y}`} class="venue-map-other" cx={x} cy={-y} r={4 / pixelsPerM} />
      ))}
      <circle class="venue-map-dot" cx={at.x} cy={at.y} r={6 / pixelsPerM} />
    </g>
  );
}

export function LevelLegend({ levels, messages }: { levels: string[]; messages: MapMessages }) {
  return (
    <ul class="venue-map-legend" aria-label={messages.levels}>
      {levels.map((level, index) => (
        <li key={level}>
          <span class="venue-map-swatch" style={{ background: levelColour(index, levels.length) }} aria-hidden="true" />
          {level === "" ? "–" : level}
        </li>
      ))}
    </ul>
  );
}

export function HeatLegend({ values, messages }: { values: ReadonlyMap<string, number>; messages: MapMessages }) {
  const most = Math.max(...values.values(), 0);
  return (
    <p class="venue-map-legend">
      <span class="venue-map-text">{messages.values}: </span>
      <span>0</span>
      <span class="venue-map-scale" aria-hidden="true" />
      <span>{most.toLocaleString()}</span>
    </p>
  );
}

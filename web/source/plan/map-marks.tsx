// What is on the map beside sections: the focus, bodies in between, somebody's place, and what colours mean.

import type { MapWords } from "./map-messages";
import { bodyPath, conePath } from "./map-shapes";
import type { Plan } from "./plan";
import { bearingDeg } from "./positions";
import { toneOf } from "./section-colours";

/** A place on the ground, in metres; x east, y north. */
export type MapPlace = {
  x: number;
  y: number;
  /** The bearing in which the view goes; towards the focus where it is left out. */
  lookDeg?: number;
  fovDeg?: number;
};

const TEXT_PIXELS = 12;
const CONE_PIXELS = 64;

/** The focus, and the bodies of this configuration. A stage's name is written on it, not at the focus too. */
export function Bodies({ plan, pixelsPerM }: { plan: Plan; pixelsPerM: number }) {
  const size = { fontSize: `${(TEXT_PIXELS / pixelsPerM).toFixed(3)}px` };
  const focus = { x: plan.focus.x, y: -plan.focus.y };
  const hasStage = plan.obstructions.some((body) => body.kind === "stage");
  return (
    <g class="venue-map-bodies" aria-hidden="true">
      {plan.obstructions.map((body) => (
        <path key={body.id} class={`venue-map-body is-${body.kind}`} d={bodyPath(body)}>
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

/** A dot with a cone of what it has in view. */
export function Here(props: { place: MapPlace; plan: Plan; pixelsPerM: number; words: MapWords }) {
  const { place, plan, pixelsPerM } = props;
  const look = place.lookDeg ?? bearingDeg({ ...place, z: 0 }, plan.focus);
  const at = { x: place.x, y: -place.y };
  return (
    <g class="venue-map-here" role="img" aria-label={props.words.here}>
      <path class="venue-map-cone" d={conePath(at, look, place.fovDeg ?? 70, CONE_PIXELS / pixelsPerM)} />
      <circle class="venue-map-dot" cx={at.x} cy={at.y} r={6 / pixelsPerM} />
    </g>
  );
}

export function Levels({ levels, words }: { levels: string[]; words: MapWords }) {
  return (
    <ul class="venue-map-legend" aria-label={words.levels}>
      {levels.map((level, index) => (
        <li key={level}>
          <span class="venue-map-swatch" style={{ background: toneOf(index, levels.length) }} aria-hidden="true" />
          {level === "" ? "–" : level}
        </li>
      ))}
    </ul>
  );
}

export function Heat({ values, words }: { values: ReadonlyMap<string, number>; words: MapWords }) {
  const most = Math.max(...values.values(), 0);
  return (
    <p class="venue-map-legend">
      <span class="venue-map-text">{words.values}: </span>
      <span>0</span>
      <span class="venue-map-scale" aria-hidden="true" />
      <span>{most.toLocaleString()}</span>
    </p>
  );
}

// Everything on the map except sections and seats: the focus, obstructions, the seat marker, and the legends.

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Direction, ViewDirection } from "../view/view-direction";
import { extentOutline, fieldLines, isStage } from "./focus-shapes";
import { DOT_PIXELS, OTHER_PIXELS, TICK_PIXELS } from "./map-labels";
import type { MapLayer } from "./map-layers";
import type { MapMessages } from "./map-messages";
import type { MapOffers } from "./map-offers";
import type { SectionShape } from "./map-shapes";
import { closedPath, conePath, obstructionPath, tablePath } from "./map-shapes";
import { idsOfKey, type Plan, PlanIndex } from "./plan";
import { bearingDeg, locationPosition } from "./positions";
import { levelColour } from "./section-colours";

/** A position on the ground, in metres: x to the east, y to the north. */
export type MapPosition = {
  x: number;
  y: number;
};

/** The place of a view: a dot with a cone, and smaller dots at the seats that belong to it. */
export type MapView = {
  place: MapPosition;
  others: readonly MapPosition[];
  /** Where the view looks at the moment. Without it, the cone points to the focus. */
  direction?: ViewDirection | undefined;
  /** Whether it is the second of two compared views. */
  isSecond?: boolean;
  /** Whether the view is restricted: its dot has a ring around it. */
  isRestricted?: boolean;
};

const CONE_PIXELS = 64;
/** The radius of the mark with the number of chosen places. */
const COUNT_PIXELS = 10;
const FOV_DEG = 70;

/** Whether a stage or a field is drawn at the focus. */
export function hasStage(plan: Plan): boolean {
  return plan.focus.extent !== null || plan.obstructions.some((body) => body.kind === "stage");
}

/** The stage, field or court at the focus with its lines, below everything else on the map. */
export function FocusExtent({ plan }: { plan: Plan }) {
  const { extent } = plan.focus;
  if (extent === null) return null;
  const lines = fieldLines(plan.focus);
  return (
    <g class={`venue-map-extent ${isStage(extent) ? "is-stage" : `is-${extent.kind}`}`} aria-hidden="true">
      <path d={closedPath(extentOutline(plan.focus))} />
      {lines !== null && <path class="venue-map-lines" d={lines.path} transform={lines.transform} />}
    </g>
  );
}

/** The focus, tables, and the obstructions of the configuration. If there is a stage, the focus has no mark of its own. */
export function ObstructionMarks({ plan, pixelsPerM }: { plan: Plan; pixelsPerM: number }) {
  const focus = { x: plan.focus.x, y: -plan.focus.y };
  const isOnStage = hasStage(plan);
  const tables = useMemo(() => plan.sections.flatMap((each) => (each.tables ?? []).map(tablePath)).join(""), [plan]);
  return (
    <g class="venue-map-bodies" aria-hidden="true">
      {plan.obstructions.map((body) => (
        <path key={body.id} class={`venue-map-body is-${body.kind}`} d={obstructionPath(body)}>
          {body.name !== null && <title>{body.name}</title>}
        </path>
      ))}
      {tables !== "" && <path class="venue-map-table" d={tables} />}
      {!isOnStage && <circle class="venue-map-focus" cx={focus.x} cy={focus.y} r={4 / pixelsPerM} />}
    </g>
  );
}

/** The cone of a view. It turns with the view, which writes each change to the element itself. */
export function ViewCone({ view, plan, pixelsPerM }: { view: MapView; plan: Plan; pixelsPerM: number }) {
  const element = useRef<SVGPathElement>(null);
  const { place, direction } = view;
  const { x, y } = place;
  const toFocus = bearingDeg({ ...place, z: 0 }, plan.focus);
  useLayoutEffect(() => {
    const draw = (look: Direction | null) => {
      const { bearingDeg: bearing, fovDeg } = look ?? { bearingDeg: toFocus, fovDeg: FOV_DEG };
      element.current?.setAttribute("d", conePath({ x: 0, y: 0 }, 0, fovDeg, CONE_PIXELS));
      element.current?.setAttribute(
        "transform",
        `translate(${x} ${-y}) rotate(${bearing.toFixed(2)}) scale(${1 / pixelsPerM})`,
      );
    };
    if (direction !== undefined) return direction.listen(draw);
    draw(null);
    return undefined;
  }, [direction, x, y, toFocus, pixelsPerM]);
  return (
    <path ref={element} class={view.isSecond ? "venue-map-cone is-second" : "venue-map-cone"} aria-hidden="true" />
  );
}

/** The dots of a view, above everything else on the map. */
export function SeatDots({ view, pixelsPerM, messages }: { view: MapView; pixelsPerM: number; messages: MapMessages }) {
  const { place, others } = view;
  const label = others.length > 0 ? messages.hereSeveral : messages.here;
  return (
    <g
      class={view.isSecond ? "venue-map-here is-second" : "venue-map-here"}
      role="img"
      aria-label={view.isRestricted ? `${label}: ${messages.properties.restrictedView}` : label}
    >
      {view.isRestricted && (
        <circle class="venue-map-restricted" cx={place.x} cy={-place.y} r={(2 * DOT_PIXELS) / pixelsPerM} />
      )}
      {others.map(({ x, y }) => (
        <circle key={`${x} ${y}`} class="venue-map-other" cx={x} cy={-y} r={OTHER_PIXELS / pixelsPerM} />
      ))}
      <circle class="venue-map-dot" cx={place.x} cy={-place.y} r={DOT_PIXELS / pixelsPerM} />
    </g>
  );
}

/** Where something was chosen from offers, and how many places there. */
export type ChosenPosition = MapPosition & { count: number };

/** The positions of what was chosen from offers: of seats, areas and tables. */
export function chosenPositions(plan: Plan, offers: MapOffers | undefined): ChosenPosition[] {
  if (offers === undefined || offers.chosen.size === 0) return [];
  const index = new PlanIndex(plan);
  return [...offers.chosen].flatMap(([key, count]) => {
    const { section, row, seat } = idsOfKey(key);
    const spot = index.locate(section, row, seat);
    if (spot === null) return [];
    const table = seat === null && spot.rowIndex !== null ? spot.section.tables?.[spot.rowIndex] : undefined;
    const place = table ?? locationPosition(plan, spot);
    return place === null ? [] : [{ x: place.x, y: place.y, count }];
  });
}

/** A tick at each seat that was chosen from offers; for several places of an area, their number. */
export function ChosenMarks({ positions, pixelsPerM }: { positions: readonly ChosenPosition[]; pixelsPerM: number }) {
  return (
    <g class="venue-map-ticks" aria-hidden="true">
      {positions.map(({ x, y, count }) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${-y}) scale(${1 / pixelsPerM})`}>
          {count > 1 ? (
            // Below the middle of the area, where the dot of its view may be.
            <g transform={`translate(0 ${COUNT_PIXELS + DOT_PIXELS + 3})`}>
              <circle r={COUNT_PIXELS} />
              <text>{count}</text>
            </g>
          ) : (
            <>
              <circle r={TICK_PIXELS} />
              <path d="M-2.8 0.2L-0.8 2.3L2.9 -2.1" />
            </>
          )}
        </g>
      ))}
    </g>
  );
}

export type LevelLegendProps = {
  levels: string[];
  layers: readonly MapLayer[];
  /** The ids of layers that are not shown. */
  hidden: ReadonlySet<string>;
  /** Shows or hides a layer. Without it, the legend only explains the colours. */
  onToggle: ((layerId: string) => void) | undefined;
  messages: MapMessages;
};

export function LevelLegend({ levels, layers, hidden, onToggle, messages }: LevelLegendProps) {
  return (
    <ul class="venue-map-legend" aria-label={messages.levels}>
      {layers.map(({ id, name, level, sections }) => {
        const colour = levelColour(levels.indexOf(level), levels.length);
        const entry = (
          <>
            <span class="venue-map-swatch" style={{ background: colour }} aria-hidden="true" />
            {name === "" ? "–" : name}
          </>
        );
        if (onToggle === undefined || sections.size === 0) return <li key={id}>{entry}</li>;
        return (
          <li key={id}>
            <button type="button" class="venue-map-layer" aria-pressed={!hidden.has(id)} onClick={() => onToggle(id)}>
              {entry}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The outlines of what is not drawn as a section: layers that are hidden, and parts that lie below others. */
export function Outlines({ shapes }: { shapes: readonly SectionShape[] }) {
  return (
    <g class="venue-map-outlines" aria-hidden="true">
      {shapes.map(({ section, path }) => (
        <path key={section.id} d={path} />
      ))}
    </g>
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

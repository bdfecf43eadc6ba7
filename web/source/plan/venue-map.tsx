// The map of a venue from above: sections, the focus, obstructions, and the position of a seat.

import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ViewDirection } from "../view/view-direction";
import "./venue-map.css";
import { withField, withoutClosedOnField } from "./field-on-map";
import { LabelLayer } from "./label-layer";
import { LevelTabs, useLevelTab } from "./level-tabs";
import { layersOf, type MapLayer, shapesBelow } from "./map-layers";
import type { MapPosition, MapView } from "./map-marks";
import {
  ChosenMarks,
  chosenPositions,
  FocusExtent,
  HeatLegend,
  LevelLegend,
  ObstructionMarks,
  Outlines,
  SeatDots,
  ViewCone,
} from "./map-marks";
import type { MapMessages } from "./map-messages";
import { ENGLISH, summaryText } from "./map-messages";
import type { MapOffers } from "./map-offers";
import { shapesOf } from "./map-order";
import type { MapPoint, SectionShape } from "./map-shapes";
import { boundsOfPlan, shapeOf, withMargin } from "./map-shapes";
import { closedOf, fingerScale, viewOf, widened, zoomable } from "./map-zoom";
import type { Picked, Plan, PlanSection } from "./plan";
import { hasTooManySeats, type PeekedSeat, SeatLayer } from "./seat-layer";
import { filterIn, foundSeats, isEmptyFilter, NO_FILTER } from "./seat-properties";
import { SeatLegend } from "./seat-symbols";
import { SectionLayer } from "./section-layer";
import { UnplacedSections } from "./unplaced-sections";
import { useMapLabels } from "./use-map-labels";
import { isWellInView, useFingers, useMapPan } from "./use-map-pan";

export type { MapPosition, MapView } from "./map-marks";
export type { MapMessages } from "./map-messages";

export type VenueMapProps = {
  plan: Plan;
  /** The position of a seat, shown as a dot with its direction of view. */
  place?: MapPosition | null;
  /** Where the view looks at the moment. By default the cone points to the focus. */
  direction?: ViewDirection | undefined;
  /** Whether this is the second of two compared views. */
  isSecond?: boolean;
  /** Whether its view is restricted. */
  isRestricted?: boolean;
  /** The positions of other seats that were named together with it, shown as smaller dots. */
  others?: readonly MapPosition[];
  /** The other of two views that are compared. */
  compared?: MapView | null;
  /** Sections that are closed in addition to those in the plan. */
  closed?: ReadonlySet<string>;
  /** Values by section id, which colour the sections as a heat map. */
  values?: ReadonlyMap<string, number>;
  /** What a page sells, which colours sections and seats by their prices. */
  offers?: MapOffers | undefined;
  selected?: Picked | null;
  /** Called when a section, row or seat was picked. Without it, the map is not interactive. */
  onPick?: (sectionId: string, rowId: string | null, seat: string | null) => void;
  /** Called with the seat that is pointed at, and with null when it is left. */
  onPeek?: (seat: PeekedSeat | null) => void;
  /** Whether buyers use the map: levels that lie above one another are tabs, and closed places on the field are not drawn. */
  isForBuyers?: boolean;
  /** The map's accessible name. */
  label: string;
  messages?: MapMessages;
  /** Whether to leave out the legend and the name line. */
  isSmall?: boolean;
};

export function VenueMap(props: VenueMapProps) {
  const { plan, selected = null, offers, onPick, label, isSmall = false, isForBuyers = false } = props;
  const messages = props.messages ?? ENGLISH;
  const textId = useId();
  const closed = useMemo(() => closedOf(plan, props.closed), [plan, props.closed]);
  const every = useMemo(() => shapesOf(plan), [plan]);
  // The plan with the field that the map draws.
  const drawnPlan = useMemo(() => withField(plan, every, closed), [plan, every, closed]);
  const shapes = useMemo(
    () => (isForBuyers ? withoutClosedOnField(drawnPlan, every, closed) : every),
    [drawnPlan, every, closed, isForBuyers],
  );
  const whole = useMemo(() => boundsOfPlan(drawnPlan, shapes), [drawnPlan, shapes]);
  const unplaced = useMemo(() => plan.sections.filter((section) => section.geometry === null), [plan]);
  const levels = useMemo(() => [...new Set(plan.sections.map((section) => section.level ?? ""))], [plan]);
  const layers = useMemo(() => layersOf(shapes, levels), [shapes, levels]);
  const hasTabs = useMemo(() => isForBuyers && layers.length > 1 && shapesBelow(shapes).length > 0, [shapes, layers]);
  const [switched, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [tab, setTab] = useLevelTab(shapes, layers, hasTabs ? (selected?.section ?? null) : null);
  const hidden = useMemo(() => (hasTabs ? othersOf(layers, tab) : switched), [hasTabs, layers, tab, switched]);
  const [shown, outlined] = useMemo(() => shownShapes(shapes, layers, hidden), [shapes, layers, hidden]);
  const [wanted, setFilter] = useState(NO_FILTER);
  const filter = useMemo(() => filterIn(plan, wanted), [plan, wanted]);
  const found = useMemo(() => (isEmptyFilter(filter) ? null : foundSeats(plan, filter)), [plan, filter]);
  const [zoomedId, setZoomed] = useState<string | null>(null);
  const [announcement, announce] = useState("");
  const [byKeyboard, setByKeyboard] = useState(false);
  // The place in the middle of a section that is larger than the frame: where it was tapped, or moved to.
  const [middle, setMiddle] = useState<(MapPoint & { isMoved: boolean }) | null>(null);
  const hasFingers = useFingers();
  const [frame, drawn] = useDrawnSize();

  const zoomed = zoomable(plan, zoomedId);
  const zoomedShape = useMemo(() => (zoomed === null ? null : shapeOf(plan, zoomed)), [plan, zoomed]);
  const isScheme = zoomed !== null && zoomed.geometry === null;
  const views = isScheme ? [] : viewsOf(props);
  const marked = useMemo(() => (isScheme ? [] : chosenPositions(plan, offers)), [plan, offers, isScheme]);
  const box = useMemo(
    () => (isScheme && zoomedShape !== null ? withMargin(zoomedShape.bounds, 0.08) : whole),
    [whole, isScheme, zoomedShape],
  );
  const wholePixelsPerM = Math.min(drawn.width / box.width, drawn.height / box.height);
  const viewAt = useMemo(() => {
    const scaleMin = zoomed !== null && hasFingers ? fingerScale(plan, zoomed, wholePixelsPerM) : 1;
    return (wanted: MapPoint | null) => viewOf(widened(box, drawn), zoomedShape, scaleMin, wanted);
  }, [plan, zoomed, zoomedShape, box, drawn, wholePixelsPerM, hasFingers]);
  const view = useMemo(() => viewAt(middle), [viewAt, middle]);
  const pixelsPerM = wholePixelsPerM * view.scale;
  const moveTo = (place: MapPoint) => setMiddle({ x: place.x, y: place.y, isMoved: true });
  const bringIntoView = (place: MapPoint) => isWellInView(place, view) || moveTo(place);
  const [moving, panning] = useMapPan(view, pixelsPerM, viewAt, moveTo);
  const shownX = props.place?.x;
  const shownY = props.place?.y;
  // The seat that is shown stays in view when it changes.
  useLayoutEffect(() => {
    if (shownX !== undefined && shownY !== undefined && !isScheme) bringIntoView({ x: shownX, y: -shownY });
  }, [shownX, shownY]);
  const [labels, point] = useMapLabels({
    plan: drawnPlan,
    shapes: shown,
    closed,
    selected,
    zoomed: zoomedShape,
    isScheme,
    view,
    views,
    marked,
    backText: zoomed === null ? null : messages.wholeVenue,
    frame,
    pixelsPerM,
  });

  const back = () => {
    setZoomed(null);
    announce("");
  };
  const pick = (section: PlanSection, tapped: MapPoint | null) => {
    setByKeyboard(tapped === null);
    setMiddle(tapped === null ? null : { ...tapped, isMoved: false });
    setZoomed(section.id);
    onPick?.(section.id, null, null);
  };

  const pickUnplaced = (section: PlanSection, withKeyboard: boolean) =>
    pick(section, withKeyboard ? null : shapeOf(plan, section).centre);

  const layer = useMemo(
    () => (
      <SectionLayer
        plan={plan}
        shapes={shown}
        levels={levels}
        closed={closed}
        values={props.values}
        offers={offers}
        found={found}
        selected={selected?.section ?? null}
        zoomed={zoomed?.id ?? null}
        messages={messages}
        onPick={onPick === undefined ? undefined : pick}
        onAnnounce={announce}
        onPoint={point}
      />
    ),
    [
      plan,
      shown,
      levels,
      closed,
      props.values,
      offers,
      found,
      selected?.section,
      zoomed,
      messages,
      onPick === undefined,
    ],
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears Escape from the sections and seats within.
    <div
      class={`venue-map${isSmall ? " venue-map-small" : ""}${offers === undefined ? "" : " has-offers"}${outlined.length === 0 ? "" : " has-outlines"}`}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || zoomed === null) return;
        event.stopPropagation();
        back();
      }}
    >
      {hasTabs && zoomed === null && <LevelTabs layers={layers} shown={tab} onShow={setTab} messages={messages} />}
      <div
        class={`venue-map-frame${zoomed === null ? "" : " is-zoomed"}${view.canPan ? " can-pan" : ""}`}
        ref={frame}
        {...panning}
      >
        {zoomed !== null && (
          <button type="button" class="venue-map-back" onClick={back}>
            <span aria-hidden="true">←</span> {messages.wholeVenue}
          </button>
        )}
        {(shapes.length > 0 || isScheme) && (
          <svg
            viewBox={`${box.left} ${box.top} ${box.width} ${box.height}`}
            role={onPick === undefined ? "img" : "group"}
            aria-label={label}
            aria-describedby={textId}
          >
            <g
              ref={moving}
              class="venue-map-view"
              style={{ transform: view.transform, transition: middle?.isMoved ? "none" : "" }}
            >
              {!isScheme && <FocusExtent plan={drawnPlan} />}
              {!isScheme && hidden.size > 0 && zoomed === null && <Outlines shapes={outlined} />}
              {!isScheme && layer}
              {!isScheme && hidden.size === 0 && zoomed === null && <Outlines shapes={outlined} />}
              {!isScheme && <ObstructionMarks plan={drawnPlan} pixelsPerM={pixelsPerM} />}
              {zoomed !== null && zoomedShape !== null && onPick !== undefined && (
                <SeatLayer
                  plan={plan}
                  shape={zoomedShape}
                  selected={selected?.section === zoomed.id ? selected : null}
                  offers={offers}
                  filter={filter}
                  pixelsPerM={pixelsPerM}
                  takesFocus={byKeyboard}
                  hasFingers={hasFingers}
                  messages={messages}
                  onPick={(row, seat) => onPick(zoomed.id, row, seat)}
                  onAnnounce={announce}
                  onPeek={props.onPeek}
                  onFocused={bringIntoView}
                />
              )}
              {views.map((each, index) => (
                <ViewCone key={index} view={each} plan={plan} pixelsPerM={pixelsPerM} />
              ))}
              <LabelLayer
                labels={labels}
                pixelsPerM={pixelsPerM}
                closed={closed}
                isZoomed={zoomed !== null}
                onPickRow={
                  zoomed === null || onPick === undefined || view.canPan
                    ? undefined
                    : (row) => onPick(zoomed.id, row, null)
                }
              />
              <ChosenMarks positions={marked} pixelsPerM={pixelsPerM} />
              {views.map((each, index) => (
                <SeatDots key={index} view={each} pixelsPerM={pixelsPerM} messages={messages} />
              ))}
            </g>
          </svg>
        )}
      </div>
      <p id={textId} class="venue-map-text">
        {summaryText(plan, messages)} {onPick === undefined ? "" : messages.keys}
      </p>
      {!isSmall && shapes.length > 0 && (
        <p class="venue-map-said" aria-hidden="true">
          {announcement || (zoomed === null ? "\u00a0" : zoomed.name)}
        </p>
      )}
      {isScheme && <p class="venue-map-hint">{messages.schematic}</p>}
      {zoomed !== null && hasTooManySeats(plan, zoomed, selected) && <p class="venue-map-hint">{messages.tooMany}</p>}
      {props.values !== undefined && <HeatLegend values={props.values} messages={messages} />}
      {props.values === undefined && !isSmall && !hasTabs && levels.length > 1 && shapes.length > 0 && (
        <LevelLegend
          levels={levels}
          layers={layers}
          hidden={hidden}
          onToggle={onPick === undefined || isForBuyers ? undefined : (id) => setHidden(toggled(hidden, id))}
          messages={messages}
        />
      )}
      {props.values === undefined && (!isSmall || onPick !== undefined) && (
        <SeatLegend
          isColoured={offers === undefined}
          plan={plan}
          filter={filter}
          found={found === null ? null : sumOf(found)}
          messages={messages}
          onFilter={onPick === undefined ? undefined : setFilter}
        />
      )}
      {unplaced.length > 0 && !isSmall && (
        <UnplacedSections
          sections={unplaced}
          levels={levels}
          closed={closed}
          values={props.values}
          selected={selected?.section ?? null}
          messages={messages}
          onPick={onPick === undefined ? undefined : pickUnplaced}
        />
      )}
    </div>
  );
}

/** The shapes of layers that are shown, and those of which only the outline is drawn: hidden or covered ones. */
function shownShapes(
  shapes: SectionShape[],
  layers: readonly MapLayer[],
  hidden: ReadonlySet<string>,
): [SectionShape[], SectionShape[]] {
  const off = layers.filter(({ id }) => hidden.has(id));
  const isHidden = ({ section }: SectionShape) => off.some(({ sections }) => sections.has(section.id));
  const shown = off.length === 0 ? shapes : shapes.filter((shape) => !isHidden(shape));
  return [shown, [...shapes.filter(isHidden), ...shapesBelow(shown)]];
}

/** The layers beside the one that is shown alone; none if all are shown. */
function othersOf(layers: readonly MapLayer[], shown: string | null): ReadonlySet<string> {
  return new Set(shown === null ? [] : layers.map(({ id }) => id).filter((id) => id !== shown));
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** The views that the map marks: one, or two that are compared. The one that is being changed lies above the other. */
function viewsOf(props: VenueMapProps): MapView[] {
  const { place, others = [], direction, isSecond = false, isRestricted = false, compared } = props;
  const views = compared == null ? [] : [compared];
  return place == null ? views : [...views, { place, others, direction, isSecond, isRestricted }];
}

/** Measures the map on the screen. Its size decides which names are large enough to be read. */
function useDrawnSize() {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 640, height: 480 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const measure = () => {
      const drawn = element.querySelector("svg")?.getBoundingClientRect();
      if (drawn !== undefined && drawn.width > 0) setSize({ width: drawn.width, height: drawn.height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, size] as const;
}

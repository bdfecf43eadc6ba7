// The layer of the map with the rows and seats of the zoomed section.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type MapMessages, seatText } from "./map-messages";
import { type MapOffers, nameWithOffer, priceColour } from "./map-offers";
import type { MapPoint, MapRow, MapSeat, SectionShape } from "./map-shapes";
import { ARROW_DIRECTIONS, nearest, nextTowards, rowsOf, seatsOf, seatsOfRow, tablePath } from "./map-shapes";
import { keyOf, type Picked, type Plan, type PlanSection, seatingOf } from "./plan";
import { isEmptyFilter, kindTexts, matchesFilter, type SeatFilter, seatKind } from "./seat-properties";
import { categoryColour, SeatSymbols } from "./seat-symbols";
import { pointOf } from "./use-map-pan";

const SEATS_MAX = 4_000;
/** A finger that rests this long on a seat asks for its small view. */
const HOLD_MS = 400;
/** A finger that is not farther from a seat than this means it, if no other one is nearer. */
const FINGER_REACH_PIXELS = 24;
/** How wide the band is that joins the seats of a table that is sold as a whole. */
const WHOLE_SHARE = 1.1;
const DOT_SHARES: Record<string, number> = { "is-plain": 0.72, "is-off": 0.4 };

/** A seat that is pointed at, or that a finger rests on, and where that is in the window. */
export type PeekedSeat = { key: string; name: string; x: number; y: number };

export function SeatLayer(props: {
  plan: Plan;
  shape: SectionShape;
  selected: Picked | null;
  offers: MapOffers | undefined;
  /** Seats that it does not find are dimmed. */
  filter: SeatFilter;
  pixelsPerM: number;
  takesFocus: boolean;
  hasFingers: boolean;
  messages: MapMessages;
  /** The row is null in a section without rows. */
  onPick: (row: string | null, seat: string | null) => void;
  onAnnounce: (text: string) => void;
  /** Called with the seat that is pointed at, and with null when it is left. */
  onPeek: ((seat: PeekedSeat | null) => void) | undefined;
  /** Called with a seat that has taken the focus, which has to be in view. */
  onFocused: (seat: MapPoint) => void;
}) {
  const { plan, shape, selected, offers, filter, messages, onPick, onAnnounce } = props;
  const { section } = shape;
  const rows = useMemo(() => rowsOf(plan, section), [plan, section]);
  const seats = useMemo(() => drawnSeats(plan, shape, selected?.row ?? null), [plan, section, selected?.row]);
  const dots = useMemo(() => dotPaths(plan, section, seats, offers, filter), [seats, offers?.seatClass, filter]);
  const whole = useMemo(() => wholeTables(plan, section, rows, offers), [rows, offers?.tableOf, offers?.seatClass]);
  const [hovered, setHovered] = useState<MapSeat | null>(null);
  const layer = useRef<SVGGElement>(null);
  const chosen = seats.filter((seat) => isAt(seat, shape, selected));
  const [cursor, setCursor] = useState<MapSeat | null>(null);
  const stop = cursor !== null && seats.includes(cursor) ? cursor : (chosen[0] ?? seats[0] ?? null);

  useLayoutEffect(() => {
    if (!props.takesFocus) return;
    if (stop !== null) props.onFocused(stop);
    layer.current?.querySelector<SVGElement>("[tabindex]")?.focus();
  }, [section]);

  const spacingM = section.geometry?.spacingM ?? 0.6;
  const nameOf = (seat: MapSeat) => {
    const kind = seatKind(plan, section, seat.rowIndex, seat.slot);
    const name = seatText(section.rows[seat.rowIndex]?.id ?? null, seat.seat, messages);
    const parts = [name, ...kindTexts(plan, kind, messages.properties)];
    if (offers === undefined) return parts.join(", ");
    return nameWithOffer(parts, offers.seatText(keyOf(section, seat.rowIndex, seat.seat)));
  };
  const take = (seat: MapSeat) => onPick(section.rows[seat.rowIndex]?.id ?? null, seat.seat);
  const reachM = Math.max(spacingM * 0.75, (props.hasFingers ? FINGER_REACH_PIXELS : 0) / props.pixelsPerM);
  const under = (event: PointerEvent | MouseEvent) => nearest(pointOf(event, layer.current), seats, reachM);
  const hover = (seat: MapSeat | null, event: PointerEvent, isHeld = false) => {
    setHovered(seat);
    onAnnounce(seat === null ? "" : `${section.name}: ${nameOf(seat)}`);
    if (event.pointerType === "touch" && !isHeld) return;
    const at = { x: event.clientX, y: event.clientY };
    props.onPeek?.(seat === null ? null : { key: keyOf(section, seat.rowIndex, seat.seat), name: nameOf(seat), ...at });
  };
  const hold = useHeldFinger((event) => hover(under(event), event, true));
  const moveTo = (seat: MapSeat | null) => {
    if (seat === null) return;
    setCursor(seat);
    props.onFocused(seat);
    onAnnounce(`${section.name}: ${nameOf(seat)}`);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the seats are one path; each can also be picked by keyboard.
    <g
      ref={layer}
      class="venue-map-seats"
      onPointerMove={(event) => hover(under(event), event)}
      onPointerLeave={(event) => {
        hold.end();
        hover(null, event);
      }}
      onPointerDown={hold.start}
      onPointerUp={hold.end}
      onPointerCancel={hold.end}
      onContextMenu={(event) => hold.wasHeld() && event.preventDefault()}
      onClick={(event) => {
        const seat = hold.wasHeld() ? null : under(event);
        if (seat !== null) take(seat);
      }}
    >
      <path class="venue-map-floor" d={shape.path} />
      {whole.map(({ rowIndex, path, priceClass }) => (
        <path
          key={rowIndex}
          class="venue-map-whole"
          d={path}
          style={{
            fill: priceColour(priceClass),
            stroke: priceColour(priceClass),
            strokeWidth: spacingM * WHOLE_SHARE,
          }}
        />
      ))}
      {section.tables !== undefined && <path class="venue-map-table" d={section.tables.map(tablePath).join("")} />}
      {rows.map((row) => (
        <path
          key={row.rowIndex}
          class={row.id !== null && row.id === selected?.row ? "venue-map-row is-selected" : "venue-map-row"}
          d={row.path}
        />
      ))}
      {dots.map(({ name, path, share, colour }) => (
        <path
          key={`${name} ${colour ?? ""}`}
          class={`venue-map-dots ${name}`}
          d={path}
          style={{ strokeWidth: spacingM * share, ...(colour === null ? {} : { stroke: colour }) }}
        />
      ))}
      <SeatSymbols
        plan={plan}
        section={section}
        seats={seats}
        filter={filter}
        hasPrices={offers !== undefined}
        spacingM={spacingM}
        pixelsPerM={props.pixelsPerM}
      />
      {hovered !== null && <circle class="venue-map-hovered" cx={hovered.x} cy={hovered.y} r={spacingM * 0.5} />}
      {chosen.map(({ seat, x, y }) => (
        <circle key={seat} class="venue-map-chosen" cx={x} cy={y} r={spacingM * 0.55} />
      ))}
      {stop !== null && (
        <FocusedSeat
          // Each seat has its own element, so that screen readers announce its name when it takes the focus.
          key={`${stop.rowIndex}/${stop.seat}`}
          seat={stop}
          radiusM={spacingM * 0.62}
          name={nameOf(stop)}
          isChosen={chosen.includes(stop)}
          takesFocus={cursor === stop}
          onTake={() => take(stop)}
          onMove={(direction) => moveTo(stepFrom(seats, stop, direction))}
        />
      )}
    </g>
  );
}

/** The tables that are sold as a whole, each drawn as one in the colour of its price. */
function wholeTables(plan: Plan, section: PlanSection, rows: readonly MapRow[], offers: MapOffers | undefined) {
  return rows.flatMap(({ rowIndex, path }) => {
    const seat = seatingOf(plan, section, rowIndex).find((each) => each !== null);
    const key = seat == null ? null : keyOf(section, rowIndex, seat);
    if (offers === undefined || key === null || offers.tableOf(key) === null) return [];
    return [{ rowIndex, path, priceClass: offers.seatClass(key) }];
  });
}

/** A finger that rests on the map looks at a seat, and does not pick it. */
function useHeldFinger(onHeld: (event: PointerEvent) => void) {
  const held = useRef({ timer: 0, isHeld: false });
  const end = () => clearTimeout(held.current.timer);
  return {
    start: (event: PointerEvent) => {
      end();
      held.current.isHeld = false;
      if (event.pointerType !== "touch") return;
      held.current.timer = window.setTimeout(() => {
        held.current.isHeld = true;
        onHeld(event);
      }, HOLD_MS);
    },
    end,
    wasHeld: () => held.current.isHeld,
  };
}

function FocusedSeat(props: {
  seat: MapSeat;
  radiusM: number;
  name: string;
  isChosen: boolean;
  takesFocus: boolean;
  onTake: () => void;
  onMove: (direction: MapPoint) => void;
}) {
  const element = useRef<SVGCircleElement>(null);
  // The focus moves before the next key press, which must reach this element and not the removed one.
  useLayoutEffect(() => {
    if (props.takesFocus) element.current?.focus();
  }, []);
  return (
    <circle
      ref={element}
      class="venue-map-stop"
      cx={props.seat.x}
      cy={props.seat.y}
      r={props.radiusM}
      role="button"
      tabindex={0}
      aria-label={props.name}
      aria-pressed={props.isChosen}
      onKeyDown={(event) => {
        const direction = ARROW_DIRECTIONS[event.key];
        if (direction !== undefined) props.onMove(direction);
        else if (event.key === "Enter" || event.key === " ") props.onTake();
        else return;
        event.preventDefault();
      }}
    />
  );
}

type DotPath = {
  name: string;
  path: string;
  /** The width of a dot, in times of the space of a seat. */
  share: number;
  /** The colour of a category; null if the class has the colour. */
  colour: string | null;
};

/**
 * One path for all seats of a category or, with offers, one for each class of prices. What is not on sale is smaller,
 * too, and what the filter does not find is dimmed.
 */
function dotPaths(
  plan: Plan,
  section: PlanSection,
  seats: readonly MapSeat[],
  offers: MapOffers | undefined,
  filter: SeatFilter,
): DotPath[] {
  const colours = new Map(plan.categories.map((category) => [category.id, categoryColour(category)]));
  const isOff = isEmptyFilter(filter);
  const parts = new Map<string, { name: string; share: number; colour: string | null; dots: string[] }>();
  for (const { x, y, rowIndex, slot, seat } of seats) {
    const kind = seatKind(plan, section, rowIndex, slot);
    const priceClass = offers?.seatClass(keyOf(section, rowIndex, seat));
    const base = offers === undefined ? "is-plain" : priceClass == null ? "is-off" : `is-price-${priceClass}`;
    const colour = offers === undefined && kind.category !== null ? (colours.get(kind.category) ?? null) : null;
    const name = isOff || matchesFilter(kind, filter) ? base : `${base} is-dimmed`;
    const key = `${name} ${colour ?? ""}`;
    const part = parts.get(key) ?? { name, share: DOT_SHARES[base] ?? 0.8, colour, dots: [] };
    part.dots.push(`M${x.toFixed(2)} ${y.toFixed(2)}h0`);
    parts.set(key, part);
  }
  return [...parts.values()].map(({ dots, ...part }) => ({ ...part, path: dots.join("") }));
}

/** Whether the section has too many seats to draw them all, and no row is picked whose seats could be drawn. */
export function hasTooManySeats(plan: Plan, section: PlanSection, selected: Picked | null): boolean {
  const row = selected?.section === section.id ? selected.row : null;
  return slotCount(plan, section) > SEATS_MAX && !section.rows.some((each) => each.id === row);
}

/** Returns the seats to draw: all seats of the section or, if it is very large, those of the picked row. */
function drawnSeats(plan: Plan, { section }: SectionShape, row: string | null): MapSeat[] {
  if (slotCount(plan, section) <= SEATS_MAX) return seatsOf(plan, section);
  const rowIndex = section.rows.findIndex((each) => each.id === row);
  return rowIndex < 0 ? [] : seatsOfRow(plan, section, rowIndex);
}

function slotCount(plan: Plan, section: PlanSection): number {
  return section.rows.reduce((sum, _, rowIndex) => sum + seatingOf(plan, section, rowIndex).length, 0);
}

function isAt(seat: MapSeat, { section }: SectionShape, picked: Picked | null): boolean {
  if (picked === null || section.rows[seat.rowIndex]?.id !== (picked.row ?? null)) return false;
  return picked.seats?.includes(seat.seat) ?? picked.seat === seat.seat;
}

function stepFrom(seats: readonly MapSeat[], from: MapSeat, direction: MapPoint): MapSeat | null {
  return nextTowards(
    from,
    seats.filter((seat) => Math.abs(seat.rowIndex - from.rowIndex) <= 1),
    direction,
  );
}

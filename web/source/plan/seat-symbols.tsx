// The symbols of what seats have: on the seats of a zoomed section, and in the legend, which is also a filter.
import "./seat-symbols.css";
import type { MapMessages } from "./map-messages";
import type { MapSeat } from "./map-shapes";
import type { Plan, PlanCategory, PlanSection } from "./plan";
import {
  categoriesOf,
  matchesFilter,
  propertiesOf,
  type SeatFilter,
  type SeatProperty,
  seatKind,
} from "./seat-properties";

/** Lines in a square from -0.5 to 0.5. */
export const SYMBOLS: Record<SeatProperty, string> = {
  wheelchair: "M-.08-.42V.06H.2L.32.38M-.08-.2H.18M-.2-.1A.26.26 0 1 0 .17.28",
  companion:
    "M-.2-.36a.1.1 0 1 0 .01 0M-.36.4V.14a.16.16 0 0 1 .32 0V.4M.2-.36a.1.1 0 1 0 .01 0M.04.4V.14a.16.16 0 0 1 .32 0V.4",
  stepFree: "M-.42.3H.42V-.24Z",
  easyAccess: "M-.08-.44a.09.09 0 1 0 .01 0M-.08-.14V.12L-.24.42M-.08.12L.08.42M-.08-.1L.2.06M.26.02V.42",
  restrictedView: "M-.44 0Q0-.42.44 0Q0 .42-.44 0M-.34.34L.34-.34",
  aisle: "M-.36-.4V.4M.36-.4V.4M0 .36V-.36M-.16-.18L0-.36L.16-.18",
  limitedLegroom: "M0-.4V.4M-.44 0H-.12M-.26-.14L-.12 0L-.26.14M.44 0H.12M.26-.14L.12 0L.26.14",
};
/** Symbols on seats that are smaller than this could not be told apart. */
const SEAT_PIXELS_MIN = 9;
const SYMBOLS_MAX = 2_000;
/** A seat has space for this many symbols. Its name says everything that it has. */
const SYMBOLS_OF_A_SEAT_MAX = 2;

/** Symbols on the seats that have something, each in a ring of its category's colour, or of its price's below it. */
export function SeatSymbols(props: {
  plan: Plan;
  section: PlanSection;
  seats: readonly MapSeat[];
  /** Seats that it does not find are dimmed. */
  filter: SeatFilter;
  /** Whether the dots below have the colours of prices. */
  hasPrices: boolean;
  spacingM: number;
  pixelsPerM: number;
}) {
  const { plan, section, seats, filter, spacingM } = props;
  if (spacingM * props.pixelsPerM < SEAT_PIXELS_MIN) return null;
  const marked = seats.flatMap((seat) => {
    const kind = seatKind(plan, section, seat.rowIndex, seat.slot);
    if (kind.properties.length === 0) return [];
    const category = plan.categories.find(({ id }) => id === kind.category);
    return [
      {
        seat,
        shown: kind.properties.slice(0, SYMBOLS_OF_A_SEAT_MAX),
        ring: category === undefined ? "var(--map-seat)" : categoryColour(category),
        isDimmed: !matchesFilter(kind, filter),
      },
    ];
  });
  return (
    <g class="venue-map-symbols" aria-hidden="true">
      {marked.slice(0, SYMBOLS_MAX).map(({ seat, shown, ring, isDimmed }) => (
        <g
          key={`${seat.rowIndex}/${seat.slot}`}
          class={isDimmed ? "is-dimmed" : undefined}
          transform={`translate(${seat.x} ${seat.y}) scale(${spacingM})`}
        >
          {props.hasPrices ? <circle r={0.3} /> : <circle r={0.4} style={{ stroke: ring }} />}
          {shown.map((name, index) => (
            <path key={name} d={SYMBOLS[name]} transform={placeOf(index, shown.length)} />
          ))}
        </g>
      ))}
    </g>
  );
}

export type SeatLegendProps = {
  plan: Plan;
  /** Whether seats have the colours of their categories, and not those of prices. */
  isColoured: boolean;
  filter: SeatFilter;
  /** The number of seats that the filter leaves; null while it is off. */
  found: number | null;
  messages: MapMessages;
  /** Changes the filter. Without it, the legend only explains. */
  onFilter: ((filter: SeatFilter) => void) | undefined;
};

/** The properties and categories of the plan's seats; nothing if they have none. Each can be shown alone. */
export function SeatLegend({ plan, isColoured, filter, found, messages, onFilter }: SeatLegendProps) {
  const [properties, categories] = [propertiesOf(plan), categoriesOf(plan)];
  if (properties.length + categories.length === 0) return null;
  const entries = [
    ...categories.map((category) => ({
      id: `category ${category.id}`,
      content: <CategoryEntry category={category} isColoured={isColoured} />,
      isOn: filter.categories.has(category.id),
      change: () => onFilter?.({ ...filter, categories: toggled(filter.categories, category.id) }),
    })),
    ...properties.map((name) => ({
      id: name,
      content: <PropertyEntry name={name} text={messages.properties[name]} />,
      isOn: filter.properties.has(name),
      change: () => onFilter?.({ ...filter, properties: toggled(filter.properties, name) }),
    })),
  ];
  return (
    <div class="venue-map-kinds">
      <ul class="venue-map-legend" aria-label={onFilter === undefined ? messages.seatKinds : messages.filter}>
        {entries.map(({ id, content, isOn, change }) => (
          <li key={id}>
            {onFilter === undefined ? (
              content
            ) : (
              <button type="button" class="venue-map-layer venue-map-chip" aria-pressed={isOn} onClick={change}>
                {content}
              </button>
            )}
          </li>
        ))}
      </ul>
      {onFilter !== undefined && (
        <p class="venue-map-hint" role="status">
          {found === null ? "" : messages.seatsFound(found)}
        </p>
      )}
    </div>
  );
}

function CategoryEntry({ category, isColoured }: { category: PlanCategory; isColoured: boolean }) {
  return (
    <>
      {isColoured && (
        <span class="venue-map-swatch" style={{ background: categoryColour(category) }} aria-hidden="true" />
      )}
      <span>{category.name ?? category.id}</span>
    </>
  );
}

function PropertyEntry({ name, text }: { name: SeatProperty; text: string }) {
  return (
    <>
      <PropertySymbol name={name} />
      <span class="venue-map-kind">{text}</span>
    </>
  );
}

/** The symbol of a property beside its name. */
export function PropertySymbol({ name }: { name: SeatProperty }) {
  return (
    <svg class="venue-map-symbol" viewBox="-0.6 -0.6 1.2 1.2" aria-hidden="true">
      <path d={SYMBOLS[name]} />
    </svg>
  );
}

/** The colour of a category; one without a colour has that of plain seats. */
export function categoryColour({ colour }: PlanCategory): string {
  return colour ?? "var(--map-seat)";
}

function placeOf(index: number, count: number): string {
  return count === 1 ? "scale(.6)" : `translate(${index === 0 ? -0.2 : 0.2} 0) scale(.36)`;
}

function toggled<T>(chosen: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(chosen);
  if (!next.delete(value)) next.add(value);
  return next;
}

// The layer of the map with the sections, which can be picked by pointer and by keyboard.
import { useId, useRef, useState } from "preact/hooks";
import { type MapMessages, sectionText } from "./map-messages";
import type { MapOffers } from "./map-offers";
import { priceColour } from "./map-offers";
import { hallOrder } from "./map-order";
import type { MapPoint, SectionShape } from "./map-shapes";
import { ARROW_DIRECTIONS, nextTowards } from "./map-shapes";
import type { Plan, PlanSection } from "./plan";
import { heatColours, levelColour } from "./section-colours";
import { pointOf } from "./use-map-pan";

export type SectionLayerProps = {
  plan: Plan;
  shapes: SectionShape[];
  levels: string[];
  closed: ReadonlySet<string>;
  values: ReadonlyMap<string, number> | undefined;
  offers: MapOffers | undefined;
  /** How many seats of each section the filter finds; null while it is off. Sections without any are dimmed. */
  found: ReadonlyMap<string, number> | null;
  selected: string | null;
  zoomed: string | null;
  messages: MapMessages;
  /** Called with the place that was tapped; null if a key was pressed. */
  onPick: ((section: PlanSection, tapped: MapPoint | null) => void) | undefined;
  onAnnounce: (text: string) => void;
  /** Called with the section under the pointer or with the focus, and with null when it is left. */
  onPoint: (sectionId: string | null) => void;
};

export function SectionLayer(props: SectionLayerProps) {
  const { shapes, selected, zoomed, closed, values, onPick, onAnnounce, onPoint } = props;
  const [roving, setRoving] = useState<string | null>(null);
  const prefix = useId();
  const group = useRef<SVGGElement>(null);
  const isDrawn = (id: string | null) => shapes.some((shape) => shape.section.id === id);
  const inOrder = hallOrder(props.plan, shapes);
  const first = isDrawn(selected) ? selected : (inOrder[0]?.section.id ?? null);
  const stop = isDrawn(roving) ? roving : first;
  const heat = values === undefined ? null : heatColours(values);

  const move = (from: SectionShape, direction: MapPoint) => {
    const places = shapes.map((shape) => ({ ...shape.centre, id: shape.section.id }));
    const next = nextTowards(from.centre, places, direction);
    if (next === null) return;
    setRoving(next.id);
    elementOf(group.current, next.id)?.focus();
  };

  return (
    <g
      ref={group}
      class={zoomed === null ? "venue-map-sections" : "venue-map-sections venue-map-behind"}
      // What is higher is drawn later, but screen readers meet the sections in the order of the hall.
      {...(onPick === undefined
        ? {}
        : { role: "group", "aria-owns": inOrder.map(({ section }) => idOf(section, prefix)).join(" ") })}
    >
      {shapes.map((shape) => {
        const { section } = shape;
        const isClosed = closed.has(section.id);
        const name = nameOf(section, props);
        const fill = fillOf(section, props, heat);
        return (
          <g
            key={section.id}
            id={idOf(section, prefix)}
            data-section={section.id}
            class={classOf({
              "is-closed": isClosed,
              "is-selected": selected === section.id,
              "is-zoomed": zoomed === section.id,
              "is-dimmed": props.found !== null && !props.found.has(section.id),
            })}
            {...(onPick === undefined
              ? {}
              : {
                  role: "button",
                  tabindex: stop === section.id ? 0 : -1,
                  "aria-label": name,
                  "aria-pressed": selected === section.id,
                  onClick: (event: MouseEvent) => onPick(section, pointOf(event, group.current)),
                  onFocus: () => {
                    setRoving(section.id);
                    onAnnounce(name);
                    onPoint(section.id);
                  },
                  onBlur: () => onPoint(null),
                  onKeyDown: (event: KeyboardEvent) => {
                    const direction = ARROW_DIRECTIONS[event.key];
                    if (direction !== undefined) move(shape, direction);
                    else if (event.key === "Enter" || event.key === " ") onPick(section, null);
                    else return;
                    event.preventDefault();
                  },
                })}
            onPointerEnter={() => {
              onAnnounce(name);
              onPoint(section.id);
            }}
            onPointerLeave={() => {
              onAnnounce("");
              onPoint(null);
            }}
          >
            <path d={shape.path} style={{ fill }} />
          </g>
        );
      })}
    </g>
  );
}

/** Ids of elements have no spaces; those of sections may. */
function idOf({ id }: PlanSection, prefix: string): string {
  return `${prefix}-${encodeURIComponent(id)}`;
}

function nameOf(section: PlanSection, { closed, values, offers, found, messages }: SectionLayerProps): string {
  const parts = [sectionText(section, closed.has(section.id), values?.get(section.id) ?? null, messages)];
  if (offers !== undefined) parts.push(offers.sectionText(section.id));
  if (found !== null) parts.push(messages.seatsFound(found.get(section.id) ?? 0));
  return parts.join(", ");
}

/** The colour of a section: by its offers, by its value, or by its level. Closed ones have none of the latter. */
function fillOf(
  section: PlanSection,
  { closed, levels, offers }: SectionLayerProps,
  heat: ((id: string) => string) | null,
): string | undefined {
  if (heat !== null) return heat(section.id);
  if (closed.has(section.id)) return undefined;
  if (offers !== undefined) return priceColour(offers.sectionClass(section.id));
  return levelColour(levels.indexOf(section.level ?? ""), levels.length);
}

function elementOf(group: SVGGElement | null, id: string): SVGGElement | null {
  return group?.querySelector<SVGGElement>(`[data-section="${CSS.escape(id)}"]`) ?? null;
}

function classOf(states: Record<string, boolean>): string {
  return ["venue-map-section", ...Object.keys(states).filter((name) => states[name])].join(" ");
}

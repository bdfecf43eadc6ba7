// The layer of the map with the sections, which can be picked by pointer and by keyboard.
import { useRef, useState } from "preact/hooks";
import type { MapMessages } from "./map-messages";
import type { MapPoint, SectionShape } from "./map-shapes";
import { ARROW_DIRECTIONS, nextTowards } from "./map-shapes";
import type { Plan, PlanSection } from "./plan";
import { heatColours, levelColour } from "./section-colours";

export type SectionLayerProps = {
  plan: Plan;
  shapes: SectionShape[];
  levels: string[];
  closed: ReadonlySet<string>;
  values: ReadonlyMap<string, number> | undefined;
  selected: string | null;
  zoomed: string | null;
  pixelsPerM: number;
  messages: MapMessages;
  onPick: ((section: PlanSection, withKeyboard: boolean) => void) | undefined;
  onAnnounce: (text: string) => void;
};

const NAME_PIXELS_MIN = 11;
const ID_PIXELS_MIN = 8;
const TEXT_PIXELS_MAX = 14;

export function SectionLayer(props: SectionLayerProps) {
  const { shapes, selected, zoomed, closed, values, levels, messages, onPick, onAnnounce } = props;
  const [roving, setRoving] = useState<string | null>(null);
  const group = useRef<SVGGElement>(null);
  const first = selected ?? firstOf(shapes, props.plan);
  const stop = shapes.some((shape) => shape.section.id === roving) ? roving : first;
  const heat = values === undefined ? null : heatColours(values);
  // Either all sections show their names or all show their ids; a mixture would seem to mean something.
  const isByName = shapes.every(
    (shape) =>
      pixelsOf(shape.section.name, shape, props.pixelsPerM) >= NAME_PIXELS_MIN ||
      pixelsOf(shape.section.id, shape, props.pixelsPerM) < ID_PIXELS_MIN,
  );

  const move = (from: SectionShape, direction: MapPoint) => {
    const places = shapes.map((shape) => ({ ...shape.centre, id: shape.section.id }));
    const next = nextTowards(from.centre, places, direction);
    if (next === null) return;
    setRoving(next.id);
    elementOf(group.current, next.id)?.focus();
  };

  return (
    <g ref={group} class={zoomed === null ? "venue-map-sections" : "venue-map-sections venue-map-behind"}>
      {shapes.map((shape) => {
        const { section } = shape;
        const isClosed = closed.has(section.id);
        const name = messages.section(section, isClosed, values?.get(section.id) ?? null);
        const fill = heat === null ? levelColour(levels.indexOf(section.level ?? ""), levels.length) : heat(section.id);
        return (
          <g
            key={section.id}
            data-section={section.id}
            class={classOf(isClosed, selected === section.id, zoomed === section.id)}
            {...(onPick === undefined
              ? {}
              : {
                  role: "button",
                  tabindex: stop === section.id ? 0 : -1,
                  "aria-label": name,
                  "aria-pressed": selected === section.id,
                  onClick: () => onPick(section, false),
                  onFocus: () => {
                    setRoving(section.id);
                    onAnnounce(name);
                  },
                  onKeyDown: (event: KeyboardEvent) => {
                    const direction = ARROW_DIRECTIONS[event.key];
                    if (direction !== undefined) move(shape, direction);
                    else if (event.key === "Enter" || event.key === " ") onPick(section, true);
                    else return;
                    event.preventDefault();
                  },
                })}
            onPointerEnter={() => onAnnounce(name)}
            onPointerLeave={() => onAnnounce("")}
          >
            <path d={shape.path} style={{ fill: isClosed && heat === null ? undefined : fill }} />
          </g>
        );
      })}
      {/* Over all shapes: a small section lies on a large one, and must not cover its name. */}
      {shapes.map((shape) =>
        shape.section.id === zoomed ? null : (
          <SectionName
            key={shape.section.id}
            shape={shape}
            pixelsPerM={props.pixelsPerM}
            text={isByName ? shape.section.name : shape.section.id}
            isClosed={closed.has(shape.section.id)}
          />
        ),
      )}
    </g>
  );
}

/** The name of a section on the map. It is left out if it would be too small to read. */
function SectionName(props: { shape: SectionShape; pixelsPerM: number; text: string; isClosed: boolean }) {
  const { shape, pixelsPerM, text } = props;
  const pixels = pixelsOf(text, shape, pixelsPerM);
  if (pixels < ID_PIXELS_MIN) return null;
  return (
    <text
      class={props.isClosed ? "is-closed" : undefined}
      x={shape.centre.x}
      y={shape.centre.y}
      style={{ fontSize: `${(Math.min(pixels, TEXT_PIXELS_MAX) / pixelsPerM).toFixed(3)}px` }}
      aria-hidden="true"
    >
      {text}
    </text>
  );
}

/** The font size in pixels at which a text fits into a shape. A letter is about 0.6 times as wide as it is high. */
function pixelsOf(text: string, { room }: SectionShape, pixelsPerM: number): number {
  return Math.min((room.width * 0.88) / (text.length * 0.58), room.height * 0.7) * pixelsPerM;
}

function firstOf(shapes: readonly SectionShape[], plan: Plan): string | null {
  const placed = new Set(shapes.map((shape) => shape.section.id));
  return plan.sections.find((section) => placed.has(section.id))?.id ?? null;
}

function elementOf(group: SVGGElement | null, id: string): SVGGElement | null {
  return group?.querySelector<SVGGElement>(`[data-section="${CSS.escape(id)}"]`) ?? null;
}

function classOf(isClosed: boolean, isSelected: boolean, isZoomed: boolean): string {
  const more = [isClosed && "is-closed", isSelected && "is-selected", isZoomed && "is-zoomed"];
  return ["venue-map-section", ...more.filter((name) => name !== false)].join(" ");
}

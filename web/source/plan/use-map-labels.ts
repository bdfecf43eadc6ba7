// The labels of the map for its present scale, and the tag of the section under the pointer.
import { type MutableRef, useMemo, useState } from "preact/hooks";
import { extentOutline } from "./focus-shapes";
import type { PlacedLabel } from "./label-placement";
import { groupsOf, labelSpaces } from "./label-space";
import type { LabelInput } from "./map-labels";
import { DOT_PIXELS, mapLabels, OTHER_PIXELS, TICK_PIXELS, withTag } from "./map-labels";
import type { MapPosition, MapView } from "./map-marks";
import { hasStage } from "./map-marks";
import type { Bounds, MapPoint, SectionShape } from "./map-shapes";
import { boundsOf, obstructionOutline, rowsOf } from "./map-shapes";
import type { MapZoom } from "./map-zoom";
import type { Picked, Plan } from "./plan";
import { textMeasure } from "./text-width";

const BACK_HEIGHT_PIXELS = 42;
const BACK_PADDING_PIXELS = 48;
const BACK_TEXT_PIXELS = 13;

export type MapLabelOptions = {
  plan: Plan;
  shapes: readonly SectionShape[];
  closed: ReadonlySet<string>;
  selected: Picked | null;
  zoomed: SectionShape | null;
  /** Whether only the zoomed section is drawn, without the others. */
  isScheme: boolean;
  view: MapZoom;
  views: readonly MapView[];
  /** The positions of chosen seats. */
  marked: readonly MapPosition[];
  /** The text of the button in the corner of the map; null while there is none. */
  backText: string | null;
  frame: MutableRef<HTMLElement | null>;
  pixelsPerM: number;
};

/** Returns the labels, and the function that tells which section is pointed at. */
export function useMapLabels(
  options: MapLabelOptions,
): readonly [readonly PlacedLabel[], (sectionId: string | null) => void] {
  const { plan, shapes, closed, selected, zoomed, isScheme, view, views, marked, backText, pixelsPerM } = options;
  const [pointed, point] = useState<string | null>(null);
  const spaces = useMemo(() => labelSpaces(shapes, plan.obstructions), [shapes, plan]);
  const groups = useMemo(() => groupsOf(spaces), [spaces]);
  const rows = useMemo(() => (zoomed === null ? [] : rowsOf(plan, zoomed.section)), [plan, zoomed]);
  const element = options.frame.current;
  const measure = useMemo(() => textMeasure(element), [element]);
  const places = JSON.stringify(views.map(({ place, others }) => [place, others]));

  const input = useMemo((): LabelInput => {
    const scale = { pixelsPerM, measure };
    const focus = focusPoint(plan);
    return {
      spaces: isScheme ? [] : spaces,
      groups: isScheme ? [] : groups,
      closed,
      selected: selected?.section ?? null,
      zoomed: zoomed?.section.id ?? null,
      rows,
      rowGapM: rowGapM(zoomed, rows.length),
      selectedRow: selected?.row ?? null,
      focus:
        isScheme || plan.focus.name === null ? null : { name: plan.focus.name, at: focus, isOnStage: hasStage(plan) },
      dots: [...dotsOf(views), ...marked.map(({ x, y }) => ({ x, y: -y, radiusPixels: TICK_PIXELS }))],
      bodies: isScheme ? [] : bodiesOf(plan),
      obstacles: backText === null ? [] : [backButton(view.visible, backText, scale)],
      visible: view.visible,
      canPan: view.canPan,
      scale,
    };
  }, [
    plan,
    spaces,
    groups,
    closed,
    selected,
    zoomed,
    isScheme,
    rows,
    view,
    places,
    marked,
    backText,
    measure,
    pixelsPerM,
  ]);
  const labels = useMemo(() => mapLabels(input), [input]);
  return [useMemo(() => withTag(labels, pointed, input), [labels, pointed, input]), point];
}

/** The bounds of what stands or lies at the focus. */
function bodiesOf(plan: Plan): Bounds[] {
  const outlines = [...plan.obstructions.map(obstructionOutline), extentOutline(plan.focus)];
  return outlines.filter((outline) => outline.length > 0).map(boundsOf);
}

/** The dots of all views; those of the view that is being changed come first. */
function dotsOf(views: readonly MapView[]): LabelInput["dots"] {
  return [...views]
    .reverse()
    .flatMap(({ place, others }) => [
      { x: place.x, y: -place.y, radiusPixels: DOT_PIXELS },
      ...others.map(({ x, y }) => ({ x, y: -y, radiusPixels: OTHER_PIXELS })),
    ]);
}

/** The part of the map that the button in its corner covers. */
function backButton({ left, top }: Bounds, text: string, { pixelsPerM, measure }: LabelInput["scale"]): Bounds {
  const width = (measure(text) * BACK_TEXT_PIXELS + BACK_PADDING_PIXELS) / pixelsPerM;
  return { left, top, width, height: BACK_HEIGHT_PIXELS / pixelsPerM };
}

/** Where the name of the focus is written: where views look at, as their cones show it. */
function focusPoint({ focus }: Plan): MapPoint {
  return { x: focus.x, y: -focus.y };
}

function rowGapM(zoomed: SectionShape | null, rows: number): number {
  if (zoomed === null) return 0;
  return zoomed.section.geometry?.treadM ?? zoomed.bounds.height / Math.max(rows, 1);
}

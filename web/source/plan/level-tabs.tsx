// Buttons above the map that show one level alone, where levels lie above one another.
import { useState } from "preact/hooks";
import { layerWith, type MapLayer, shapesBelow } from "./map-layers";
import type { MapMessages } from "./map-messages";
import type { SectionShape } from "./map-shapes";

export function LevelTabs({
  layers,
  shown,
  onShow,
  messages,
}: {
  layers: readonly MapLayer[];
  /** The id of the layer that is shown alone; null if all are shown. */
  shown: string | null;
  onShow: (layerId: string | null) => void;
  messages: MapMessages;
}) {
  const tabs = [{ id: null, name: messages.allLevels }, ...layers.filter(({ sections }) => sections.size > 0)];
  return (
    <fieldset class="venue-map-tabs" aria-label={messages.levels}>
      {tabs.map(({ id, name }) => (
        <button
          key={id ?? ""}
          type="button"
          class="venue-map-layer venue-map-tab"
          aria-pressed={id === shown}
          onClick={() => onShow(id)}
        >
          <bdi>{name === "" ? "–" : name}</bdi>
        </button>
      ))}
    </fieldset>
  );
}

/** The layer that is shown alone, and the function that changes it. A selected section that lies below another one brings
 * its layer to the front, until the buyer chooses another. */
export function useLevelTab(
  shapes: readonly SectionShape[],
  layers: readonly MapLayer[],
  selected: string | null,
): [shown: string | null, show: (layerId: string | null) => void] {
  const [chosen, choose] = useState<{ layer: string | null; selected: string | null } | null>(null);
  const show = (layer: string | null) => choose({ layer, selected });
  if (chosen !== null && chosen.selected === selected) return [chosen.layer, show];
  const isCovered = selected !== null && shapesBelow(shapes).some(({ section }) => section.id === selected);
  return [isCovered ? (layerWith(layers, selected)?.id ?? null) : null, show];
}

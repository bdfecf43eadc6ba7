// Sections that have no place in space: tiles beside the map, so that a layout without geometry works too.

import type { MapWords } from "./map-messages";
import type { PlanSection } from "./plan";
import { heatOf, toneOf } from "./section-colours";

export function Tiles(props: {
  sections: PlanSection[];
  levels: string[];
  closed: ReadonlySet<string>;
  values: ReadonlyMap<string, number> | undefined;
  selected: string | null;
  words: MapWords;
  onPick: ((section: PlanSection, withKeyboard: boolean) => void) | undefined;
}) {
  const { sections, levels, closed, values, words, onPick } = props;
  const heat = values === undefined ? null : heatOf(values);
  return (
    <section class="venue-map-tiles" aria-label={words.notPlaced}>
      <p class="venue-map-hint" aria-hidden="true">
        {words.notPlaced}
      </p>
      <ul>
        {sections.map((section) => (
          <li key={section.id}>
            <button
              type="button"
              class={closed.has(section.id) ? "venue-map-tile is-closed" : "venue-map-tile"}
              style={{ background: heat?.(section.id) ?? toneOf(levels.indexOf(section.level ?? ""), levels.length) }}
              aria-label={words.section(section, closed.has(section.id), values?.get(section.id) ?? null)}
              aria-pressed={props.selected === section.id}
              disabled={onPick === undefined}
              onClick={(event) => onPick?.(section, event.detail === 0)}
            >
              {section.name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

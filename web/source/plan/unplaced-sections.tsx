// Buttons below the map for sections without geometry.

import { type MapMessages, sectionText } from "./map-messages";
import type { PlanSection } from "./plan";
import { heatColours, levelColour } from "./section-colours";

export function UnplacedSections(props: {
  sections: PlanSection[];
  levels: string[];
  closed: ReadonlySet<string>;
  values: ReadonlyMap<string, number> | undefined;
  selected: string | null;
  messages: MapMessages;
  onPick: ((section: PlanSection, withKeyboard: boolean) => void) | undefined;
}) {
  const { sections, levels, closed, values, messages, onPick } = props;
  const heat = values === undefined ? null : heatColours(values);
  return (
    <section class="venue-map-tiles" aria-label={messages.notPlaced}>
      <p class="venue-map-hint" aria-hidden="true">
        {messages.notPlaced}
      </p>
      <ul>
        {sections.map((section) => (
          <li key={section.id}>
            <button
              type="button"
              class={closed.has(section.id) ? "venue-map-tile is-closed" : "venue-map-tile"}
              style={{
                background: heat?.(section.id) ?? levelColour(levels.indexOf(section.level ?? ""), levels.length),
              }}
              aria-label={sectionText(section, closed.has(section.id), values?.get(section.id) ?? null, messages)}
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

// What the shown seat has, beside its name: its category, its properties, and what is in the way of its view.
import type { Plan, PlanSeatKind } from "../plan/plan";
import { PlanIndex } from "../plan/plan";
import { viewedSeat } from "../plan/previewed-seats";
import { categoryName, SEAT_PROPERTIES, seatKind } from "../plan/seat-properties";
import { PropertySymbol } from "../plan/seat-symbols";
import type { Messages } from "./messages";
import type { Preview } from "./types";
import "./seat-features.css";

export type SeatFeaturesProps = {
  preview: Preview;
  plan: Plan | null;
  messages: Messages;
};

export function SeatFeatures({ preview, plan, messages }: SeatFeaturesProps) {
  const kind = kindOfPreview(preview, plan);
  if (kind === null || !hasFeatures(preview, plan)) return null;
  const category = categoryOf(preview, plan);
  return (
    <div class="features">
      <ul>
        {category !== null && <li>{category}</li>}
        {kind.properties.map((name) => (
          <li key={name}>
            <PropertySymbol name={name} />
            <span class="feature-name">{messages.venueMap.properties[name]}</span>
          </li>
        ))}
      </ul>
      {kind.viewNote !== null && <p>{kind.viewNote}</p>}
    </div>
  );
}

export function hasFeatures(preview: Preview, plan: Plan | null): boolean {
  const kind = kindOfPreview(preview, plan);
  return kind !== null && (kind.properties.length > 0 || categoryOf(preview, plan) !== null);
}

/** The name of the seat's category; null if it is that of the section or of its level, which stand above it. */
function categoryOf(preview: Preview, plan: Plan | null): string | null {
  const id = kindOfPreview(preview, plan)?.category ?? null;
  if (id === null) return null;
  const name = plan === null ? id : categoryName(plan, id);
  const { sectionName, levelName } = preview.seat;
  return [sectionName, levelName].some((above) => above?.toLowerCase() === name.toLowerCase()) ? null : name;
}

/** What the seat of a preview has, as the preview says it or else by the plan; null if neither knows the seat. */
export function kindOfPreview(preview: Preview, plan: Plan | null): PlanSeatKind | null {
  const stated = preview.seat as Partial<Preview["seat"]>;
  if (Array.isArray(stated.properties)) {
    const { properties, category, viewNote } = stated;
    return {
      properties: SEAT_PROPERTIES.filter((name) => properties.includes(name)),
      category: category?.id ?? null,
      viewNote: viewNote ?? null,
    };
  }
  const { section, row, seat } = viewedSeat(preview);
  if (plan === null || seat === null || preview.seat.seat === null) return null;
  const spot = new PlanIndex(plan).locate(section, row, seat);
  if (spot === null || spot.rowIndex === null || spot.slot === null) return null;
  return seatKind(plan, spot.section, spot.rowIndex, spot.slot);
}

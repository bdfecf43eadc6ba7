// The texts of the map, so that a page can supply them in its own language. They are written in
// src/seatpreview/languages/.
import { isolated } from "../languages/filled-texts";
import type { MapMessages } from "../languages/generated/map/en";
import type { Plan, PlanSection } from "./plan";
import { seatCount } from "./plan";

export { type MapMessages, map as ENGLISH } from "../languages/generated/map/en";

/** Returns the accessible name of a section. */
export function sectionText(
  section: PlanSection,
  isClosed: boolean,
  value: number | null,
  messages: MapMessages,
): string {
  const parts = [
    section.name,
    section.level ?? "",
    ...(section.capacity > 0 ? [messages.capacity(section.capacity)] : []),
  ];
  if (value !== null) parts.push(messages.value(`${value}`));
  if (isClosed) parts.push(messages.closed);
  const named = parts.filter((part) => part !== "");
  return (messages.isRightToLeft ? named.map(isolated) : named).join(messages.comma);
}

/** Returns the name of a seat. The row is null in a section without rows. */
export function seatText(row: string | null, seat: string, messages: MapMessages): string {
  return row === null ? messages.seat(seat) : messages.seatInRow(row, seat);
}

/** Returns a summary of the map for screen readers. */
export function summaryText(plan: Plan, messages: MapMessages): string {
  const levels = new Set(plan.sections.map((section) => section.level ?? "")).size;
  const focus = plan.focus.name ?? messages.focus;
  return messages.summary(plan.sections.length, messages.levelCount(levels), seatCount(plan), focus);
}

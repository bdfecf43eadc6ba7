// What the service says of a record that it accepts: names that, printed on a ticket, would not lead to their own place, and
// what is hardly true of the hall.
import type { components } from "@seatpreview/client";
import { Watched } from "../shell/watched";
import type { StoredDraft } from "./draft";

export type LabelWarning = components["schemas"]["LabelWarning"];

export type HallFinding = components["schemas"]["HallFinding"];

export type FoundWarnings = {
  warnings: LabelWarning[];
  warningsCount: number;
  sectionsNotChecked: number;
  findings: HallFinding[];
};

export const NO_WARNINGS: FoundWarnings = { warnings: [], warningsCount: 0, sectionsNotChecked: 0, findings: [] };

/** The warnings of the answer to the last save of a venue itself, without a draft. Reading it again tells none. */
export const savedWarnings = new Watched<{ venueId: string; found: FoundWarnings } | null>(null);

/** Keeps the warnings that the service gave when it stored a venue. */
export function keepSavedWarnings(saved: components["schemas"]["SavedVenue"]): void {
  savedWarnings.set({ venueId: saved.venueId, found: warningsOf(saved) });
}

export function draftWarnings(draft: StoredDraft | null): FoundWarnings {
  return draft === null ? NO_WARNINGS : warningsOf(draft);
}

/** The warnings of an answer, which may have none. */
export function warningsOf(answer: Partial<FoundWarnings>): FoundWarnings {
  const { warnings = [], warningsCount = 0, sectionsNotChecked = 0, findings = [] } = answer;
  return { warnings, warningsCount, sectionsNotChecked, findings };
}

/** What is wrong with a label, and what to do. */
export function warningText(warning: LabelWarning): string {
  return `${warningOutcome(warning)} ${warning.reason}`;
}

export function warningOutcome({ label, resolvedTo }: LabelWarning): string {
  return resolvedTo === null ? `“${label}” leads to no place.` : `“${label}” leads to the place ${resolvedTo}.`;
}

export function warningsTitle({ warningsCount }: FoundWarnings): string {
  if (warningsCount === 0) return "All names that were tried lead to their own place.";
  if (warningsCount === 1) return "A ticket with this name would not lead to its own place:";
  return `Tickets with ${warningsCount.toLocaleString("en")} of the names would not lead to their own place:`;
}

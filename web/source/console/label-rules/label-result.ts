// The result of a label in a dry run, as the service returns it.
import type { components } from "../../api/schema";

export type LabelResult = components["schemas"]["LabelResult"] & {
  seats?: { key: string }[];
  text?: string;
  words?: {
    start: number;
    end: number;
    takenFor: "section" | "level" | "row" | "seat" | "marker" | "aside" | "unknown" | "against";
    meaning: string;
  }[];
};

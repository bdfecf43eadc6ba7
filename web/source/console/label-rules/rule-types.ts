// The types of rules by the names that the record has, each with a title and a plain explanation.
import type { RuleType } from "./draft";

/** `name` is that of the record; `title` is what the guide calls such a rule (docs/label-rules.md). */
export const RULE_TYPES: Record<RuleType, { name: string; title: string; explanation: string }> = {
  rewrite: {
    name: "Rewrite",
    title: "Rewrite a text",
    explanation: "Replaces what a pattern finds; \\1 stands for its first group.",
  },
  drop: { name: "Drop", title: "Drop words", explanation: "Takes out words that say nothing about the seat." },
  map: { name: "Map", title: "Map a name to a section", explanation: "Treats a name as another name for a section." },
  reject: { name: "Reject", title: "Reject a label", explanation: "Declines labels in which the pattern is found." },
};

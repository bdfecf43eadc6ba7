// What the workshop works on: rules in their order, and labels with what they should mean.
import type { components } from "../../api/schema";
import type { Plan } from "../../plan/plan";
import type { SeatKeys } from "../venues/record";

export type Rule = SeatKeys["rules"][number];
export type RuleType = Rule["type"];
export type LabelParts = { section: string; row?: string; seat?: string };
export type LabelResult = components["schemas"]["LabelResult"];

export type DraftRule = {
  /** Stays with the rule while it is moved and edited. */
  id: number;
  rule: Rule;
};

export type DraftLabel = {
  id: number;
  label: string | LabelParts;
  /** The key that it must resolve to; null: it must be declined; undefined: nobody has said. */
  expect?: string | null | undefined;
  /** Kept in the record, which then cannot be stored while it fails. */
  isExample: boolean;
};

let lastId = 0;

export function draftRules(rules: readonly Rule[]): DraftRule[] {
  return rules.map(draftRule);
}

export function draftRule(rule: Rule): DraftRule {
  return { id: ++lastId, rule };
}

export function draftLabels(examples: SeatKeys["examples"]): DraftLabel[] {
  return examples.map(({ label, expect }) => ({ id: ++lastId, label, expect, isExample: true }));
}

export function newRule(type: RuleType): Rule {
  return {
    rewrite: { type: "rewrite", pattern: "", replacement: "" } as const,
    drop: { type: "drop", words: [] } as { type: "drop"; words: string[] },
    map: { type: "map", name: "", section: "" } as const,
    reject: { type: "reject", pattern: "" } as const,
  }[type];
}

/** A rule that is still being written is not tried yet. */
export function isComplete(rule: Rule): boolean {
  if (rule.type === "drop") return rule.words.length > 0;
  if (rule.type === "map") return rule.name !== "" && rule.section !== "";
  return rule.pattern !== "";
}

/** A rule in words. */
export function ruleText(rule: Rule): string {
  if (rule.type === "rewrite") return `Rewrite ${rule.pattern} as “${rule.replacement}”`;
  if (rule.type === "drop") return `Pass over ${rule.words.map((word) => `“${word}”`).join(", ")}`;
  if (rule.type === "map") return `Take “${rule.name}” for section ${rule.section}`;
  return `Decline labels with ${rule.pattern}`;
}

export function labelText(label: string | LabelParts): string {
  if (typeof label === "string") return label;
  return [label.section, label.row, label.seat].filter((part) => part !== undefined && part !== "").join(" · ");
}

/** One label for each line. Behind a tab or "=>" stands the key that it should resolve to; "-" is to be declined. */
export function labelsFromLines(text: string): DraftLabel[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [label = "", expect] = line.split(/\t|\s*=>\s*/);
      const said = expect?.trim();
      return { id: ++lastId, label: label.trim(), expect: said === "-" ? null : said || undefined, isExample: false };
    });
}

/** Labels as a ticket could have them, for who has none at hand. */
export function labelsFromPlan(plan: Plan): DraftLabel[] {
  const step = Math.max(1, Math.floor(plan.sections.length / 5));
  const sections = plan.sections.filter((_, index) => index % step === 0).slice(0, 5);
  return sections.map((section, index) => {
    const row = section.rows[Math.floor(section.rows.length / 2)];
    const seats = row?.seating == null ? [] : (plan.seatings[row.seating] ?? []);
    const seat = seats[Math.floor(seats.length / 2)] ?? null;
    const words = [
      [section.name, row && `Row ${row.id}`, seat && `Seat ${seat}`].filter(Boolean).join(", "),
      [section.name.toUpperCase(), row && `R${row.id}`, seat && `S${seat}`].filter(Boolean).join(" "),
      [`Sec ${section.id}`, row?.id, seat].filter(Boolean).join("-"),
    ];
    return { id: ++lastId, label: words[index % words.length] ?? section.name, expect: undefined, isExample: false };
  });
}

export function moved<T>(list: readonly T[], from: number, step: number): T[] {
  const to = from + step;
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** What is published: all rules, and those labels that are examples. */
export function seatKeysOf(rules: readonly DraftRule[], labels: readonly DraftLabel[]): SeatKeys {
  const examples = labels
    .filter((each) => each.isExample)
    .map(({ label, expect }) => ({ label, expect: expect ?? null }));
  return { rules: rules.map((each) => each.rule), examples: examples as SeatKeys["examples"] };
}

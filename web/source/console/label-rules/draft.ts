// The edited state of the rules tab: rules in their order, and labels with the keys that are expected for them.
import type { Plan } from "../../plan/plan";
import type { SeatKeys } from "../venues/record";
import { type Expected, parseExpected } from "./expected-keys";

export type Rule = SeatKeys["rules"][number];
export type RuleType = Rule["type"];
export type LabelParts = { section?: string; row?: string; seat?: string };

export type DraftRule = {
  /** This id stays the same while the rule is moved and edited. */
  id: number;
  rule: Rule;
};

export type DraftLabel = {
  id: number;
  label: string | LabelParts;
  /**
   * The key or keys that the label must resolve to. Null means that it must be declined, undefined that nothing is
   * expected.
   */
  expect?: Expected | undefined;
  /** An example is stored in the record, and the record cannot be saved while the example fails. */
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

/** Whether all fields of a rule are filled in. Incomplete rules are left out of the dry run. */
export function isComplete(rule: Rule): boolean {
  if (rule.type === "drop") return rule.words.length > 0;
  if (rule.type === "map") return rule.name !== "" && rule.section !== "";
  return rule.pattern !== "";
}

/** Describes a rule in a sentence. */
export function ruleText(rule: Rule): string {
  if (rule.type === "rewrite") return `Rewrite ${rule.pattern} as “${rule.replacement}”`;
  if (rule.type === "drop") return `Drop ${rule.words.map((word) => `“${word}”`).join(", ")}`;
  if (rule.type === "map") return `Map “${rule.name}” to section ${rule.section}`;
  return `Reject labels with ${rule.pattern}`;
}

/** The question that a guessed rule asks. */
export function guessQuestion(rule: Rule): string {
  if (rule.type !== "rewrite") return "Is this right?";
  return `Does the beginning of these labels mean “${meaningOf(rule)}”?`;
}

/** What a guessed rule takes a code for: its replacement without the groups. */
export function meaningOf(rule: Rule): string {
  return rule.type === "rewrite" ? rule.replacement.replace(/\\\d/g, "").trim() : ruleText(rule);
}

export function labelText(label: string | LabelParts): string {
  if (typeof label === "string") return label;
  return [label.section, label.row, label.seat].filter((part) => part !== undefined && part !== "").join(" · ");
}

/**
 * Parses one label for each line. After a tab or "=>" follow the expected key, or several of them with "|" or commas
 * between them; "-" means that it must be declined.
 */
export function labelsFromLines(text: string): DraftLabel[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [label = "", expect] = line.split(/\t|\s*=>\s*/);
      return { id: ++lastId, label: label.trim(), expect: expectedOf(expect), isExample: false };
    });
}

/** Parses what is expected of a label: keys, or "-" if it must be declined; undefined if nothing is. */
export function expectedOf(text: string | undefined): Expected | undefined {
  if (text?.trim() === "-") return null;
  return parseExpected(text ?? "") ?? undefined;
}

/** Makes up labels from the plan, for people who have no real labels at hand. */
export function labelsFromPlan(plan: Plan): DraftLabel[] {
  const step = Math.max(1, Math.floor(plan.sections.length / 5));
  const sections = plan.sections.filter((_, index) => index % step === 0).slice(0, 5);
  return sections.map((section, index) => {
    const row = section.rows[Math.floor(section.rows.length / 2)];
    const seats = row?.seating == null ? [] : (plan.seatings[row.seating] ?? []);
    const seat = seats[Math.floor(seats.length / 2)] ?? null;
    const words = [
      [section.name, row?.id && `Row ${row.id}`, seat && `Seat ${seat}`].filter(Boolean).join(", "),
      [section.name.toUpperCase(), row?.id && `R${row.id}`, seat && (row?.id ? `S${seat}` : `Seat ${seat}`)]
        .filter(Boolean)
        .join(" "),
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

/** The part of the record that is published: all rules, and the labels that are examples. */
export function seatKeysOf(rules: readonly DraftRule[], labels: readonly DraftLabel[]): SeatKeys {
  const examples = labels
    .filter((each) => each.isExample)
    .map(({ label, expect }) => ({ label, expect: expect ?? null }));
  return { rules: rules.map((each) => each.rule), examples: examples as SeatKeys["examples"] };
}
